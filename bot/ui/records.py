"""Reading a match's record: history, export, the proof of its luck; the list of one's matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.chance import SHOWN_DIGITS, shown_digits
from bot.matches.models import HistoryLine, Match, MatchStatus
from bot.ui.asked import asked_lines
from bot.ui.boards import match_title
from bot.ui.call import Call
from bot.ui.finding import begun, errand, over, playing, seated, visible_match
from bot.ui.items import Action, handles
from bot.ui.layouts import match_list, page_row, panel
from bot.ui.messages import Attachment, Outgoing
from bot.ui.text import Writer, code_block
from engines.game import CHANCE
from engines.text import TN, T, Text

NO_MATCH = T("There is no match here. /matches lists yours.")
HISTORY_PAGE = 30
"""Log entries on one page."""


@errand("history", fits=begun, prefers=(seated, playing), nothing=NO_MATCH)
async def show_history(call: Call, match: Match, _detail: str) -> None:
    """The newest page of a match's log."""
    await _history(call, match, None)


@handles("turnpage")
async def turn_history(call: Call, action: Action) -> None:
    """Another page of a match's log."""
    await _history(call, await visible_match(call, action.match_id), action.ply)


async def _history(call: Call, match: Match, page: int | None) -> None:
    lines = await call.desk.matches.history(match.id, call.user_id)
    write = call.write.about(match)
    pages = max(1, -(-len(lines) // HISTORY_PAGE))
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    shown = lines[page * HISTORY_PAGE : (page + 1) * HISTORY_PAGE]
    title = T("History of {match}, page {page} of {pages}", match=match_title(match), page=page + 1, pages=pages)
    body = code_block("\n".join(history_lines(shown, write))) if shown else write(T("Nothing has been played yet."))
    row = page_row("turnpage", page, pages, write, match.id)
    ending = f"🏁 {write(match.result)}" if match.result is not None and page == pages - 1 else ""
    message = panel([f"### {write(title)}", body, ending], (row,) if row else ())
    if call.answer.on_private and call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)


def history_lines(lines: Sequence[HistoryLine], write: Writer) -> list[str]:
    """Log entries as lines of equal layout: number, who, what. A note says itself who it is about."""
    names = write.short_names()
    who = {
        line.player: write.plain(T("(lot)")) if line.player == CHANCE else names[line.player]
        for line in lines
        if line.note is None
    }
    number = max((len(str(line.ply)) for line in lines), default=0)
    column = max(map(len, who.values()), default=0)
    return [
        f"{str(line.ply).rjust(number)}. "
        + (f"{who[line.player].ljust(column)}  {line.text}" if line.note is None else write.plain(line.note))
        for line in lines
    ]


@errand("export", fits=begun, prefers=(seated, playing), nothing=NO_MATCH)
async def export(call: Call, match: Match, _detail: str) -> None:
    """The whole match as one file."""
    text = await call.desk.matches.export(match.id, call.user_id)
    file = Attachment(f"kurultai-{match.game}-{match.id}.json", text.encode())
    note = T(
        "{match} as a file: players, options, every move. “python -m bot verify FILE” checks its luck without Discord.",
        match=match_title(match),
    )
    await call.answer.say(Outgoing(call.write(note), files=(file,)))


@errand("verify", fits=begun, prefers=(seated, over), nothing=NO_MATCH)
async def verify(call: Call, match: Match, _detail: str) -> None:
    """Recompute every deal and roll from the revealed key."""
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
    proof = await call.desk.matches.verify(match.id)
    if proof.holds:
        verdict = TN(
            "✅ The luck of {match} was fair: the key fits what was promised at the start, and the one deal or roll"
            " comes from it.",
            "✅ The luck of {match} was fair: the key fits what was promised at the start, and all {count} deals and"
            " rolls come from it.",
            proof.draws,
            match=match_title(match),
        )
    elif not proof.key_matches:
        verdict = T("❌ The key of {match} is not the one that was promised at the start.", match=match_title(match))
    elif not proof.position_matches:
        verdict = T("❌ The log of {match} does not lead to its final position.", match=match_title(match))
    else:
        verdict = T(
            "❌ These entries of {match} do not come from its key: {plies}.",
            match=match_title(match),
            plies=", ".join(str(ply) for ply in proof.wrong_plies),
        )
    commitment = match.commitment or ""
    details = [
        T("Key: {key}", key=match.key or ""),
        T("Its SHA-256: {commitment}", commitment=commitment),
        T(
            "Compare: that begins with the {count} digits under the first board, {digits}.",
            count=SHOWN_DIGITS,
            digits=shown_digits(commitment),
        ),
    ]
    await call.answer.say(panel([write(verdict), *(f"-# {write(detail)}" for detail in details)]))


# ----------------------------------------------------------------------------------------------------------- lists


@handles("matches")
async def turn_matches(call: Call, action: Action) -> None:
    """Another page of one's matches."""
    await call.answer.update(await _matches(call, action.ply))


async def show_matches(call: Call) -> None:
    """One's matches, urgent first."""
    notes = [
        T("I could not send you the boards of {match} any more, so you are not watching it.", match=match_title(match))
        for match in await call.desk.matches.stopped_watching(call.user_id)
    ]
    await call.answer.say(await _matches(call, 0, notes))


async def _matches(call: Call, page: int, told: Sequence[Text] = ()) -> Outgoing:
    matches = await call.desk.matches.matches_of(call.user_id)
    watched = await call.desk.matches.watched_by(call.user_id)
    notes = [f"⚠️ {call.write(text)}" for text in told]
    if watched:
        titles = ", ".join(match_title(match) for match in watched)
        notes.append("👁️ " + call.write(T("You are watching: {matches}", matches=titles)))
    asked = {one.match.id: one for one in await call.desk.matches.asked_of(call.user_id)}
    for match_id in asked.keys() - {match.id for match in matches}:
        ended = asked[match_id]  # a rematch
        lines = " ".join(asked_lines(ended, call.write.about(ended.match)))
        notes.append(f"**{match_title(ended.match)}** · {lines} /match rematch")
    if not matches:
        return panel([call.write(T("You are in no match. /play opens a table.")), *notes])
    unposted = await call.desk.outbox.unposted([match.id for match in matches])
    away = await call.desk.matches.away_now({seat.user_id for match in matches for seat in match.seats})
    return match_list(matches, page, call.user_id, unposted, call.write, away, notes, asked)
