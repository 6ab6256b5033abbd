"""``/about``: what the bot is, and the links that a listed bot needs."""

from __future__ import annotations

from bot import VERSION
from bot.invite import invite_link
from bot.ui.boards.cards import games_picture
from bot.ui.components.messages import LinkButtonSpec, Row
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.services import Services
from engines.text import T


async def show_about(context: InteractionContext) -> None:
    """Introduce the bot, with a picture of all games."""
    write, services = context.write, context.services
    settings = await services.matches.player_settings.get(context.user_id)
    picture = await games_picture(services.board_renderer, settings, write)
    rows = (_links(services, context.interaction.application_id, write),)
    await context.responder.reply(panel(_paragraphs(services, write), rows, picture=picture))


def _paragraphs(services: Services, write: Writer) -> tuple[str, ...]:
    computers = T("Every game can be played with people, with computer players at five levels, or with both.")
    return (
        "## Kurultai",
        write(T("I bring board games to Discord, to be played over days: a turn now, a turn tomorrow.")),
        "" if services.matches.computer_turns.are_off else write(computers),
        write(
            T("/play begins a match, /next shows the board that waits for you, and /help says what you can do here.")
        ),
        write(T("/player privacy shows what I store about you, and there you can delete it.")),
        "-# " + write(T("Version {version}", version=VERSION)),
    )


def _links(services: Services, application_id: int, write: Writer) -> Row:
    """Return a button to add the bot to a server, and one for each address that the operator has set: at most five."""
    addresses = (
        (invite_link(application_id), T("Add me to a server")),
        (services.support_url, T("Support")),
        (services.terms_url, T("Terms of service")),
        (services.privacy_url, T("Privacy")),
        (services.source_url, T("Source code")),
    )
    return tuple(LinkButtonSpec(url, write.plain(label)) for url, label in addresses if url is not None)
