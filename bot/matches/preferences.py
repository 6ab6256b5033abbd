"""What players have set for themselves."""

from __future__ import annotations

from bot.matches import reminding
from bot.matches.core import MatchCore
from bot.matches.models import PlayerSettings
from bot.storage.database import Transaction


class Preferences(MatchCore):
    """Settings of players."""

    async def player_settings(self, user_id: int) -> PlayerSettings:
        """How somebody wants to see boards; the defaults for who has never said."""
        rows = await self._db.rows(
            "SELECT theme, palette, size, text_board, locale, sheets FROM players WHERE user_id = ?", (user_id,)
        )
        if not rows:
            return PlayerSettings()
        row = rows[0]
        text_board, locale = bool(row["text_board"]), row["locale"]
        return PlayerSettings(row["theme"], row["palette"], row["size"], text_board, locale, row["sheets"])

    async def save_player_settings(self, user_id: int, settings: PlayerSettings) -> None:
        """Remember how somebody wants to see boards. Who wants sheets by direct message may be reached (again)."""

        def work(tx: Transaction) -> None:
            tx.execute(
                "INSERT INTO players (user_id, theme, palette, size, text_board, locale, sheets)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,"
                " size = excluded.size, text_board = excluded.text_board, locale = excluded.locale,"
                " sheets = excluded.sheets",
                (
                    user_id,
                    settings.theme,
                    settings.palette,
                    settings.size,
                    int(settings.text_board),
                    settings.locale,
                    settings.sheets,
                ),
            )
            reminding.reopen_nudges(tx, user_id)
            if settings.sheets == "dm":
                tx.execute(
                    "UPDATE letters SET closed = 0 WHERE closed = 1 AND (match_id, player) IN"
                    " (SELECT match_id, player FROM seats WHERE user_id = ?)",
                    (user_id,),
                )

        await self._db.write(work)
