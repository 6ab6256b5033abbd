"""What the bot does once after its start, while it already works."""

from __future__ import annotations

import logging

from bot.ui.interactions.services import Services

log = logging.getLogger(__name__)


async def after_start(services: Services) -> None:
    """Warm up the renderer for games with running matches, and record missing results.

    Other games take a moment longer for their first board, but no memory.
    """
    try:
        games = await services.matches.history.games_with_running_matches()
    except Exception:
        log.exception("the renderer could not be warmed up")
        return
    await services.board_renderer.warm_up(games)
    await _record_missing_results(services)


async def _record_missing_results(services: Services) -> None:
    """Record results of matches that ended before results were stored; usually there are none."""
    after: tuple[int, int] | None = (-1, 0)
    try:
        while after is not None and not services.admission.draining:
            after = await services.matches.leaderboards.record_missing(after)
    except Exception:
        log.exception("missing results could not be recorded; the next start tries again")
