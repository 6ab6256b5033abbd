"""Pictures of refused moves: the position, with the cells that forbid the move marked."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.matches.errors import MatchError
from bot.storage.errors import StorageError
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.responder import SENDING_ERRORS
from engines.errors import GameError

log = logging.getLogger(__name__)


class Refused(NamedTuple):
    """A move that was refused because of some cells. It does not keep the error, which refers to the interaction."""

    match_id: int
    places: tuple[str, ...]
    """See :attr:`engines.errors.IllegalMoveError.places`."""
    earlier: Sequence[Any]
    """See :attr:`engines.errors.IllegalMoveError.earlier`."""

    async def attach_picture(self, context: InteractionContext) -> None:
        """Add the picture to the private message that says why; what prevents it costs only the picture.

        There is none for readers of text boards, and none under load, when boards of other players wait.
        """
        services = context.services
        if services.admission.is_overloaded:
            return
        try:
            settings = await services.matches.player_settings.get(context.user_id)
            if settings.text_board:
                return
            view = await services.matches.plans.before_refusal(self.match_id, context.user_id, self.earlier)
            write = context.write.about(view.match)
            picture = await services.board_renderer.render(view, write, settings, marked=self.places)
            if picture is not None:
                await context.responder.attach(picture)
        except (GameError, MatchError, StorageError):
            log.info("the position of a refused move has changed", extra={"match": self.match_id})
        except SENDING_ERRORS:
            log.warning("the picture of a refused move could not be sent", exc_info=True)
