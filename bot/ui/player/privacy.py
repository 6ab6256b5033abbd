"""``/player privacy``: show, export and delete what is stored about a user."""

from __future__ import annotations

import discord

from bot.matches.people.personal_data import Participation
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, LinkButtonSpec, OutgoingMessage, Row
from bot.ui.components.panels import panel
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.registry import handles
from engines.text import TN, T, Text


@handles("privacy")
async def on_privacy_button(context: InteractionContext, _action: Action) -> None:
    """Return to the first page."""
    await show_privacy(context)


async def show_privacy(context: InteractionContext) -> None:
    """Explain what is stored about the user."""
    write = context.write
    participation = await context.services.matches.personal_data.participation_of(context.user_id)
    participation_lines = [write(line) for line in _participation_lines(participation)] or [
        write(T("You are at no table and in no match."))
    ]
    paragraphs = [
        "## " + write(T("What I store about you")),
        write(
            T(
                "**In matches:** your Discord ID, the name you had when you joined, a name you chose for a"
                " match, and every move with its time. A match needs this data. Everyone who can see the"
                " match can see your name and your moves."
            )
        ),
        write(
            T(
                "**About you:** your settings, your holidays, your unplayed plans, which direct messages I"
                " have sent you, which matches you watch, and your ratings and results."
            )
        ),
        write(
            T(
                "**Never:** your messages, your e-mail address, your friends or your location. My logs"
                " contain match numbers and no names, and a user ID only where the text of an error has one."
            )
        ),
        "\n".join(participation_lines),
        write(
            TN(
                "**How long:** matches until you delete your data, holidays about two years, plans until the"
                " turn is played. Deleted data stays in backups for at most one day.",
                "**How long:** matches until you delete your data, holidays about two years, plans until the"
                " turn is played. Deleted data stays in backups for at most {count} days.",
                context.services.backup_days,
            )
        ),
    ]
    row: Row = (
        Action("exportme").button(write.plain(T("Get it as a file")), emoji="💾"),
        Action("forgetme").button(write.plain(T("Delete it …")), discord.ButtonStyle.danger),
    )
    if context.services.privacy_url is not None:
        row = (*row, LinkButtonSpec(context.services.privacy_url, write.plain(T("Full privacy policy"))))
    else:
        note = T("A longer version, docs/privacy.md, comes with the bot. Ask the person who runs me for it.")
        paragraphs.append("-# " + write(note))
    await context.responder.show(panel(paragraphs, (row,)))


def _participation_lines(participation: Participation) -> list[Text]:
    lines = []
    if participation.running:
        lines.append(TN("You play in one match.", "You play in {count} matches.", participation.running))
    if participation.tables:
        lines.append(TN("You sit at one open table.", "You sit at {count} open tables.", participation.tables))
    if participation.ended:
        lines.append(
            TN(
                "You have a seat in one match that has ended or that you are out of.",
                "You have seats in {count} matches that have ended or that you are out of.",
                participation.ended,
            )
        )
    return lines


@handles("exportme")
async def export_data(context: InteractionContext, _action: Action) -> None:
    """Send everything about the user as a file."""
    text = await context.services.matches.personal_data.export_person(context.user_id)
    note = T("Everything that I store about you, as JSON. It contains only your own moves, and nobody else’s name.")
    await context.responder.reply(
        OutgoingMessage(context.write(note), files=(Attachment("kurultai-me.json", text.encode()),))
    )


@handles("forgetme")
async def confirm_deletion(context: InteractionContext, _action: Action) -> None:
    """Explain what a deletion means, and ask for confirmation."""
    write = context.write
    participation = await context.services.matches.personal_data.participation_of(context.user_id)
    lines = [write(T("This cannot be undone:"))]
    if participation.running:
        lines.append(
            "- "
            + write(
                TN(
                    "You **resign** your running match.",
                    "You **resign** your {count} running matches.",
                    participation.running,
                )
            )
        )
    if participation.tables:
        lines.append(
            "- "
            + write(
                TN(
                    "You leave the open table where you sit.",
                    "You leave the {count} open tables where you sit.",
                    participation.tables,
                )
            )
        )
    lines += [
        "- " + write(T("Matches keep their moves, but your seat no longer has a name.")),
        "- " + write(T("Your settings, holidays, plans, ratings and results are deleted, from leaderboards too.")),
        "- " + write(T("Messages that I have posted stay in Discord: boards that name you, and direct messages.")),
    ]
    row = (
        Action("forgetmenow").button(write.plain(T("Yes, delete everything")), discord.ButtonStyle.danger),
        Action("exportme").button(write.plain(T("Get it as a file first")), emoji="💾"),
        Action("privacy").button(write.plain(T("No, keep my data"))),
    )
    await context.responder.show(panel(["## " + write(T("Delete everything about you?")), "\n".join(lines)], (row,)))


@handles("forgetmenow")
async def delete_data(context: InteractionContext, _action: Action) -> None:
    """Delete everything about the user."""
    await context.services.matches.personal_data.forget(context.user_id)
    context.write = context.services.writer(str(context.interaction.locale))
    done = TN(
        "Done. Your data is deleted. In one day it will be gone from my backups too. If you play again, you"
        " start from scratch.",
        "Done. Your data is deleted. In {count} days it will be gone from my backups too. If you play again,"
        " you start from scratch.",
        context.services.backup_days,
    )
    await context.responder.show(panel([context.write(done)]))
