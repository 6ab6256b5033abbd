"""Statistics of a player, for the server where they are requested."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors import UserError
from bot.matches.results.leaderboards import PlayerStats
from bot.ui.boards.ratings import rating_of
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer, escape, is_visible, plain
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.server.leaderboard_kinds import variant_title
from bot.ui.server.leaderboards import server_of
from engines.game import HasRoles
from engines.registry import GAMES
from engines.text import TN, T
from players.levels import name_of


@handles("stats")
async def on_statistics_button(context: InteractionContext, _action: Action) -> None:
    """Show the user's own statistics."""
    await show_stats(context, None, None)


async def show_stats(
    context: InteractionContext, player: discord.User | discord.Member | None, game: str | None
) -> None:
    """Show a player's statistics on the server, in one game or in all; by default the user's own."""
    guild_id, person = server_of(context), player or context.interaction.user
    if person.bot:
        raise UserError(T("Bots do not play, so they have no statistics."))
    statistics = await context.services.matches.leaderboards.player_stats(guild_id, person.id)
    selected = [one for one in statistics if game in (None, one.game)]
    await context.responder.show(stats_panel(person.display_name, selected, context.write))


def stats_panel(name: str, statistics: Sequence[PlayerStats], write: Writer) -> OutgoingMessage:
    """Return a player's statistics, game by game."""
    shown_name = plain(name) if is_visible(name) else write.plain(T("someone"))
    paragraphs = [f"## 📊 {escape(shown_name)}"]
    paragraphs += (_statistics(one, write) for one in statistics if one.game in GAMES)
    if not statistics:
        paragraphs.append(
            write(
                T("Nothing to show here yet: finished matches with other people count, and wins against the computer.")
            )
        )
    button = Action("ranks").button(write.plain(T("Leaderboards")), emoji="🏆")
    return panel(paragraphs, ((button,),))


def _statistics(one: PlayerStats, write: Writer) -> str:
    game, rating = GAMES[one.game], one.rating
    title = game.info.title
    lines = []
    if one.rank is not None:
        place = T("place {rank} of {among}", rank=one.rank, among=one.among)
        shown = rating_of(rating.skill)
        lines.append(write(T("**{game}** · **{rating}** · {place}", game=title, rating=shown, place=place)))
        if rating.skill.is_provisional:
            few = T("The rating is provisional: it is based on few matches and can still change a lot.")
            lines.append(f"-# {write(few)}")
    else:
        lines.append(write(T("**{game}**", game=title)))
    if rating.finished or rating.abandoned:
        lines.append(
            write(
                TN(
                    "{count} match finished: {won} won, {drawn} drawn or shared, {lost} lost. Abandoned: {abandoned}.",
                    "{count} matches finished: {won} won, {drawn} drawn or shared, {lost} lost."
                    " Abandoned: {abandoned}.",
                    rating.finished,
                    won=rating.won,
                    drawn=rating.drawn,
                    lost=rating.lost,
                    abandoned=rating.abandoned,
                )
            )
        )
    if rating.rated != rating.finished:
        rated = TN(
            "The rating is based on {count} rated match.", "The rating is based on {count} rated matches.", rating.rated
        )
        lines.append(f"-# {write(rated)}")
    if one.level_beaten is not None:
        level, name = one.level_beaten, name_of(one.level_beaten)
        lines.append(write(T("🤖 Against the computer: level {level} beaten ({name})", level=level, name=name)))
    lines += _roles(one, write)
    for variant, best in one.best_scores:
        scores = TN(
            "Alone: best score {score} in {count} match",
            "Alone: best score {score} in {count} matches",
            best.played,
            score=best.score,
        )
        if variant:
            scores = T("{scores} ({options})", scores=scores, options=variant_title(game.info, variant))
        lines.append(write(scores))
    if rating.changed_at:
        lines.append("-# " + write(T("Last match:")) + f" <t:{rating.changed_at}:R>")
    return "\n".join(lines)


def _roles(one: PlayerStats, write: Writer) -> list[str]:
    """Describe the record in each role, in games with different seats."""
    game = GAMES[one.game]
    if not isinstance(game, HasRoles):
        return []
    statistics = {role.role: role for role in one.roles}
    return [
        write(
            T(
                "{role}: {won} of {finished} won, {drawn} drawn or shared",
                role=role.title,
                won=statistics[role.name].won,
                finished=statistics[role.name].finished,
                drawn=statistics[role.name].drawn,
            )
        )
        for role in game.roles
        if role.name in statistics
    ]
