"""What is done for the eye alone: old buttons taken off, deadlines brought up to date, messages deleted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Final

import discord

from bot.delivery.trouble import Trouble, trouble_of
from bot.delivery.worker import Delivered
from bot.matches.models import OutboxRow

log = logging.getLogger(__name__)

COSMETIC_ATTEMPTS: Final = 3
"""How often such a thing is tried again: what waits behind it in its lane is worth more."""

STAYS: Final = "an older message stays as it is"


async def cosmetic(row: OutboxRow, request: Awaitable[object], otherwise: str) -> Delivered:
    """Do what is tried a few times only; where Discord refuses it nobody is told, and the log says ``otherwise``.

    Raises:
        discord.HTTPException: it is worth trying again, or Discord will never take it, which is a mistake of the bot.
    """
    try:
        await request
    except discord.HTTPException as error:
        trouble = trouble_of(error)
        if trouble is Trouble.OURS or (trouble is Trouble.PASSING and row.attempts < COSMETIC_ATTEMPTS):
            raise
        log.info(otherwise, extra={"code": error.code})
    return Delivered()
