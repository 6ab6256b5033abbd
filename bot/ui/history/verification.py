"""``/match action: verify``: the proof of a match's luck."""

from __future__ import annotations

from bot.matches.history.verification import Verification, failure_reason
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.rng import SHOWN_DIGITS, shown_digits
from bot.ui.boards.board_messages import match_title, way_row
from bot.ui.boards.computers import given_note
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.history.log import NO_MATCH
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_ended, has_started, match_command, seated
from engines.text import TN, T, Text


def _can_be_verified(match: Match, user_id: int) -> bool:
    """Whether the match is over, or the user plays in it and may see its commitment."""
    return has_ended(match, user_id) or (has_started(match, user_id) and seated(match, user_id))


@match_command("verify", fits=_can_be_verified, prefers=(seated, has_ended), empty_message=NO_MATCH)
async def verify(context: InteractionContext, match: Match, _detail: str) -> None:
    """Recompute the match: its luck from the revealed key, its result from its log."""
    write = context.write.about(match)
    if match.status is MatchStatus.RUNNING:
        text = T(
            "{match} is still running, so its key is secret. Its SHA-256 is fixed: {commitment}. When the match ends,"
            " the key is shown, and everybody can check what was random.",
            match=match_title(match),
            commitment=match.commitment or "",
        )
        if match.given:
            text = T("{text} For the given turns, only the rules can be checked.", text=text)
        await context.responder.reply(OutgoingMessage(write(text), (way_row(match, write),)))
        return
    proof = await context.services.matches.history.verify(match.id)
    title, given = match_title(match), given_note(match)
    if not proof.holds:
        await context.responder.reply(
            panel(
                [write(T("❌ {match} fails the check: {why}", match=title, why=failure_reason(proof)))],
                (way_row(match, write),),
            )
        )
        return
    verdict = _luck(proof, title) if given is None else _luck_after_given(proof, title, given)
    replayed = (
        TN(
            "The one move in its log leads to this result: {result}",
            "The {count} moves in its log lead to this result: {result}",
            proof.moves,
            result=proof.result,
        )
        if proof.moves
        else T("Nobody moved, and it ended with this result: {result}", result=proof.result)
    )
    seats = ", ".join(f"{seat.player + 1}. {write.bold(seat.player)}" for seat in match.seats)
    heading = write(T("Seats:"))
    summary = f"{write(verdict)}\n{write(replayed)}\n{heading} {seats}"
    await context.responder.reply(panel([summary, *_digests_to_compare(proof, write)], (way_row(match, write),)))


def _luck(proof: Verification, title: str) -> Text:
    """Return that the luck of a match was fair."""
    return TN(
        "✅ The luck of {match} was fair: the key matches what was promised at the start, and the one random event"
        " comes from it.",
        "✅ The luck of {match} was fair: the key matches what was promised at the start, and all {count} random"
        " events come from it.",
        proof.rolls,
        match=title,
    )


def _luck_after_given(proof: Verification, title: str, given: Text) -> Text:
    """Return that the luck of a copy was fair, and what was not checked."""
    since = (
        T("After that, nothing in {match} was random.", match=title)
        if not proof.rolls
        else TN(
            "After that, the luck of {match} was fair: the key matches what was promised at the start, and the one"
            " random event comes from it.",
            "After that, the luck of {match} was fair: the key matches what was promised at the start, and all {count}"
            " random events come from it.",
            proof.rolls,
            match=title,
        )
    )
    return T("✅ {given} There, only the rules could be checked. {since}", given=given, since=since)


def _digests_to_compare(proof: Verification, write: Writer) -> list[str]:
    """Return the keys and the digest, and where the first digits of both were posted."""
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
        details.append(
            T("The match ended under an earlier version of the bot, so there is no digest of its record to compare.")
        )
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
