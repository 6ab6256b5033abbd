"""Texts that a user might type, or use as a name, to make trouble."""

from __future__ import annotations

import random
from collections.abc import Sequence

NAME_LIMIT = 32
"""Characters of a display name in Discord."""

TRAP = "666"
"""Part of every mention, link and timestamp below, by which they are recognised."""

PIECES = (
    "@everyone",
    "@here",
    f"<@{TRAP}>",
    f"<@!{TRAP}>",
    f"<@&{TRAP}>",
    f"<#{TRAP}>",
    f"</play:{TRAP}>",
    f"</player away:{TRAP}>",
    f"<:evil:{TRAP}>",
    f"<a:evil:{TRAP}>",
    f"<t:{TRAP}:R>",
    f"<id:{TRAP}>",
    f"<sound:1:{TRAP}>",
    f"https://evil{TRAP}.example",
    f"<https://evil{TRAP}.example>",
    f"[x](https://evil{TRAP}.example)",
    f"[x](<http://evil{TRAP}.example>)",
    f"discord.gg/evil{TRAP}",
    f"https://discord.gg/evil{TRAP}",
    "**b**",
    "__u__",
    "*i*",
    "_i_",
    "~~s~~",
    "||spoil||",
    "`c`",
    "``c``",
    "```c```",
    "```",
    "# h",
    "\n# h",
    "### h",
    "\n> q",
    ">>> q",
    "-# s",
    "\n- l",
    "1. l",
    "\\",
    "\\\\",
    "\\*",
    "{player}",
    "{0}",
    "{match.secret}",
    "%s%n",
    "{",
    "}",
    "\u202e",
    "\u202d",
    "\u2066",
    "\u2067",
    "\u2069",
    "\u200f",
    "\u200e",
    "\u061c",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u180e",
    "\u034f",
    "\u2028",
    "\u2029",
    "\u0085",
    "\r\n",
    "\t",
    "\x00",
    "\x07",
    "\x1b[31m",
    "\x7f",
    "🐎",
    "👨‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "❤️",
    "🇹🇷",
    "🫠",
    "İ",
    "ı",
    "ß",
    "ŉ",
    "ﬃ",
    "ⅷ",
    "²",
    "١٢",
    "१२",
    "ہیلو",
    "שלום",
    "你好",
    "こんにちは",
    "한국",
    "\u1160",
    "\u2800",
    "\u3164",
    "ไทยนิ้",
    "ཨོཾ",
    "𝕬𝖓𝖓",
    "\U0010ffff",
    "\ue000",
    "\ufffe",
    "a" + "\u0301" * 32,
    "\u0489" * 12,
    "z" + "".join(chr(0x300 + number) for number in range(32)),
    "'; DROP TABLE matches; --",
    '"',
    "$(id)",
    "../../etc/passwd",
    "null",
    "None",
    "true",
    "-1",
    "0",
    "1e9",
    "9" * 19,
    "9" * 30,
    "0x10",
    "k:more:1:1:",
    "#1",
    "yes",
    "draw",
    ":",
    "!",
    "*",
)


def name(rng: random.Random, limit: int = NAME_LIMIT) -> str:
    """Return a display name that Discord allows: 1 to 32 characters, no outer spaces, no control characters."""
    while True:
        made = "".join(rng.choice(PIECES) for _ in range(rng.choice((1, 1, 2, 3, 6))))
        made = "".join(character for character in made if character not in "\n\r\t\x00\x07\x1b\x7f")[:limit].strip()
        if made:
            return made


def text(rng: random.Random, words: Sequence[str] = (), limit: int = 200) -> str:
    """Return a mix of the pieces above, ``words`` of a game and noise."""
    match rng.randrange(8):
        case 0:
            made = "".join(chr(rng.choice(RANGES)[0] + rng.randrange(64)) for _ in range(rng.randrange(1, 12)))
        case 1:
            made = rng.choice(PIECES) * rng.randrange(1, 60)
        case 2 | 3 if words:
            made = " ".join(rng.choice(words) for _ in range(rng.randrange(1, 6)))
        case 4 | 5 | 6 if words:
            made = mutated(rng.choice(words), rng)
        case _:
            made = " ".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 5)))
    return made[:limit] or "?"


RANGES = (
    (0x20, 0x5F),
    (0x60, 0x7E),
    (0xA0, 0xFF),
    (0x300, 0x36F),
    (0x590, 0x5FF),
    (0x600, 0x6FF),
    (0x2000, 0x206F),
    (0x2190, 0x21FF),
    (0x4E00, 0x4FFF),
    (0xFE00, 0xFE0F),
    (0xFF00, 0xFF5E),
    (0x1F300, 0x1F5FF),
    (0xE0020, 0xE007F),
)
"""Blocks of characters that are easily overlooked."""


def mutated(typed: str, rng: random.Random) -> str:
    """Return a plausible text with a few errors."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(typed) + 1)
        other = rng.randrange(len(typed) + 1)
        low, high = sorted((place, other))
        match rng.randrange(9):
            case 0:
                typed = typed[:low] + typed[high:]
            case 1:
                typed = typed[:place] + rng.choice(PIECES) + typed[place:]
            case 2:
                typed = typed[:place] + chr(rng.randrange(32, 127)) + typed[place + 1 :]
            case 3:
                typed = typed[:high] + typed[low:high] * rng.choice((1, 2, 20)) + typed[high:]
            case 4:
                typed = typed.swapcase()
            case 5:
                typed = typed[:place] + str(rng.choice((0, 1, 7, 99, 10**18, 10**40))) + typed[place:]
            case 6:
                typed = typed[low:high] + typed[:low] + typed[high:]
            case 7:
                typed = typed.replace(rng.choice(typed or "a"), rng.choice((" ", "-", ":", ",", "×", "İ")))
            case _:
                typed = typed.translate(WIDE)
    return typed


WIDE = {number: number + 0xFEE0 for number in range(0x21, 0x7F)}
"""Maps plain characters to their wide forms, which some comparisons treat as equal."""
