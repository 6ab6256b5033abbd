"""Verification of ended matches, stored or exported."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.errors import MatchError
from bot.matches.history.export import COPY_VERSION, FIRST_VERSION, FORMAT, FORMAT_VERSION
from bot.matches.history.given import players_gone, uses_no_draw
from bot.matches.model.digest import MANAGER, SealedName, WholeRecord
from bot.matches.model.log import Entry, EntryKind, load_names
from bot.matches.model.match import MatchStatus
from bot.matches.model.position import Playback, Position, first_position, says_position
from bot.matches.model.rng import CommittedRng, KeyPart, commitment_of, key_of
from bot.matches.model.text_json import text_from_json
from engines.errors import InvalidMoveError
from engines.game import CHANCE, Player
from engines.registry import GAMES, AnyGame, rules_of
from engines.text import Arg, Seat, T, Text

_ENDS_WITHOUT_OUTCOME = {
    (MatchStatus.FINISHED, "agreement"): T("The match ends in a draw by agreement."),
    (MatchStatus.FINISHED, "resignation"): T("All people have left the match, so it ends here."),
    (MatchStatus.ABORTED, "abort"): T("The match ends without a result by agreement."),
    (MatchStatus.ABORTED, "stalled"): T("The match ends without a result, because everyone stopped playing."),
    (MatchStatus.ABORTED, "deserted"): T("The match ends without a result, because everyone had run out of time."),
    (MatchStatus.ABORTED, MANAGER): T("A server manager ended the match."),
}
"""Ends that do not follow from a log, by status and machine name."""


class ExportError(MatchError):
    """The file cannot be verified: it is not an export, or the match was still running."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying an ended match."""

    match_id: int
    game: str
    players: tuple[str, ...]
    """Names of the players, by seat; empty if the name was deleted."""
    result: Text
    """How the match ended: by its log, or, if players or a manager ended it, as recorded."""
    moves: int
    """How many moves of players were replayed."""
    given: int
    """How many entries are given from another match, so that their chance moves come from no key."""
    rolls: int
    """How many chance moves were recomputed."""
    keys: tuple[KeyPart, ...]
    """The keys that were revealed."""
    commitments: tuple[str, ...]
    """What the keys' SHA-256 must be. For a file this is what the file says; the bot's messages have the original."""
    wrong_plies: tuple[int, ...]
    """Log entries whose chance move does not come from the key, or that are not legal."""
    position_matches: bool
    """Whether the log leads to the stored or exported final position."""
    end_matches: bool
    """Whether the match ended as recorded, and the log leads to that end."""
    names_match: bool
    """Whether the names are those that were sealed when the match ended, as far as can be checked."""
    digest: str | None
    """The SHA-256 of the record; ``None`` if the match is older than digests."""
    stated_digest: str | None
    """What the digest must be. For a file this is what the file says; the bot's message has the original."""

    @property
    def key_matches(self) -> bool:
        """Return whether the revealed keys hash to the commitments."""
        return tuple(commitment_of(part.key) for part in self.keys) == self.commitments

    @property
    def holds(self) -> bool:
        """Return whether every check succeeded."""
        return (
            self.key_matches
            and self.position_matches
            and self.end_matches
            and self.names_match
            and self.digest == self.stated_digest
            and not self.wrong_plies
        )


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of replaying a log with its keys."""

    position: Position | None
    """``None`` if an entry is not legal, so that the rest cannot be replayed."""
    rolls: int
    """Number of chance moves that come from a key: those that are not given."""
    draws: int
    """Number of draws they used."""
    wrong_plies: tuple[int, ...]
    """Entries that are wrong: chance moves not from the key, moves that are not legal."""


def replay_with_keys(
    game: AnyGame, start: Position, match_id: int, keys: Sequence[KeyPart], entries: Sequence[Entry], given: int
) -> Replayed:
    """Replay a log and recompute every chance move after the ``given`` entries, which only have to be legal."""
    draws, rolls = 0, 0
    played = Playback(game, start, entries)
    wrong: list[int] = []
    for entry in entries:
        try:
            if entry.ply <= given:
                if not uses_no_draw(entry):
                    wrong.append(entry.ply)
            elif entry.kind is EntryKind.CHANCE:
                rolls += 1
                rng = CommittedRng(key_of(keys, draws), match_id, draws)
                if not _comes_from(rng, game, played.position, entry):
                    wrong.append(entry.ply)
                draws = rng.next
            if entry.ply != played.position.ply + 1:
                raise ValueError(f"entry {entry.ply} follows on ply {played.position.ply}")
            played.step(entry)
        except ValueError:  # includes GameError
            if entry.ply not in wrong:
                wrong.append(entry.ply)
            return Replayed(None, rolls, draws, tuple(wrong))
    return Replayed(played.position, rolls, draws, tuple(wrong))


def _comes_from(rng: CommittedRng, game: AnyGame, position: Position, entry: Entry) -> bool:
    """Return whether a chance move is the next one from the key."""
    if CHANCE not in game.players_to_move(position.state) or entry.first_draw != rng.next:
        return False
    return game.encode_move(game.sample_chance(position.state, rng)) == entry.move


def verification_of(
    game: AnyGame,
    record: WholeRecord,
    names: Sequence[str],
    commitments: Sequence[str],
    final: str,
    stated_digest: str | None,
) -> Verification:
    """Check keys, luck, moves, final position, end, names and digest of an ended match.

    Args:
        game: the rules.
        record: the whole record.
        names: the players' names, by seat.
        commitments: what the SHA-256 of the keys must be.
        final: the final position as text.
        stated_digest: what the digest must be.

    Raises:
        InvalidOptionsError: the game does not allow these players and options.
    """
    start = first_position(game, len(names), record.options)
    replayed = replay_with_keys(game, start, record.match_id, record.keys, record.log, record.given)
    position = replayed.position
    result = None if position is None else _result(game, record, position)
    return Verification(
        match_id=record.match_id,
        game=record.game,
        players=tuple(names),
        result=result or T("The match has ended."),
        moves=sum(entry.kind is EntryKind.MOVE for entry in record.log),
        given=record.given,
        rolls=replayed.rolls,
        keys=record.keys,
        commitments=tuple(commitments),
        wrong_plies=replayed.wrong_plies,
        position_matches=position is not None and says_position(game, final, position.state),
        end_matches=result is not None,
        names_match=_names_match(record, names),
        digest=record.digest,
        stated_digest=stated_digest,
    )


def _result(game: AnyGame, record: WholeRecord, position: Position) -> Text | None:
    """Return how a match ended, given its last position; ``None`` if its record says something else.

    Results of earlier versions have other words: only the seats and values in them are compared.
    """
    if record.result is None:
        return None
    stored, outcome = text_from_json(record.result), game.outcome(position.state)
    if outcome is not None:
        matches = (
            record.status == MatchStatus.FINISHED
            and record.termination == outcome.termination
            and _named(stored) == _named(outcome.summary)
        )
        return outcome.summary if matches else None
    # Chance moves are made together with the move before them: a log that ends before one was cut off.
    if CHANCE in game.players_to_move(position.state):
        return None
    name = (record.termination or "").partition(" ")[0]
    last = _left_last(record.log)
    if name == "resignation" and record.status == MatchStatus.FINISHED and last is not None and _seats_in(stored):
        alone = T("{player} resigns.", player=Seat(last))
        return alone if _named(stored) == _named(alone) else None
    if _seats_in(stored):
        voted = name == "agreement" and record.status == MatchStatus.FINISHED and last is not None
        gone = _seats_of(dict(stored.args).get("players")) & players_gone(record.log)
        return stored if voted and not gone else None
    if name == "resignation" and last is None:
        return None  # what ends a match with computer players is that its last person leaves
    found = _ENDS_WITHOUT_OUTCOME.get((MatchStatus(record.status), name))
    return stored if found is not None and name == MANAGER else found


def _left_last(log: Sequence[Entry]) -> Player | None:
    """Return the player who left, if that is the last thing that was done, as when the others voted for the end."""
    done = next((entry for entry in reversed(log) if entry.kind is not EntryKind.CHANCE), None)
    return done.player if done is not None and done.kind is EntryKind.WITHDRAW else None


def _seats_of(value: Arg | None) -> set[Player]:
    """Return the players that a value names."""
    if isinstance(value, Seat):
        return {value.player}
    if isinstance(value, Text):
        return set[Player]().union(*(_seats_of(inner) for _, inner in value.args))
    return set()


def _named(text: Text) -> tuple[object, ...]:
    """Return the fields of a text without its words."""
    return tuple((name, _named(value) if isinstance(value, Text) else value) for name, value in text.args), text.count


def _seats_in(text: Text) -> bool:
    """Return whether a text names a seat."""
    return any(_is_about(value) for _, value in text.args)


def _is_about(value: Arg) -> bool:
    return isinstance(value, Seat) or (isinstance(value, Text) and _seats_in(value))


def _names_match(record: WholeRecord, names: Sequence[str]) -> bool:
    """Return whether the names are the sealed ones and those the log gives for substitutions."""
    if record.seats is not None:
        if len(record.seats) != len(names) or not all(seat.holds for seat in record.seats):
            return False
        if [seat.name for seat in record.seats] != list(names):
            return False
    newcomers = _newcomers(record.log[record.given :])
    return all(
        newcomer in (name, "") or not name
        for name, newcomer in zip(names, map(newcomers.get, range(len(names))), strict=True)
        if newcomer is not None
    )


def _newcomers(log: Sequence[Entry]) -> Mapping[int, str]:
    """Return who last took over each seat, by the log."""
    found = {}
    for entry in log:
        if entry.kind is EntryKind.TAKEOVER:
            try:
                found[entry.player] = load_names(entry.move).newcomer
            except InvalidMoveError:
                continue  # replaying finds that this entry is wrong
    return found


def failure_reason(found: Verification) -> Text:
    """Return the first reason why a verification failed."""
    if not found.key_matches:
        return T("the key is not the one whose SHA-256 was shown at the start.")
    if found.wrong_plies:
        return T(
            "these log entries do not follow from what came before: {plies}.",
            plies=", ".join(map(str, found.wrong_plies)),
        )
    if not found.position_matches:
        return T("its log does not lead to its last position.")
    if not found.end_matches:
        return T("its log does not lead to the recorded end and result.")
    if not found.names_match:
        return T("the players’ names are not those recorded when it ended.")
    return T("its digest does not match the record.")


# ------------------------------------------------------------------------------------------------------------- files


def verify_export(document: str, games: Mapping[str, AnyGame] = GAMES) -> Verification:
    """Verify an exported file of an ended match, without a database.

    Raises:
        ExportError: it is not such a file, or the match was still running when it was written.
    """
    stored = _read(document)
    try:
        if stored["key"] is None:
            raise ExportError(
                T(
                    "This match was not over when it was exported, so its key is missing. Export it again when it"
                    " is over."
                )
            )
        game = rules_of(games, stored["game"], stored["rules_version"])
        if game is None:
            raise ExportError(T("This match was played with rules that this version of the program does not have."))
        names = [_word(name) for name in stored["seats"]]
        return verification_of(
            game,
            _record(stored, names),
            names,
            [*(_word(part["commitment"]) for part in _earlier(stored)), str(stored["commitment"])],
            stored["position"],
            stored.get("digest"),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:  # a GameError is a ValueError
        raise _no_export() from error


def _no_export() -> ExportError:
    return ExportError(T("This file is not a complete export of a match. /match action: export creates one."))


def _read(document: str) -> dict[str, Any]:
    try:
        stored = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise _no_export() from error
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise _no_export()
    if stored.get("version") not in (FIRST_VERSION, FORMAT_VERSION, COPY_VERSION):
        raise ExportError(T("Another version of the program wrote this export. Use that version to verify it."))
    return stored


def _record(stored: Mapping[str, Any], names: Sequence[str]) -> WholeRecord:
    earlier = _earlier(stored)
    firsts = [0, *(_number(part["until_draw"]) for part in earlier)]
    keys = [*(part["key"] for part in earlier), stored["key"]]
    if firsts != sorted(firsts):
        raise ValueError("keys in no order")
    return WholeRecord(
        match_id=_number(stored["match"]),
        game=_word(stored["game"]),
        rules_version=_number(stored["rules_version"]),
        options=stored["options"],
        seats=_sealed(stored, names),
        status=MatchStatus(stored["status"]),
        termination=stored["termination"],
        result=stored["result"],
        created_at=_number(stored["created_at"]),
        started_at=_number(stored["started_at"]),
        ended_at=_number(stored["ended_at"]),
        keys=tuple(KeyPart(first, bytes.fromhex(key)) for first, key in zip(firsts, keys, strict=True)),
        log=[_entry(line) for line in stored["log"]],
        given=_given(stored),
    )


def _given(stored: Mapping[str, Any]) -> int:
    """Return how many entries are given. They need a digest: otherwise rolls could be called given later."""
    if stored["version"] != COPY_VERSION:
        return 0
    if stored.get("seals") is None or stored.get("digest") is None:
        raise ValueError("a copy without a digest")
    return _number(stored["given"])


def _earlier(stored: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the keys before the last one."""
    found: Sequence[Mapping[str, Any]] = stored.get("earlier_keys", ())
    return found


def _sealed(stored: Mapping[str, Any], names: Sequence[str]) -> tuple[SealedName, ...] | None:
    if stored.get("seals") is None:
        return None
    return tuple(
        SealedName(name, None if salt is None else _word(salt), _word(seal))
        for name, salt, seal in zip(names, stored["salts"], stored["seals"], strict=True)
    )


def _entry(line: Mapping[str, Any]) -> Entry:
    kind, first = EntryKind(line["kind"]), line.get("first_draw")
    return Entry(
        ply=_number(line["ply"]),
        player=_number(line["player"]),
        kind=kind,
        move=_word(line["move"]),
        first_draw=None if first is None else _number(first),
        at=_number(line["at"]),
    )


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"not a number: {value!r}")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value
