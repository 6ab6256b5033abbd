"""The registry of handlers, by the action name in the custom_id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import InteractionContext

Handler = Callable[[InteractionContext, Action], Awaitable[None]]

HANDLERS: dict[str, Handler] = {}
"""Every handler by action name; :func:`handles` fills it when ``bot.ui`` is imported."""


def handles(name: str) -> Callable[[Handler], Handler]:
    """Register a handler. A name belongs to one handler forever: old messages keep their buttons."""

    def register(handler: Handler) -> Handler:
        if name in HANDLERS:
            raise ValueError(f"two handlers for {name!r}")
        HANDLERS[name] = handler
        return handler

    return register
