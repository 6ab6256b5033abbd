"""What players have set for themselves."""

from __future__ import annotations

from bot.matches.core import MatchCore
from bot.matches.models import PlayerSettings
from bot.storage.database import Transaction


class Preferences(MatchCore):
    """Settings of players."""

    async def player_settings(self, user_id: int) -> PlayerSettings:
        """How somebody wants to see boards; the defaults for who has never said."""
        rows = await self._db.rows(
            "SELECT theme, palette, size, text_board, locale FROM players WHERE user_id = ?", (user_id,)
        )
        if not rows:
            return PlayerSettings()
        row = rows[0]
        return PlayerSettings(row["theme"], row["palette"], row["size"], bool(row["text_board"]), row["locale"])

    async def save_player_settings(self, user_id: int, settings: PlayerSettings) -> None:
        """Remember how somebody wants to see boards."""

        def work(tx: Transaction) -> None:
            tx.execute(
                "INSERT INTO players (user_id, theme, palette, size, text_board, locale) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,"
                " size = excluded.size, text_board = excluded.text_board, locale = excluded.locale",
                (
                    user_id,
                    settings.theme,
                    settings.palette,
                    settings.size,
                    int(settings.text_board),
                    settings.locale,
                ),
            )

        await self._db.write(work)
