"""What somebody is asked in a match besides turns, as it stands in lists and panels."""

from __future__ import annotations

import discord

from bot.matches.asking import Asked
from bot.matches.models import Offer, OfferKind
from bot.matches.verdicts import listed
from bot.ui.items import Action
from bot.ui.messages import Press
from bot.ui.text import Writer
from engines.text import Seat, T


def offer_line(offer: Offer, write: Writer) -> str:
    """An open offer in one line."""
    match offer.kind:
        case OfferKind.DRAW:
            return write(T("🤝 {player} offers a draw.", player=Seat(offer.by)))
        case OfferKind.ABORT:
            return write(T("🛑 {player} proposes to end the match without a result.", player=Seat(offer.by)))
        case OfferKind.REMATCH:
            return write(T("🔁 {player} would like a rematch.", player=Seat(offer.by)))
        case OfferKind.UNDO:
            return write(T("↩️ {player} would like to take back a turn.", player=Seat(offer.by)))
        case OfferKind.MOVE:
            said = write(T("📍 {player} proposes to play on in another channel:", player=Seat(offer.by)))
            return f"{said} <#{offer.args.get('channel')}>"
        case OfferKind.PAUSE:
            return write(T("⏸️ {player} proposes a pause.", player=Seat(offer.by)))
        case OfferKind.RESUME:
            return write(T("▶️ {player} would like to go on with the match.", player=Seat(offer.by)))


def asked_lines(asked: Asked | None, write: Writer) -> list[str]:
    """What somebody is asked in a match, one line for each question."""
    if asked is None:
        return []
    lines = [offer_line(offer, write) for offer in asked.offers]
    if asked.late:
        said = T("⌛ The time of {players} has run out: you are asked what shall happen.", players=listed(asked.late))
        lines.append(write(said))
    return lines


def answer_press(asked: Asked, write: Writer) -> Press:
    """A button that leads to what is asked."""
    action = Action("expired" if asked.late else "more", asked.match.id)
    return action.press(write.plain(T("Answer")), discord.ButtonStyle.primary, "❓")
