"""Reading a match's record: history, export, the proof of its luck; the list of one's matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import groupby

from bot.matches.history.verification import Verification, objection_to
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.rng import SHOWN_DIGITS, shown_digits
from bot.matches.model.views import HistoryLine
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Attachment, Outgoing
from bot.ui.components.panels import match_list, page_row, panel
from bot.ui.components.text import Writer, fit_written
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import begun, errand, over, playing, seated, visible_match
from bot.ui.match.inbox import asked_lines
from engines.game import CHANCE, Player
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text, listed

NO_MATCH = T("There is no match here. /matches lists yours.")
PAGE_LINES, PAGE_LENGTH = 30, 3300
"""Lines of a history on one page, and how many characters at most, so that title and result have room beside them."""
LINE_LENGTH = 600
"""No turn takes more characters; a name can make it longer."""


@errand("history", fits=begun, prefers=(seated, playing), nothing=NO_MATCH)
async def show_history(call: Call, match: Match, _detail: str) -> None:
    """The newest page of a match's log."""
    await _history(call, match, None)


@handles("turnpage")
async def turn_history(call: Call, action: Action) -> None:
    """Another page of a match's log."""
    await _history(call, await visible_match(call, action.match_id), action.ply)


async def _history(call: Call, match: Match, page: int | None) -> None:
    lines = await call.desk.matches.history.lines(match.id, call.user_id)
    write = call.write.about(match)
    written = await asyncio.to_thread(history_pages, lines, write)
    pages = len(written)
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    title = T("History of {match}, page {page} of {pages}", match=match_title(match), page=page + 1, pages=pages)
    body = "\n".join(written[page]) or write(T("Nothing has been played yet."))
    row = page_row("turnpage", page, pages, write, match.id)
    ending = f"🏁 {write(match.result)}" if match.result is not None and page == pages - 1 else ""
    message = panel([f"### {write(title)}", body, ending], (row,) if row else ())
    if call.answer.on_private and call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)


def history_pages(lines: Sequence[HistoryLine], write: Writer) -> list[list[str]]:
    """A history in pages, the oldest first; one empty page where nothing has been played."""
    pages: list[list[str]] = [[]]
    length = 0
    for line in history_lines(lines, write):
        length += len(line) + 1
        if len(pages[-1]) == PAGE_LINES or (length > PAGE_LENGTH and pages[-1]):
            pages.append([])
            length = len(line) + 1
        pages[-1].append(line)
    return pages


def history_lines(lines: Sequence[HistoryLine], write: Writer) -> list[str]:
    """A history in words: the number of the turn, who, what. What came by lot stands below, small.

    Of several decisions of a player in a simultaneous turn the last one counts, and it alone is told.
    """
    if write.game is not None and GAMES[write.game].info.hidden:
        last = {(line.turn, line.player): line.ply for line in lines if line.note is None}
        lines = [line for line in lines if line.note or line.ply == last[line.turn, line.player]]
    width = max((len(str(line.turn)) for line in lines), default=0)
    written: list[str] = []
    for (turn, player, _), entries in groupby(lines, key=_in_one_line):
        group = list(entries)
        told = write(_told(group))
        if player == CHANCE:
            written.append(fit_written(f"-# {told}", LINE_LENGTH))
            continue
        who = "" if _is_sentence(group[0]) else f"{write.bold(player)}: "
        written.append(fit_written(f"`{str(turn).rjust(width)}` {who}{told}", LINE_LENGTH))
    return written


def _in_one_line(line: HistoryLine) -> tuple[int, Player, int]:
    """What entries that stand in one line have in common: all that a player does in a turn, but for whole sentences."""
    return line.turn, line.player, line.ply if line.player == CHANCE or _is_sentence(line) else 0


def _is_sentence(line: HistoryLine) -> bool:
    """Whether what is said names the player."""
    return line.note is not None or (
        line.phrase is not None and any(arg == Seat(line.player) for _, arg in line.phrase.args)
    )


def _told(group: Sequence[HistoryLine]) -> Text:
    """What is said of the entries of one line: at least one."""
    return listed(line.note or line.phrase or T("{move}", move=line.text) for line in group)


@errand("export", fits=begun, prefers=(seated, playing), nothing=NO_MATCH)
async def export(call: Call, match: Match, _detail: str) -> None:
    """The whole match as one file."""
    text = await call.desk.matches.history.export(match.id, call.user_id)
    file = Attachment(f"kurultai-{match.game}-{match.id}.json", text.encode())
    note = T(
        "{match} as a file: players, options, every move. “python -m bot verify FILE” checks its luck without Discord.",
        match=match_title(match),
    )
    await call.answer.say(Outgoing(call.write(note), files=(file,)))


def _can_be_verified(match: Match, user_id: int) -> bool:
    """The match is over, or its player asks what its luck is bound to."""
    return over(match, user_id) or (begun(match, user_id) and seated(match, user_id))


@errand("verify", fits=_can_be_verified, prefers=(seated, over), nothing=NO_MATCH)
async def verify(call: Call, match: Match, _detail: str) -> None:
    """Recompute the match: its luck from the revealed key, its end from its log."""
    write = call.write.about(match)
    if match.status is MatchStatus.RUNNING:
        text = T(
            "{match} is still running, so its key is secret. Its SHA-256 is fixed: {commitment}. When the match ends,"
            " the key is shown and every deal can be recomputed.",
            match=match_title(match),
            commitment=match.commitment or "",
        )
        await call.tell(text)
        return
    proof = await call.desk.matches.history.verify(match.id)
    title = match_title(match)
    if not proof.holds:
        await call.answer.say(
            panel([write(T("❌ {match} fails the check: {why}", match=title, why=objection_to(proof)))])
        )
        return
    verdict = TN(
        "✅ The luck of {match} was fair: the key fits what was promised at the start, and the one deal or roll comes"
        " from it.",
        "✅ The luck of {match} was fair: the key fits what was promised at the start, and all {count} deals and rolls"
        " come from it.",
        proof.draws,
        match=title,
    )
    replayed = TN(
        "The one move of its log leads to this result: {result}",
        "The {count} moves of its log lead to this result: {result}",
        proof.moves,
        result=proof.result,
    )
    seats = ", ".join(f"{seat.player + 1}. {write.bold(seat.player)}" for seat in match.seats)
    heading = write(T("Seats:"))
    told = f"{write(verdict)}\n{write(replayed)}\n{heading} {seats}"
    await call.answer.say(panel([told, *_to_compare(proof, write)]))


def _to_compare(proof: Verification, write: Writer) -> list[str]:
    """The keys and the digest, and where the beginnings of both have been posted."""
    details = []
    for number, (part, commitment) in enumerate(zip(proof.keys, proof.commitments, strict=True)):
        if number:
            details.append(T("From draw {draw} on, after a backup was restored:", draw=part.first))
        details += [
            T("Key: {key}", key=part.key.hex()),
            T("Its SHA-256: {commitment}", commitment=commitment),
            T(
                "Compare: it begins with the {count} digits under the first board, {digits}.",
                count=SHOWN_DIGITS,
                digits=shown_digits(commitment),
            )
            if not number
            else T(
                "Compare: it begins with the {count} digits under the first board after that, {digits}.",
                count=SHOWN_DIGITS,
                digits=shown_digits(commitment),
            ),
        ]
    if proof.digest is None:
        details.append(T("The match ended with an earlier version, so there is no digest of its record to compare."))
    else:
        details += [
            T("SHA-256 of the whole record: {digest}", digest=proof.digest),
            T(
                "Compare: it begins with the {count} digits under the result, {digits}.",
                count=SHOWN_DIGITS,
                digits=shown_digits(proof.digest),
            ),
        ]
    return [f"-# {write(detail)}" for detail in details]


# ----------------------------------------------------------------------------------------------------------- lists


@handles("matches")
async def turn_matches(call: Call, action: Action) -> None:
    """Another page of one's matches."""
    await call.answer.update(await _matches(call, action.ply))


async def show_matches(call: Call) -> None:
    """One's matches, urgent first."""
    notes = [
        T("I could not send you the boards of {match} any more, so you are not watching it.", match=match_title(match))
        for match in await call.desk.matches.spectators.stopped_watching(call.user_id)
    ]
    await call.answer.say(await _matches(call, 0, notes))


async def _matches(call: Call, page: int, told: Sequence[Text] = ()) -> Outgoing:
    matches = await call.desk.matches.history.matches_of(call.user_id)
    watched = await call.desk.matches.spectators.watched_by(call.user_id)
    notes = [f"⚠️ {call.write(text)}" for text in told]
    if watched:
        titles = ", ".join(match_title(match) for match in watched)
        notes.append("👁️ " + call.write(T("You are watching: {matches}", matches=titles)))
    asked = {one.match.id: one for one in await call.desk.matches.inbox.asked_of(call.user_id)}
    for match_id in asked.keys() - {match.id for match in matches}:
        ended = asked[match_id]  # a rematch
        lines = " ".join(asked_lines(ended, call.write.about(ended.match)))
        notes.append(f"**{match_title(ended.match)}** · {lines} /match rematch")
    if not matches:
        return panel([call.write(T("You are in no match. /play opens a table.")), *notes])
    unposted = await call.desk.outbox.unposted([match.id for match in matches])
    away = await call.desk.matches.holidays.away_now({seat.user_id for match in matches for seat in match.seats})
    return match_list(matches, page, call.user_id, unposted, call.write, away, notes, asked)
