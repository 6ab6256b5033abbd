"""*Why?* under a board: what computer players expected of their turns, and of the best other ones."""

from __future__ import annotations

from bot.matches.model.log import ComputerDecision
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.text import T, Text


@handles("why")
async def on_why(context: InteractionContext, action: Action) -> None:
    """Show the reasons of the computer players for the turns that a board tells."""
    await visible_match(context, action.match_id)
    match, decisions = await context.services.matches.computer_turns.decisions(action.match_id, action.ply)
    write = context.write.about(match)
    title = write(T("Why? {match}", match=match_title(match)))
    paragraphs = [_paragraph(decision, write) for decision in decisions]
    if not paragraphs:
        paragraphs = [write(T("There is nothing to tell: this turn was the only one possible."))]
    await context.responder.reply(panel([f"### {title}", *paragraphs]))


def _paragraph(decision: ComputerDecision, write: Writer) -> str:
    lines = [f"{write.bold(decision.player)}: {write(decision.reason)}", f"-# {write(_expectation(decision))}"]
    if decision.alternative is not None:
        lines.append(f"-# {write(decision.alternative)}")
    return "\n".join(lines)


def _expectation(decision: ComputerDecision) -> Text:
    """Return what the computer player expects, in words."""
    value = decision.value
    if value > 1:
        return T("It expects about {points} points.", points=round(value))
    percent = round(100 * value)
    if not decision.is_proven:
        return T("It expects to win {percent} of 100 such matches.", percent=percent)
    if value == 1:
        return T("It has calculated everything: it can force a win.")
    if value == 0:
        return T("It has calculated everything: you can force a win.")
    return T("It has calculated everything: neither side can force a win.")
