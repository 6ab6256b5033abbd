"""Personal data of a user: summary, export, deletion."""

from __future__ import annotations

import json
import logging
from typing import Any, NamedTuple

from bot.matches.context import Context
from bot.matches.errors import AlreadyPlayedError, MatchError
from bot.matches.lobby.tables import Tables
from bot.matches.model.match import MatchStatus
from bot.matches.play.loader import Loader
from bot.matches.play.turns import Turns
from bot.matches.store import personal_data as personal_store
from bot.storage.database import Reader, Transaction
from bot.storage.errors import StorageError
from bot.storage.key_value import request_vacuum
from engines.errors import GameError
from engines.text import T

log = logging.getLogger(__name__)

FORMAT, FORMAT_VERSION = "kurultai-person", 1

ATTEMPTS = 3
"""How often to search again for matches that the user has joined meanwhile."""

HOLD_SECONDS = 60
"""Seconds for which messages of a resigned match are held back. The deletion releases them; until then a board would
name the user."""


class Participation(NamedTuple):
    """How many matches a user takes part in."""

    running: int
    """Matches that would be resigned."""
    tables: int
    """Open tables that would be left."""
    ended: int
    """Matches that would keep an anonymous seat."""


class PersonalData:
    """Exports and deletes personal data."""

    def __init__(self, context: Context, loader: Loader, tables: Tables, turns: Turns) -> None:
        self._clock = context.clock
        self._db = context.database
        self._positions = context.positions
        self._outbox = context.outbox
        self._views = context.views
        self._loader = loader
        self._tables = tables
        self._turns = turns
        self.deletions = 0
        """Number of deletions in this process."""

    async def participation_of(self, user_id: int) -> Participation:
        """Return how many matches a user takes part in."""
        rows = await self._db.rows(
            personal_store.PARTICIPATION,
            (user_id,),
        )
        counts = {"running": 0, "open": 0, "ended": 0}
        for row in rows:
            gone = row["status"] == "running" and row["standing"] == "withdrawn"
            counts["ended" if gone or row["status"] not in counts else row["status"]] += row["n"]
        return Participation(counts["running"], counts["open"], counts["ended"])

    async def export_person(self, user_id: int) -> str:
        """Return everything stored about a user as one JSON document, without names, moves or ids of others."""

        def work(db: Reader) -> dict[str, Any]:
            return {
                "format": FORMAT,
                "version": FORMAT_VERSION,
                "user_id": user_id,
                "written_at": self._clock(),
                **personal_store.export(db, user_id),
            }

        return json.dumps(await self._db.read_snapshot(work), ensure_ascii=False, indent=1) + "\n"

    async def forget(self, user_id: int) -> Participation:
        """Delete everything stored about a user; return what the user took part in.

        Running matches are resigned and open tables left. Then one transaction deletes everything else; matches keep
        their logs, with an anonymous seat. Overwritten data is cleared from the file too.

        Raises:
            StorageError: it could not be stored. Matches may have been resigned already.
        """
        before = await self.participation_of(user_id)
        left: set[int] = set()

        def work(tx: Transaction) -> bool:
            if set(personal_store.unended_ids(tx, user_id)) - left:
                return False
            erased = personal_store.erase(tx, user_id)
            request_vacuum(tx, erased.tables | (personal_store.LEAVING if left else frozenset()))
            tx.after_commit(
                lambda _about: self._drop(erased.matches), "deletion"
            )  # before anything is posted about the matches
            self._outbox.release(tx, left)
            return True

        for _ in range(ATTEMPTS):
            for match_id in set(await self._db.read(lambda db: personal_store.unended_ids(db, user_id))) - left:
                if await self._leave(match_id, user_id):
                    left.add(match_id)
            if await self._db.write(work):
                await self._db.discard_log()
                return before
        raise StorageError(T("You are joining another match right now. Please try again in a moment."))

    def _drop(self, matches: frozenset[int]) -> None:
        """Drop cached positions and views of a deleted user's matches."""
        self._positions.forget(matches)
        self._views.forget()
        self.deletions += 1

    async def _leave(self, match_id: int, user_id: int) -> bool:
        """Leave a table or resign a match; false if it has advanced meanwhile and must be tried again.

        If that is not possible, such as for an eliminated player, the seat only becomes anonymous.
        """
        match = (await self._loader.load(match_id)).match
        try:
            if match.status is MatchStatus.OPEN:
                await self._tables.leave(match_id, user_id)
            else:
                await self._turns.resign(match_id, user_id, posted_after=HOLD_SECONDS)
        except AlreadyPlayedError:
            return False
        except (MatchError, StorageError, GameError) as error:
            log.info("a match cannot be left before its player is forgotten", extra={"reason": str(error)})
            return (await self._loader.load(match_id)).match.status is match.status
        return True
