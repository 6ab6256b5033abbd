"""*Why?* under a board: what computer players expected of their turns, and of the best other ones."""

from __future__ import annotations

from bot.matches.model.log import ComputerDecision
from bot.ui.boards.board_messages import match_title, way_row
from bot.ui.components.custom_id import Action
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.registry import GAMES
from engines.text import T, Text

MOST = 6
"""Decisions that are told: the newest ones. Before a person has a turn there may be many."""


@handles("why")
async def on_why(context: InteractionContext, action: Action) -> None:
    """Show the reasons of the computer players for the turns that a board tells."""
    await visible_match(context, action.match_id)
    matches = context.services.matches
    match, decisions = await matches.computer_turns.decisions(action.match_id, action.ply)
    if not decisions:  # a person has decided after the computer players, in the same turn
        decisions = (await matches.history.view(action.match_id, ply=action.ply)).decisions
    write = context.write.about(match)
    title = write(T("Why? {match}", match=match_title(match)))
    is_score = GAMES[match.game].info.plays_for_points
    newest = {decision.player: decision for decision in decisions}
    paragraphs = [
        _paragraph(decision, write, is_score=is_score, is_newest=newest[decision.player] is decision)
        for decision in decisions[-MOST:]
    ]
    if not paragraphs:
        paragraphs = [write(T("There is nothing to tell: this turn was the only one possible."))]
    await context.responder.reply(panel([f"### {title}", *paragraphs], (way_row(match, write),)))


def _paragraph(decision: ComputerDecision, write: Writer, *, is_score: bool, is_newest: bool) -> str:
    """Return one decision.

    Args:
        decision: it.
        write: writes texts.
        is_score: whether its value is an expected score (see :class:`players.decision.Decision`).
        is_newest: whether it is the player's last one: the board tells its reason, and its value is told here.
    """
    told = [] if is_newest else [decision.reason]
    if is_newest:
        told.append(_points(decision) if is_score else _chance(decision))
    if decision.alternative is not None:
        told.append(decision.alternative)
    return f"{write.bold(decision.player)}: {' '.join(map(write, told))}"


def _points(decision: ComputerDecision) -> Text:
    return T("I expected about {points} points.", points=round(decision.value))


def _chance(decision: ComputerDecision) -> Text:
    """Return the chance to win that the computer player expected, in words."""
    if not decision.is_proven:
        return T("I expected to win the match with a chance of about {percent}%.", percent=round(100 * decision.value))
    if decision.value == 1:
        return T("I had calculated everything: the win was certain.")
    if decision.value == 0:
        return T("I had calculated everything: my opponent could force a win.")
    return T("I had calculated everything: neither side could force a win.")
