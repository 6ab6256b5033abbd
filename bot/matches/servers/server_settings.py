"""Settings of servers."""

from __future__ import annotations

from bot.matches.context import Context
from bot.matches.model.settings import ManagerAction, ServerSettings
from bot.matches.store import servers as server_store
from bot.storage.database import Transaction
from engines.text import Text


class ServerSettingsService:
    """Reads and saves settings of servers. Callers check that the user is a manager."""

    def __init__(self, context: Context) -> None:
        self._clock = context.clock
        self._db = context.database
        self._languages: dict[int, str] = {}
        """Languages of servers, so that boards need no query."""

    async def get(self, guild_id: int | None) -> ServerSettings:
        """Return a server's settings; the defaults if none are stored, and in direct messages."""
        if guild_id is None:
            return ServerSettings()
        rows = await self._db.rows(server_store.SETTINGS, (guild_id,))
        settings = server_store.settings_of(rows[0]) if rows else ServerSettings()
        self._note_language(guild_id, settings.language)
        return settings

    async def save(self, guild_id: int, user_id: int, settings: ServerSettings, act: Text) -> None:
        """Save a server's settings; ``act`` is the log entry for the change by ``user_id``."""

        def work(tx: Transaction) -> None:
            server_store.save_settings(tx, guild_id, settings)
            server_store.add_act(tx, guild_id, ManagerAction(user_id, act, self._clock()))

        await self._db.write(work)
        self._note_language(guild_id, settings.language)

    async def load_languages(self) -> None:
        """Load the languages of servers."""
        for row in await self._db.rows(server_store.LANGUAGES):
            self._languages[row["guild_id"]] = row["language"]

    def language_of(self, guild_id: int) -> str | None:
        """Return a server's language, if this process knows one."""
        return self._languages.get(guild_id)

    def _note_language(self, guild_id: int, language: str | None) -> None:
        if language is None:
            self._languages.pop(guild_id, None)
        else:
            self._languages[guild_id] = language
