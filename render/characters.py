"""Characters as a reader sees them: invisible ones, and grapheme clusters (Unicode 16)."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import chain

_INVISIBLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A)),
    *((0xE0000, 0xE0FFF),),
)
"""First and last of each range of Default_Ignorable_Code_Point (DerivedCoreProperties.txt of the Unicode Character
Database), the Braille pattern without dots, and the signs that surround annotations."""
_EDGES = tuple(chain.from_iterable((first, last + 1) for first, last in _INVISIBLE))

JOINER, NON_JOINER, EMOJI_STYLE = "\u200d", "\u200c", "\ufe0f"
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Text between these has its own direction (FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE)."""
_AFTER_ANOTHER = frozenset("\u0e33\u0eb3\uff9e\uff9f")
"""Letters that are written as marks on the previous letter: AM of Thai and Lao, half-width voice marks."""
_VIRAMA = 9
"""The combining class of signs that join a consonant to the next one."""


def is_invisible(sign: str) -> bool:
    """Return whether a character is invisible: joiners, variation selectors, fillers, direction marks."""
    return bisect_right(_EDGES, ord(sign)) % 2 == 1


def is_flag_letter(sign: str) -> bool:
    """Return whether a character is one of the two letters of a flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


@lru_cache(maxsize=512)
def clusters(string: str) -> tuple[str, ...]:
    """Split a string into extended grapheme clusters, which readers see as one character each.

    The rules are those of Unicode Standard Annex #29, without those for historic scripts.
    """
    if string.isascii():
        return tuple(string)
    found: list[str] = []
    for sign in string:
        if found and _belongs(sign, found[-1]):
            found[-1] += sign
        else:
            found.append(sign)
    return tuple(found)


def _belongs(sign: str, cluster: str) -> bool:
    """Return whether a character extends the cluster before it."""
    last, category = cluster[-1], unicodedata.category(sign)
    if unicodedata.category(last) in ("Cc", "Zl", "Zp") or last in (ISOLATE, END_OF_ISOLATE):
        return False
    if category[0] == "M" or sign in (JOINER, NON_JOINER) or sign in _AFTER_ANOTHER:
        return True
    if "\U0001f3fb" <= sign <= "\U0001f3ff" or "\U000e0020" <= sign <= "\U000e007f":
        return True  # skin tones, and the letters of a region's flag
    if last == JOINER and category == "So":
        return True
    if is_flag_letter(sign):
        return sum(map(is_flag_letter, cluster)) == 1 and is_flag_letter(cluster[0])
    if category == "Lo" and unicodedata.combining(last if last != JOINER else cluster[-2:-1] or last) == _VIRAMA:
        return True
    return _is_one_syllable(last, sign)


def _is_one_syllable(before: str, after: str) -> bool:
    """Return whether two Korean letters belong to one syllable."""
    if "\u1160" <= after <= "\u11ff":
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    return "\u1100" <= before <= "\u115f" and ("\u1100" <= after <= "\u115f" or "\uac00" <= after <= "\ud7a3")
