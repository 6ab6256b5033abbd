"""Plain English and the field's terms in code, user texts and documents.

Phrases that read as translated, and metaphors for which the field has a term (``docs/glossary.md``), are refused.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "lessons", "players", "render", "sandbox", "benchmarks", "proofs", "tests")
DOCUMENTS = ("*.md", "docs/**/*.md", ".env.example", "engines/**/*.md", "tests/**/*.md", "bot/locales/kurultai.pot")
EXEMPT = {
    "tests/architecture/test_wording.py": "names what it forbids",
    "bot/locales/reworded.py": "contains the texts of earlier versions",
    "tests/discord_schema.py": "uses a package that speaks of drafts of JSON Schema",
    "tests/fixtures/older_databases/write.py": "runs in earlier versions, with their names",
}

PHRASES = {
    # impersonal
    r"who(?:m|so)?ever": "say who: players, the caller, users",
    r"somebody(?:'s)?": "name the role: a player, a user, someone",
    r"those to whom|of which nobody|what is whose": "name them",
    r"what(?:ever)? holds? for": "rules for, settings for",
    r"what stands": "what is",
    r"who (?:is|are) awaited": "the player to move, the players to move",
    r"it is (?:looked|asked|told|noted) (?:at|whether|that|what|who)": "say who does it",
    # translated word by word
    r"(?<![\":])anew(?![\":])": "again",
    r"any more(?! than)": "no longer",
    r"as it stands": "leave it out, or: current",
    r"(?<!on )the own|one's own": "its own, their own, your own",
    r"(?:stands?|standing|stood) still": "is stopped, is paused",
    r"(?<!are )(?<!is )(?<!be )(?<!were )all the same": "anyway, still",
    r"on the quiet|in good order|in vain": "say it plainly",
    r"(?:has?|had|have) run off|runs off|ran off": "has fired, has expired",
    r"(?:is|are) to be told|be told so|(?:is|are|was|were) told so": "is notified, is shown",
    r"nothing is left to be": "say what is finished",
    r"(?:comes?|came) of it": "say what happens",
    r"for ever|without end": "forever, endless",
    r"forth and back": "back and forth",
    r"(?<!same )as ever": "as before",
    r"at last": "finally, last",
    r"be it that": "whether",
    r"to be had|(?:can|could|cannot) be had": "is available",
    r"with a word(?! of)": "with a notice",
    r"without a glance": "unseen",
    r"could have come about": "is reachable",
    r"in (?:its|their|his|her) stead": "instead",
    r"gone on with": "continued",
    r"time and again": "repeatedly",
    r"nobody touches": "is inactive",
    r"of its own making": "its own",
    # this project's former metaphors
    r"for the eye": "cosmetic",
    r"(?:in|of) (?:a|the) crowd": "under load",
    r"match(?:es)? alone": "solo match",
}
"""What no text, comment or document says, and what says it plainly. Regular expressions, whole words, any case."""

METAPHORS = {
    "affairs": "match menu",
    "anew": "again",
    "answerable": "pending",
    "appoint": "enqueue, schedule",
    "besiege": "fuzz",
    "checkup": "integrity check",
    "complain": "print error",
    "desert": "abandon",
    "desk": "dispatcher, services",
    "dweller": "persona",
    "easel": "worker protocol",
    "electorate": "voters",
    "errand": "command",
    "errands": "commands",
    "finesse": "supersampling",
    "foresee": "prerender",
    "fulfil": "handle",
    "handbook": "rules pages",
    "hangs_together": "is connected",
    "hold_up": "delay",
    "holds_up": "is stalled",
    "homeless": "unreachable",
    "housekeeping": "maintenance",
    "inks": "palette",
    "keep_pace": "limit rate",
    "keep_time": "defer",
    "knot": "reference cycle",
    "knots": "reference cycles",
    "leisure": "idle",
    "letter_writer": "dm writer",
    "nursery": "forkserver",
    "ordeal": "crash run",
    "partings": "relocation",
    "pretence": "fake",
    "projector": "animation renderer",
    "ratebook": "ratings ledger",
    "rouse": "wake",
    "siege": "fuzz session",
    "sights": "views",
    "somebody": "player, user",
    "stencil": "shape",
    "studio": "renderer",
    "taken_apart": "reducers",
    "told_apart": "disambiguate",
    "twins": "noninterference",
    "unnudge": "delete digest",
    "upkeep": "refresh",
    "way_out": "recovery advice",
    "whoever": "player, user",
}
"""Words, and pairs of words, that no name in the code contains, and the field's term.

Words that stand for a term of the glossary are listed there, in its third column. Stored names (kinds, columns, custom
ids) are strings, which are not checked.
"""

ANY_PHRASE = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
"""Matches all of these: nearly no text has one, and asking once is faster."""

TEST_NAMES = {
    r"test_(?:an?|the)_": "begin with the noun, without an article",
    r"\w+_s(?:_|$)": "write “players_seat” or “seat_of_the_player”",
}
"""Regular expressions which no name of a test matches, and what to write."""


NAME = re.compile(r"[^\W\d]\w*")
"""Matches what may be a name."""


def replaced_words(glossary: str) -> dict[str, str]:
    """Return the words in the third column of the glossary's tables, and their plurals, with the term of their row."""
    rows = (re.split(r" *\| *", line.strip("| \n")) for line in glossary.splitlines() if line.startswith("|"))
    found = {word: row[0] for row in rows if len(row) == 3 and row[0] != "term" for word in re.findall(r"\w+", row[2])}
    return found | {f"{word}s": term for word, term in found.items()}


FORBIDDEN = METAPHORS | replaced_words((ROOT / "docs/glossary.md").read_text(encoding="utf-8"))


def sources() -> list[Path]:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return sorted(path for path in files if not is_exempt(path))


def documents() -> list[Path]:
    files = {path for pattern in DOCUMENTS for path in ROOT.glob(pattern) if ".venv" not in path.parts}
    return sorted(path for path in files if not is_exempt(path))


def is_exempt(path: Path) -> bool:
    return path.relative_to(ROOT).as_posix() in EXEMPT


def phrases(text: str) -> Iterator[str]:
    """Return the forbidden phrases in a text, also across the ends of lines and strings."""
    joined = re.sub(r'"\s*\n\s*[fr]?"', "", text)
    plain = re.sub(r"\s+(?:#:? )?", " ", joined)
    if not ANY_PHRASE.search(plain):
        return
    for phrase, better in PHRASES.items():
        for found in re.finditer(rf"\b(?:{phrase})\b", plain, re.IGNORECASE):
            yield f"“…{plain[max(0, found.start() - 30) : found.end() + 20]}…”: {better}"


def words(name: str) -> set[str]:
    """Return the words of a name, and pairs of them."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_").split("_")
    return {*parts, *("_".join(pair) for pair in pairwise(parts))}


def forbidden_names(source: str) -> Iterator[str]:
    """Return the forbidden words in the names of a module."""
    # Reading its tokens takes long, and nearly no module has such a word even in its texts.
    if FORBIDDEN.keys().isdisjoint(word for name in set(NAME.findall(source)) for word in words(name)):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            for word in sorted(words(token.string) & FORBIDDEN.keys()):
                yield f"line {token.start[0]}, {token.string}: {FORBIDDEN[word]}"


@pytest.mark.parametrize("package", PACKAGES)
def test_code_reads_as_plain_english(package: str) -> None:
    files = [path for path in sources() if path.is_relative_to(ROOT / package)]
    found = {str(path.relative_to(ROOT)): list(phrases(path.read_text(encoding="utf-8"))) for path in files}
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_names_are_terms_of_the_field(package: str) -> None:
    files = [path for path in sources() if path.is_relative_to(ROOT / package)]
    found = {
        str(path.relative_to(ROOT)): [
            *forbidden_names(path.read_text(encoding="utf-8")),
            *(f"the module: {FORBIDDEN[word]}" for word in words(path.stem) & FORBIDDEN.keys()),
        ]
        for path in files
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_names_of_tests_have_no_leading_article_or_split_possessive() -> None:
    found = [
        f"{path.relative_to(ROOT)}, {name}: {better}"
        for path in sources()
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for pattern, better in TEST_NAMES.items()
        if re.match(pattern, name)
    ]
    assert found == []


def test_documents_read_as_plain_english() -> None:
    found = {str(path.relative_to(ROOT)): list(phrases(path.read_text(encoding="utf-8"))) for path in documents()}
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Whoever comes first", 1),
        ("It is not true any\n    # more.", 1),
        ("a sheet of the own", 1),
        ("on the owner's side", 0),
        ("no more than one", 0),
        ("any more than that", 0),
        ("they are all the same", 0),
        ('"k:anew:1"', 0),
        ('"It is here all "\n    "the same."', 1),
    ],
)
def test_phrases_are_found_across_lines(text: str, number: int) -> None:
    assert len(list(phrases(text))) == number


@pytest.mark.parametrize(
    ("source", "number"), [("class FrontDesk: pass", 1), ("letter_writer = 1", 1), ("desktop = 1", 0)]
)
def test_names_are_split_into_words(source: str, number: int) -> None:
    assert len(list(forbidden_names(source))) == number


def test_replaced_words_are_read_from_the_third_column_of_the_glossary() -> None:
    table = "| term | meaning | not in names |\n|---|---|---|\n| queue | rows (`Row`) | lane, track |\n| row | one |"
    assert replaced_words(table) == {"lane": "queue", "lanes": "queue", "track": "queue", "tracks": "queue"}


def test_terms_of_the_glossary_are_not_replaced_words() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    terms = {term for line in re.findall(r"^\| ([^|]+) \|", glossary, re.MULTILINE) for term in line.split(", ")}
    assert FORBIDDEN.keys() & terms == set()
    assert len(replaced_words(glossary)) > 40
