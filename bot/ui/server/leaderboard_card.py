"""A leaderboard as a picture, for everybody: the best ten, without a mark for who shares it."""

from __future__ import annotations

from bot.matches.results.leaderboards import LeaderboardPage
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer
from bot.ui.boards.cards import cover_of, date_of, title_options
from bot.ui.components.messages import Attachment
from bot.ui.components.text import Writer, fit, is_visible, plain
from bot.ui.server.leaderboard_kinds import NAME_LIMIT, SOMEONE, LeaderboardKind, level_of, number_of, record_of
from engines.text import T, Text
from render.cards.content import LeaderboardCard, Rank
from render.options import PictureOptions


async def leaderboard_picture(
    renderer: BoardRenderer, kind: LeaderboardKind, board: LeaderboardPage, server: str, now: int, write: Writer
) -> Attachment | None:
    """Return the card of the first page of a leaderboard, or ``None`` if drawing fails.

    Args:
        renderer: draws the card.
        kind: which leaderboard.
        board: its first page, with a line at least.
        server: the server's name.
        now: Unix seconds.
        write: writes in the server's language.
    """
    names = tuple(_name(line.name) for line in board.lines)
    card = leaderboard_card(kind, board, server, now)
    options = _options(write, names)
    heading = T("Leaderboard of {server}, {date}: {title}", server=server, date=card.date, title=kind.title)
    lines = [_said(one, name) for one, name in zip(card.ranks, (name or SOMEONE for name in names), strict=True)]
    alt = " ".join(map(write.plain, (heading, *lines)))
    return await renderer.render_card(card, options, f"{kind.info.slug}-leaderboard.png", alt)


def _said(one: Rank, name: str | Text) -> Text:
    """Describe a line of the picture in words."""
    said = T("{rank}. {name}, {number}, {record}", rank=one.rank, name=name, number=one.number, record=one.record)
    if one.level is not None:
        said = T("{player}, computer level {level} beaten", player=said, level=one.level)
    return T("{sentence}.", sentence=said)


def leaderboard_card(kind: LeaderboardKind, board: LeaderboardPage, server: str, now: int) -> LeaderboardCard:
    """Return what the card of a leaderboard shows."""
    ranks = tuple(Rank(line.rank, number_of(line), record_of(line), level_of(line)) for line in board.lines)
    provisional = any(one.number.endswith("?") for one in ranks)
    note: Text | None = T("? = provisional") if provisional else None
    return LeaderboardCard(
        kind.info.title,
        kind.subtitle,
        plain(server),
        date_of(now),
        ranks,
        note,
        T("= highest computer level beaten"),
        cover_of(kind.info),
    )


def _name(name: str | None) -> str:
    return "" if name is None or not is_visible(name) else fit(plain(name), NAME_LIMIT)


def _options(write: Writer, names: tuple[str, ...]) -> PictureOptions:
    """Return the options of a public picture; who has no name that can be drawn is “someone”."""
    options = title_options(PUBLIC_SETTINGS, write)
    return PictureOptions(
        theme=options.theme,
        palette=options.palette,
        translate=options.translate,
        language=options.language,
        names=names,
        seat_titles=(SOMEONE,) * len(names),
    )
