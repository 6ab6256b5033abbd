"""Recomputing the luck of a match: of a stored one, or of an exported file without any database."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.chance import Luck, commitment_of
from bot.matches.errors import MatchError
from bot.matches.export import FORMAT, FORMAT_VERSION
from bot.matches.models import Verification
from bot.matches.positions import Playback, Position, first_position
from bot.matches.records import Entry, EntryKind
from engines.game import CHANCE
from engines.registry import GAMES, AnyGame
from engines.text import T


class ExportError(MatchError):
    """The file cannot be verified: it is no export, or of a match that still goes on."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came out of replaying a log with its key."""

    position: Position | None
    """``None`` when an entry does not fit, so that nothing after it can be known."""
    rolls: int
    """How many deals and rolls there were."""
    draws: int
    """How many draws they took."""
    wrong_plies: tuple[int, ...]
    """Entries that do not fit: luck that is not the key's, moves that are not legal."""


def replay_with_key(game: AnyGame, start: Position, match_id: int, key: bytes, entries: Sequence[Entry]) -> Replayed:
    """Play a log through and recompute every deal and roll on the way."""
    luck, rolls = Luck(key, match_id, 0), 0
    played = Playback(game, start, entries)
    wrong: list[int] = []
    for entry in entries:
        try:
            if entry.kind is EntryKind.CHANCE:
                rolls += 1
                if not _comes_from(luck, game, played.position, entry):
                    wrong.append(entry.ply)
            if entry.ply != played.position.ply + 1:
                raise ValueError(f"entry {entry.ply} follows on ply {played.position.ply}")
            played.step(entry)
        except ValueError:  # a GameError is one too
            if entry.ply not in wrong:
                wrong.append(entry.ply)
            return Replayed(None, rolls, luck.next, tuple(wrong))
    return Replayed(played.position, rolls, luck.next, tuple(wrong))


def _comes_from(luck: Luck, game: AnyGame, position: Position, entry: Entry) -> bool:
    """Whether a deal or roll is the next one that the key gives."""
    if CHANCE not in game.players_to_move(position.state) or entry.first_draw != luck.next:
        return False
    return game.encode_move(game.sample_chance(position.state, luck)) == entry.move


def verification_of(
    game: AnyGame, start: Position, match_id: int, key: bytes, commitment: str, entries: Sequence[Entry], final: str
) -> Verification:
    """Check key, luck, moves and final position of an ended match."""
    replayed = replay_with_key(game, start, match_id, key, entries)
    position = replayed.position
    return Verification(
        match_id=match_id,
        draws=replayed.rolls,
        commitment=commitment,
        key_matches=commitment_of(key) == commitment,
        wrong_plies=replayed.wrong_plies,
        position_matches=position is not None and game.dump_state(position.state) == final,
    )


def verify_export(document: str, games: Mapping[str, AnyGame] = GAMES) -> Verification:
    """Verify a file that :meth:`MatchService.export` wrote after the match had ended. Needs nothing but the file.

    Raises:
        ExportError: it is no such file, or the match was still running when it was written.
    """
    stored = _read(document)
    try:
        if stored["key"] is None:
            raise ExportError(
                T("This match was not over when it was exported, so its key is missing. Export it again when it is.")
            )
        game = games.get(stored["game"])
        if game is None or game.info.rules_version != stored["rules_version"]:
            game = games.get(f"{stored['game']}@{stored['rules_version']}")
        if game is None:
            raise ExportError(T("This match was played by rules that this version of the program does not have."))
        return verification_of(
            game,
            first_position(game, len(stored["seats"]), stored["options"]),
            _number(stored["match"]),
            bytes.fromhex(stored["key"]),
            str(stored["commitment"]),
            [_entry(line) for line in stored["log"]],
            stored["position"],
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:  # a GameError is a ValueError
        raise _no_export() from error


def _no_export() -> ExportError:
    return ExportError(T("This file is no complete export of a match. /match export writes one."))


def _read(document: str) -> dict[str, Any]:
    try:
        stored = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise _no_export() from error
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise _no_export()
    if stored.get("version") != FORMAT_VERSION:
        raise ExportError(T("This export was written by another version of the program, which can verify it."))
    return stored


def _entry(line: Mapping[str, Any]) -> Entry:
    kind, first = EntryKind(line["kind"]), line.get("first_draw")
    return Entry(
        ply=_number(line["ply"]),
        player=_number(line["player"]),
        kind=kind,
        move=str(line["move"]),
        first_draw=None if first is None else _number(first),
        at=_number(line["at"]),
    )


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"not a number: {value!r}")
    return value
