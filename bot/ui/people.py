"""People who are chosen from a list of members, and answers where there may be a public message or a private panel."""

from __future__ import annotations

import re
from typing import Any

from bot.errors import RefusalError
from bot.matches.models import Person
from bot.ui.call import NO_CHOICE, Call
from bot.ui.messages import Outgoing
from engines.text import Text

ID = re.compile(r"[0-9]{1,19}")
LARGEST_ID = 2**63 - 1
"""Ids are numbers of 64 bits; SQLite has no larger ones than this."""


def person_of_id(text: str) -> Person | None:
    """Somebody of whom a control says no more than the id; ``None``: it says none."""
    return Person(int(text), "") if ID.fullmatch(text) and 0 < int(text) <= LARGEST_ID else None


def chosen_person(call: Call) -> Person:
    """Who was chosen in a select of members.

    Raises:
        RefusalError: nobody was; no client of Discord sends that.
    """
    data: Any = call.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    user = users.get(call.choice)
    if user is None:
        raise RefusalError(NO_CHOICE)
    return Person(int(user["id"]), user.get("global_name") or user["username"], bool(user.get("bot")))


async def tell_done(call: Call, text: Text) -> None:
    """Confirm what was done: in the place of the private question that led to it, else in a message of its own."""
    written = Outgoing(call.write(text))
    if call.answer.on_private and not call.answer.on_layout:
        await call.answer.update(written)
    else:
        await call.answer.say(written)
