"""Playthroughs: whole matches as readable text that can be replayed and compared.

A transcript holds what the match was set up with and every entry of its log. From these everything else in it
(notation, sentences, boards, positions, scores, the result) is written again when it is replayed, and must come out
the same::

    game iye
    rules 1
    players 2
    option wins 1
    every 8

    0 chance: first:1
      notation first:1
      > Player 2 is drawn to begin.

    7 player 1: Hd5
      notation Hd5
      > Player 1 spends one Horse: …

    12 player 2 withdraws

    end resignation
      …

Lines of an entry are indented. ``>`` marks sentences for the player who moved, ``~`` those for spectators if they
differ (``nothing`` for a secret). ``position`` is the position text, with the board below it; it follows every
``every`` entries (8 without that line) and the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from engines.game import CHANCE, AnyGame, Outcome, Player, Rng, ScoreRow, ScoreTable, Step

POSITION_EVERY = 8
"""The default number of entries between two positions of a transcript."""

_ENTRY = re.compile(r"(?P<number>[0-9]+) (?:chance|player (?P<seat>[1-9][0-9]*))(?:: (?P<move>.+)| withdraws)")


class PlaythroughError(ValueError):
    """The text is not a transcript, or its replay differs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a match's log."""

    player: Player
    move: str | None
    """Machine text of the move; ``None``: the player withdraws."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """The set-up of a match, and its log."""

    slug: str
    rules_version: int
    num_players: int
    options: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]
    every: int = POSITION_EVERY
    """The number of entries between two positions; there is always one after the last entry."""


def play_at_random(game: AnyGame, num_players: int, options: Mapping[str, str], rng: Rng) -> Playthrough:
    """A whole match of random legal moves (at most :attr:`GameInfo.max_plies` of them)."""
    state = game.initial_state(num_players, options)
    entries: list[Entry] = []
    while len(entries) < game.info.max_plies and (waiting := game.players_to_move(state)):
        player = waiting[rng.randrange(len(waiting))]
        if player == CHANCE:
            move = game.sample_chance(state, rng)
        else:
            legal = game.legal_moves(state, player)
            move = legal[rng.randrange(len(legal))]
        entries.append(Entry(player, game.encode_move(move)))
        state = game.apply(state, player, move)
    return Playthrough(
        game.info.slug, game.info.rules_version, num_players, tuple(sorted(options.items())), tuple(entries)
    )


def final_state(game: AnyGame, played: Playthrough) -> Any:
    """The position after the whole log."""
    state = game.initial_state(played.num_players, dict(played.options))
    for entry in played.entries:
        state = _next(game, state, entry)
    return state


def _next(game: AnyGame, state: Any, entry: Entry) -> Any:
    if entry.move is None:
        return game.withdraw(state, entry.player)
    return game.apply(state, entry.player, game.decode_move(entry.move))


# --------------------------------------------------------------------------------------------------------- writing


def record(game: AnyGame, played: Playthrough) -> str:
    """The transcript of a match, ending with a line break.

    Raises:
        GameError: the log has a move that the game refuses.
    """
    return "\n".join(_lines(game, played)) + "\n"


def _lines(game: AnyGame, played: Playthrough) -> Iterator[str]:
    yield f"game {played.slug}"
    yield f"rules {played.rules_version}"
    yield f"players {played.num_players}"
    for name, value in played.options:
        yield f"option {name} {value}"
    if played.every != POSITION_EVERY:
        yield f"every {played.every}"
    state = game.initial_state(played.num_players, dict(played.options))
    for number, entry in enumerate(played.entries):
        yield ""
        yield from _entry_lines(game, state, number, entry)
        state = _next(game, state, entry)
        if number % played.every == played.every - 1 or number == len(played.entries) - 1:
            yield from _position_lines(game, state)
    outcome = game.outcome(state)
    if outcome is not None:
        yield ""
        yield from _outcome_lines(outcome)


def _entry_lines(game: AnyGame, state: Any, number: int, entry: Entry) -> Iterator[str]:
    player = entry.player
    who = "chance" if player == CHANCE else f"player {player + 1}"
    if entry.move is None:
        yield f"{number} {who} withdraws"
        return
    yield f"{number} {who}: {entry.move}"
    move = game.decode_move(entry.move)
    own_view = None if player == CHANCE else player
    notation, sentences = (call(state, player, move, own_view) for call in (game.format_move, game.describe_move))
    public, public_sentences = (call(state, player, move, None) for call in (game.format_move, game.describe_move))
    yield f"  notation {notation}" + (f" ~ {public}" if public != notation else "")
    yield from (f"  > {sentence}" for sentence in sentences)
    if public_sentences != sentences:
        yield from (f"  ~ {sentence}" for sentence in public_sentences or ("nothing",))
    scores = game.scores_after((Step(state, player, move),))
    if scores is not None:
        yield from _score_lines(scores)


def _position_lines(game: AnyGame, state: Any) -> Iterator[str]:
    yield f"  position {game.dump_state(state)}"
    for line in game.text_board(game.observe(state, None)).splitlines():
        yield f"    {line}".rstrip()


def _outcome_lines(outcome: Outcome) -> Iterator[str]:
    yield f"end {outcome.termination}"
    yield f"  > {outcome.summary}"
    places = " > ".join(" = ".join(str(player + 1) for player in group) for group in outcome.ranking)
    yield f"  ranking {places}".rstrip()
    if outcome.scores is not None:
        yield from _score_lines(outcome.scores)


def _score_lines(table: ScoreTable) -> Iterator[str]:
    yield f"  scores {table.title}"
    rows: tuple[ScoreRow, ...] = table.rows if table.total is None else (*table.rows, table.total)
    for row in rows:
        yield f"    {row.label}: " + " | ".join("–" if value is None else str(value) for value in row.values)


# --------------------------------------------------------------------------------------------------------- reading


def read(text: str) -> Playthrough:
    """Read the set-up and the log from a transcript; everything else in it is ignored.

    Raises:
        PlaythroughError: it is not a transcript.
    """
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith((" ", "#", "end ")):
            continue
        entry = _ENTRY.fullmatch(line)
        key, _, value = line.partition(" ")
        if entry:
            entries.append(_entry(entry, len(entries), number))
        elif key in ("game", "rules", "players", "every"):
            header[key] = value
        elif key == "option":
            name, _, chosen = value.partition(" ")
            options[name] = chosen
        else:
            raise PlaythroughError(f"line {number} is neither set-up nor an entry: {line!r}")
    try:
        return Playthrough(
            header["game"],
            int(header["rules"]),
            int(header["players"]),
            tuple(sorted(options.items())),
            tuple(entries),
            _positive(header.get("every", str(POSITION_EVERY))),
        )
    except (KeyError, ValueError) as error:
        raise PlaythroughError("the lines game, rules and players must come first") from error


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("a position after no entry")
    return number


def _entry(found: re.Match[str], expected: int, line: int) -> Entry:
    if int(found["number"]) != expected:
        raise PlaythroughError(f"line {line}: entry {found['number']} where {expected} must follow")
    return Entry(int(found["seat"]) - 1 if found["seat"] else CHANCE, found["move"])


def replay(game: AnyGame, text: str) -> Outcome | None:
    """Play a transcript again and compare every line of it; lines that begin with ``#`` are remarks.

    Returns:
        How the match ended; ``None`` for an unfinished one.

    Raises:
        PlaythroughError: it is of another game or version, or its replay differs.
        GameError: the game refuses a move of it.
    """
    played = read(text)
    if (played.slug, played.rules_version) != (game.info.slug, game.info.rules_version):
        raise PlaythroughError(f"recorded with version {played.rules_version} of {played.slug}")
    written = [line for line in text.splitlines() if not line.startswith("#")]
    differing = _first_difference(written, record(game, played).splitlines())
    if differing is not None:
        raise PlaythroughError(differing)
    outcome: Outcome | None = game.outcome(final_state(game, played))
    return outcome


def _first_difference(recorded: Sequence[str], replayed: Sequence[str]) -> str | None:
    for number, (old, new) in enumerate(zip_longest(recorded, replayed), start=1):
        if old != new:
            return f"line {number} (without remarks): recorded {old!r}, replayed {new!r}"
    return None
