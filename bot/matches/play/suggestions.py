"""Completions of a typed turn: legal moves that begin like it, then those whose words match."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from engines.errors import MoveError
from engines.game import Completion, Player
from engines.registry import AnyGame

Label: TypeAlias = Callable[[Completion], str]
"""Writes a continuation as it is shown to the user, whose language is searched for words."""

SEARCHED = 400
"""Maximum number of completions searched for words, the most useful first: a game may have thousands."""
WORDS = 8
"""Longer texts are not searched for words; they are notation or match nothing."""

_WITHOUT_DOT = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "đ": "d"})
"""Letters that users type for each other and that Unicode does not decompose."""


def suggestions(game: AnyGame, state: Any, player: Player, text: str, limit: int, label: Label) -> Sequence[Completion]:
    """Return at most ``limit`` legal continuations of a typed text.

    First come those whose notation begins with the text, then those that contain all its words, at the beginning of a
    word first. Case and diacritics do not matter. Complete moves at the beginning of the text are kept, and the words
    are searched in the next move.
    """
    found = {each.text: each for each in game.complete_move(state, player, text, limit)}
    if len(found) < limit:
        further = _with_words(game, state, player, text, label)
        for each in further:
            found.setdefault(each.text, each)
    return tuple(found.values())[:limit]


def folded(text: str) -> str:
    """Return a text for comparing typed input: without case and diacritics."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_WITHOUT_DOT)


def _with_words(game: AnyGame, state: Any, player: Player, text: str, label: Label) -> list[Completion]:
    done, wanted = _split(game, state, player, text.split())
    if not wanted or (len(wanted) == 1 and len(wanted[0]) == 1 and wanted[0].isalpha()):
        return []  # a single letter begins a notation, and is in the words of everything
    labelled = [(each, folded(label(each))) for each in game.complete_move(state, player, done, SEARCHED)]
    fitting = [(each, line) for each, line in labelled if all(word in line for word in wanted)]
    # Sorting is stable: of equally good ones, the game's most useful comes first.
    return [each for each, line in sorted(fitting, key=lambda one: not _begin_words(wanted, one[1]))]


def _split(game: AnyGame, state: Any, player: Player, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the complete moves at the beginning of a text, and the folded words after them."""
    if len(words) > WORDS:
        return "", ()
    for number in range(len(words) - 1, 0, -1):
        try:
            game.parse_turn(state, player, " ".join(words[:number]))
        except MoveError:
            continue
        return " ".join(words[:number]) + " ", tuple(_folded_words(words[number:]))
    return "", tuple(_folded_words(words))


def _folded_words(words: Sequence[str]) -> Iterator[str]:
    return filter(None, map(folded, words))


def _begin_words(wanted: Sequence[str], line: str) -> bool:
    words = line.split()
    return all(any(word.startswith(one) for word in words) for one in wanted)
