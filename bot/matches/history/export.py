"""Export of a match as one JSON document, from which it can be replayed and, when it is over, verified."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bot.matches.model.digest import SealedName, WholeRecord
from bot.matches.model.log import Entry, EntryKind, Record, load_names, ply_undone_to
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.position import entries_by_turn, first_position
from bot.matches.model.text_json import load_original
from bot.matches.model.views import HistoryLine, left_text, taken_back_text, taken_over_text
from engines.game import CHANCE, Player
from engines.registry import AnyGame
from engines.text import Text

FORMAT = "kurultai match"
FIRST_VERSION, FORMAT_VERSION, COPY_VERSION = 1, 2, 3
"""The version without a digest, which is still read; the version that is written; that of copies, with what is given.
"""

_HIDDEN = None
"""Replaces a move that the viewer may not know yet."""


def history_lines(game: AnyGame, match: Match, entries: Sequence[Entry], viewer: Player | None) -> list[HistoryLine]:
    """Return a log in human notation, without what the viewer may not know."""
    return [line for line, _ in _lines(game, match, entries, viewer)]


def export_document(
    game: AnyGame,
    record: Record,
    entries: Sequence[Entry],
    sealed: Sequence[SealedName] | None,
    viewer: Player | None,
) -> str:
    """Return the document. While the match runs it has no key and no secret move or position."""
    match = record.match
    whole = whole_record(record, entries, sealed) if is_open(match) else None
    log = [
        _entry_document(entry, line, known=known)
        for entry, (line, known) in zip(entries, _lines(game, match, entries, viewer), strict=True)
    ]
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": COPY_VERSION if match.given else FORMAT_VERSION,
        "match": match.id,
        "game": match.game,
        "rules_version": match.rules_version,
        "options": dict(match.options),
        "seats": [seat.display_name for seat in match.seats],
        "status": match.status,
        "termination": record.termination,
        "result": _result_of(record),
        "created_at": match.created_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "commitment": match.commitment,
        "key": match.key,
        "earlier_keys": [
            {"until_draw": one.until, "commitment": one.commitment, "key": one.key} for one in match.earlier
        ],
        "seals": None if sealed is None else [seat.seal for seat in sealed],
        "salts": None if sealed is None else [seat.salt for seat in sealed],
        "digest": None if whole is None else whole.digest,
        **({"given": match.given} if match.given else {}),
        "log": log,
        "position": _HIDDEN if game.info.has_hidden_information and not is_open(match) else record.state,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def whole_record(record: Record, entries: Sequence[Entry], sealed: Sequence[SealedName] | None) -> WholeRecord:
    """Return the whole record of an ended match, for its digest."""
    match = record.match
    return WholeRecord(
        match_id=match.id,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        seats=None if sealed is None else tuple(sealed),
        status=match.status,
        termination=record.termination,
        result=_result_of(record),
        created_at=match.created_at,
        started_at=match.started_at or 0,
        ended_at=match.ended_at or 0,
        keys=record.keys,
        log=entries,
        given=match.given,
    )


def _result_of(record: Record) -> dict[str, Any] | None:
    """Return the result in its stored wording: rewording a sentence does not change a posted digest."""
    return None if record.stored_result is None else load_original(record.stored_result)


def is_open(match: Match) -> bool:
    """Return whether the match has ended, so that nothing in it is secret."""
    return match.status in (MatchStatus.FINISHED, MatchStatus.ABORTED)


def _entry_document(entry: Entry, line: HistoryLine, *, known: bool) -> dict[str, Any]:
    return {
        "ply": entry.ply,
        "player": entry.player,
        "kind": entry.kind,
        "move": entry.move if known else _HIDDEN,
        "first_draw": entry.first_draw,
        "text": line.text,
        "at": entry.at,
    }


def _lines(
    game: AnyGame, match: Match, entries: Sequence[Entry], viewer: Player | None
) -> list[tuple[HistoryLine, bool]]:
    """Return every entry as the viewer may read it, and whether nothing of it is hidden."""
    start = first_position(game, len(match.seats), match.options)
    lines: list[tuple[HistoryLine, bool]] = []
    turns = [0]
    for number, (entry, turn, position, _) in enumerate(entries_by_turn(game, start, entries)):
        turns.append(turn)
        given = entry.ply <= match.given
        if entry.kind in (EntryKind.WITHDRAW, EntryKind.TAKEOVER, EntryKind.UNDO):
            note = _note(entry, entries[number:], turns)
            lines.append((HistoryLine(entry.ply, entry.player, "", entry.at, note, turn, given=given), True))
            continue
        before, move = position.state, game.decode_move(entry.move)
        reader = entry.player if is_open(match) else viewer
        everything = game.format_move(before, entry.player, move, entry.player)
        text = game.format_move(before, entry.player, move, reader)
        phrase = game.phrase_move(before, entry.player, move, reader)
        known = text == everything if entry.player != CHANCE else _is_public(game, match, before, move, text)
        line = HistoryLine(entry.ply, entry.player, text, entry.at, turn=turn, phrase=phrase, given=given)
        lines.append((line, known))
    return lines


def _note(entry: Entry, later: Sequence[Entry], turns: Sequence[int]) -> Text:
    """Return the note for an entry that is not a move; ``turns``: the turn of each ply so far."""
    if entry.kind is EntryKind.WITHDRAW:
        return left_text(entry.player, entry.move, _name_since_replaced(entry.player, later))
    if entry.kind is EntryKind.TAKEOVER:
        return taken_over_text(*load_names(entry.move)[:2])
    return taken_back_text(entry.player, turns[ply_undone_to(entry)])


def _name_since_replaced(player: Player, later: Sequence[Entry]) -> str | None:
    """Return the holder's name before the next takeover of the seat; ``None`` if there is none."""
    takeovers = (entry for entry in later if entry.kind is EntryKind.TAKEOVER and entry.player == player)
    return next((load_names(entry.move).former for entry in takeovers), None)


def _is_public(game: AnyGame, match: Match, before: Any, move: Any, text: str) -> bool:
    """Return whether a chance move reads the same for every player, so that nothing in it is secret."""
    if is_open(match) or not game.info.has_hidden_information:
        return True
    return all(game.format_move(before, CHANCE, move, seat.player) == text for seat in match.seats)
