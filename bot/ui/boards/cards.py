"""Cards: the result of a match, titles of games, the choices of an option, a leaderboard.

A card shows what is public where it is posted: names and aliases as in the match, ratings only where the match changed
them, the position as spectators see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from bot.load import thresholds
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.time_control import DAY
from bot.matches.model.views import MatchView
from bot.matches.results.leaderboards import RatingChange
from bot.ui.boards.board_messages import match_title, result_of
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer, picture_options
from bot.ui.boards.ratings import change_of, rating_of
from bot.ui.components.messages import Attachment
from bot.ui.components.panels import number_of_players
from bot.ui.components.text import Writer
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo, OptionSpec, Outcome, Player
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text, format_number, listed
from render.cards.content import Figure, FiguresCard, NamedFigure, ResultCard, Standing, TitleCard
from render.options import PaletteName, PictureOptions, ThemeName

# ------------------------------------------------------------------------------------------------------------- result


def date_of(unix: int) -> str:
    """Return a day in UTC, as all languages read it: ``2026-11-24``."""
    return datetime.fromtimestamp(unix, UTC).date().isoformat()


async def result_picture(
    renderer: BoardRenderer, view: MatchView, turns: int, changes: Sequence[RatingChange], write: Writer
) -> Attachment | None:
    """Return the card of a finished match's result, or ``None`` if drawing fails.

    ``turns``: how many turns the match had.
    """
    write, match = write.about(view.match), view.match
    card = result_card(view, turns, changes)
    name = f"{match.game}-{match.id}-result.png"
    return await renderer.render_card(
        card, picture_options(view, write, PUBLIC_SETTINGS), name, _alt(view, card, write)
    )


def result_card(view: MatchView, turns: int, changes: Sequence[RatingChange]) -> ResultCard:
    """Return what the card of a result shows; ``view`` is that of a spectator at the end."""
    match, info = view.match, GAMES[view.match.game].info
    return ResultCard(
        info.title,
        result_of(match),
        date_of(match.ended_at or 0),
        _facts(match, turns),
        tuple(_standings(view, changes)),
        Figure(match.game, view.observation, info.seat_titles, _focus(view)),
    )


def _facts(match: Match, turns: int) -> tuple[Text, ...]:
    days = ((match.ended_at or 0) - (match.started_at or 0)) // DAY
    facts = (T("{match}", match=match_title(match)), TN("{count} turn", "{count} turns", turns))
    return (*facts, TN("{count} day", "{count} days", days)) if days else facts


def _focus(view: MatchView) -> str:
    """Return the focus on the winner's sheet, in games with sheets, else on what happened last; see the painters."""
    if sheet_planner_of(view.match.game) is None:
        return "last"
    winners = () if view.outcome is None else view.outcome.winners
    return f"seat:{winners[0] if winners else 0}"


def _standings(view: MatchView, changes: Sequence[RatingChange]) -> Iterator[Standing]:
    """Yield the players in the order of the result, then those who are not ranked."""
    rated = {one.player: one for one in changes}
    for player, place in _places(view.match, view.outcome):
        change = rated.get(player)
        yield Standing(
            player,
            place,
            _score(view, player),
            "" if change is None else rating_of(change.after),
            "" if change is None else change_of(change.before, change.after),
        )


def _places(match: Match, outcome: Outcome | None) -> Iterator[tuple[Player, int | None]]:
    ranked: set[Player] = set()
    for group in () if outcome is None else outcome.ranking:
        place = len(ranked) + 1
        for player in group:
            yield player, place
        ranked.update(group)
    for seat in sorted(match.seats, key=lambda seat: seat.player):
        if seat.player not in ranked:
            yield seat.player, None


def _score(view: MatchView, player: Player) -> str:
    """Return a player's points, in games that are played for points: those that can be played alone."""
    if view.scores is None or view.scores.total is None or GAMES[view.match.game].info.min_players > 1:
        return ""
    value = view.scores.total.values[player]
    return format_number(value) if isinstance(value, int) else ""


def _alt(view: MatchView, card: ResultCard, write: Writer) -> str:
    """Describe the card of a result: the result, the players, the last position."""
    lines = [
        T("Result of {match}, {date}:", match=match_title(view.match), date=card.date),
        card.headline,
        *result_lines(card),
        *GAMES[view.match.game].describe_position(view.observation),
    ]
    return " ".join(dict.fromkeys(map(write.plain, lines)))


def result_lines(card: ResultCard) -> Sequence[Text]:
    """Return the players of a result, a sentence each."""
    return [_standing_line(one) for one in card.standings]


def _standing_line(one: Standing) -> Text:
    said = T("{player}", player=Seat(one.player))
    if one.place is not None:
        said = T("{place}. {player}", place=one.place, player=said)
    if one.score:
        said = T("{player}: {points}", player=said, points=one.score)
    if one.rating:
        said = T("{player}, rating {rating} ({change})", player=said, rating=one.rating, change=one.change)
    return T("{sentence}.", sentence=said)


# ------------------------------------------------------------------------------------------------------------- titles


def title_options(settings: PlayerSettings, write: Writer) -> PictureOptions:
    """Return how a title is drawn for a reader."""
    return PictureOptions(
        theme=cast("ThemeName", settings.theme),
        palette=cast("PaletteName", settings.palette),
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
    )


def games_card() -> FiguresCard:
    """Return the title card of the bot: a board of each game whose rules have a figure of it."""
    figures = ((game.info, cover_of(game.info)) for game in GAMES.values())
    return FiguresCard(
        T("{name}", name="Kurultai"),
        tuple(NamedFigure(T("{game}", game=info.title), cover) for info, cover in figures if cover is not None),
        T("Board games that you play over days: a turn now, a turn tomorrow"),
    )


async def games_picture(renderer: BoardRenderer, settings: PlayerSettings, write: Writer) -> Attachment | None:
    """Return one picture of all games, or ``None`` if drawing fails."""
    titles = ", ".join(game.info.title for game in GAMES.values())
    alt = write.plain(T("A part of each game’s board: {games}", games=titles))
    return await renderer.render_title(games_card(), title_options(settings, write), "games.png", alt)


def title_card(info: GameInfo, options: Mapping[str, str]) -> TitleCard | None:
    """Return the title card of a game with the board that the options say; ``None`` if its rules have no figure."""
    figure = _chosen_board(info, options) or cover_of(info)
    if figure is None:
        return None
    return TitleCard(info.title, info.tagline, (number_of_players(info), info.typical_length), figure)


async def title_picture(
    renderer: BoardRenderer,
    info: GameInfo,
    settings: PlayerSettings,
    write: Writer,
    options: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Attachment | None:
    """Return the title card of a game, or ``None`` if there is none, drawing fails or takes more than ``seconds``."""
    chosen = {} if options is None else options
    card = title_card(info, chosen)
    if card is None:
        return None
    boards = "".join(f"-{chosen.get(spec.name, spec.default)}" for spec in info.options if spec.is_board)
    said = (T("{game}: {tagline}", game=info.title, tagline=info.tagline), T("{facts}.", facts=listed(card.facts)))
    alt = " ".join(map(write.plain, said))
    name = f"{info.slug}-title{boards}.png"
    return await renderer.render_title(card, title_options(settings, write), name, alt, seconds)


async def table_picture(renderer: BoardRenderer, match: Match, write: Writer) -> Attachment | None:
    """Return the title card of a table that waits for players; ``None`` for others, and if it is not ready in time."""
    if match.status is not MatchStatus.OPEN or match.is_full:
        return None
    info, seconds = GAMES[match.game].info, thresholds.LONGEST_TITLE
    return await title_picture(renderer, info, PUBLIC_SETTINGS, write, match.options, seconds)


def cover_of(info: GameInfo) -> Figure | None:
    """Return the board of a game that its cards show; ``None`` if its rules have no figure."""
    page = GAMES[info.slug].rules_pages()[info.cover]
    return None if page.figure is None else Figure(info.slug, page.figure, info.seat_titles, page.figure_focus)


def _chosen_board(info: GameInfo, options: Mapping[str, str]) -> Figure | None:
    """Return the board of a match at its start, if another than the usual one is chosen."""
    chosen = {spec.name: options.get(spec.name, spec.default) for spec in info.options if spec.is_board}
    usual = {spec.name: spec.default for spec in info.options if spec.is_board}
    return None if chosen == usual else _board_with(info, chosen)


def _board_with(info: GameInfo, options: Mapping[str, str]) -> Figure:
    game = GAMES[info.slug]
    observation = game.observe(game.initial_state(info.max_players, options), None)
    return Figure(info.slug, observation, info.seat_titles, whole=True)


# ------------------------------------------------------------------------------------------------------------ choices


def choices_card(info: GameInfo, spec: OptionSpec) -> FiguresCard:
    """Return the boards that an option chooses from."""
    return FiguresCard(
        T("{game}: {title}", game=info.title, title=spec.title),
        tuple(NamedFigure(choice.title, _board_with(info, {spec.name: choice.value})) for choice in spec.choices),
    )


async def choices_picture(
    renderer: BoardRenderer, info: GameInfo, settings: PlayerSettings, write: Writer
) -> Attachment | None:
    """Return a picture of the boards to choose from; ``None`` if a game has one only, or drawing fails."""
    spec = next((spec for spec in info.options if spec.is_board), None)
    if spec is None:
        return None
    alt = T(
        "The boards of {game}, side by side: {boards}.",
        game=info.title,
        boards=listed(choice.title for choice in spec.choices),
    )
    name = f"{info.slug}-{spec.name}.png"
    options = title_options(settings, write)
    return await renderer.render_title(choices_card(info, spec), options, name, write.plain(alt))
