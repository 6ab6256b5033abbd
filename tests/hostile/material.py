"""Parts of hostile input: numbers of matches, versions of plans, moves, and custom ids seen before."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence

from bot.ui.handlers import HANDLERS, MATCH_COMMANDS
from bot.ui.planners.panel import version_of
from engines.registry import GAMES
from tests.hostile import texts
from tests.hostile.judge import MatchRow, StoredMatches
from tests.wire.emulator.world import Account

TEXTS = (
    *("a1", "m13", "a1-m13", "z9-a1", "h9:r17", "N4", "home", "pass", "d3", "top left", "middle"),
    *("22:00-07:00", "24:00", "7-22", "Europe/Istanbul", "America/Argentina/Buenos_Aires", "Mars/Olympus", "UTC+99"),
    *("2026-12-24", "2026-02-30", "24.12.-1.1.", "tomorrow", "1970-01-01", "9999-12-31", "0000-00-00"),
    *(
        "3d",
        "1h+10m",
        "1d 12h",
        "0",
        "-1d",
        "99999999999d",
        "1e400",
        "12h,1h",
        "90",
        "draw",
        "abort",
        "rematch",
        "undo",
    ),
    *("yes", "text", "picture", "text:h9-r17", "iye", "totem", "#pieces", "#ends", "!pass", "spam"),
)
"""Values of options and details: areas, times, time zones, dates, paces, kinds."""

NUMBERS = (0, 1, -1, 2**31, 2**53, -(2**53), 10**17, 404)
"""Numbers of matches that hardly exist; the largest are Discord's limits."""

IDS = (0, 1, 2**53, 2**63 - 1, 2**63, 10**19 - 1, 10**40)
"""Ids of servers that do not exist; the largest are more than a database stores."""


class Material:
    """Parts of inputs for the bot's current state."""

    def __init__(self, stored: StoredMatches, rng: random.Random) -> None:
        self._stored = stored
        self._rng = rng
        self.custom_ids: deque[str] = deque(maxlen=600)
        """Custom ids seen lately, of all users."""
        self._words: dict[tuple[int, int], Sequence[str]] = {}

    def number(self) -> int:
        """Return the number of any match, or of none."""
        known = list(self._stored.matches)
        return self._rng.choice(known) if known and self._rng.random() < 0.85 else self._rng.choice(NUMBERS)

    def custom_id(self, user: Account, name: str | None = None) -> str:
        """Return a custom id that exists, or one that a client could forge."""
        rng = self._rng
        if name is None and self.custom_ids and rng.random() < 0.35:
            seen = rng.choice(self.custom_ids)
            return seen if rng.random() < 0.5 else texts.mutated(seen, rng)[:100]
        if name is None and rng.random() < 0.05:
            return texts.text(rng, TEXTS, 100)
        number = self.number()
        row = self._stored.matches.get(number)
        ply = rng.choice((row.ply, row.ply, row.ply, 0, row.ply + 1, max(0, row.ply - 1), 999999999)) if row else 1
        name = name or rng.choice(list(HANDLERS))
        detail = self._detail(user, number, row)
        if rng.random() < 0.03:
            return f"k:{name}:{rng.choice(('-1', '9' * 19, '', '٣', 'x'))}:{ply}:{detail}"[:100]
        return f"k:{name}:{number}:{ply}:{detail}"[:100]

    def value(self, user: Account) -> str:
        """Return the value of a menu: of another menu, a move, a match, anything."""
        rng = self._rng
        match rng.randrange(5):
            case 0:
                return str(self.number())
            case 1:
                words = self._game_words()
                return rng.choice(("", "!")) + (rng.choice(words) if words else "d3")
            case 2:
                return rng.choice(TEXTS)
            case 3:
                return str(user.id)
            case _:
                return texts.text(rng, TEXTS, 100)

    def _detail(self, user: Account, number: int, row: MatchRow | None) -> str:
        """Return the detail of a custom id: a plan's version, a step, a move, a kind, a command, anything."""
        rng = self._rng
        detail = rng.choice((self.value(user), rng.choice(TEXTS), "", "yes"))
        if rng.random() < 0.35:
            plans = [moves for (match, _), moves in self._stored.plans.items() if match == number]
            moves = rng.choice(plans) if plans and rng.random() < 0.7 else "[]"
            detail = f"{version_of(_moves(moves))}:{detail}"
        elif rng.random() < 0.15:
            detail = f"{rng.choice(list(MATCH_COMMANDS))}:{detail}"
        elif rng.random() < 0.1:
            detail = self._request(user)
        return detail.replace("\n", " ") if rng.random() < 0.95 else detail

    def _request(self, user: Account) -> str:
        """Return what is chosen for a table, or the server of a table alert."""
        rng = self._rng
        game = rng.choice((*GAMES, "", "nosuchgame"))
        if rng.random() < 0.2:
            return f"{game}:{rng.choice(IDS)}"
        opponent, players = rng.choice(("", "", user.id)), rng.choice(("", "", 0, 1, 2, 3, 8, 999))
        return f"{game};{opponent};{players};{rng.choice(('', 'f'))};{rng.choice(('', '', 'daily', self.typed(40)))}"

    def typed(self, limit: int = 200) -> str:
        """Return text for an option or a form."""
        words = self._game_words() if self._rng.random() < 0.7 else TEXTS
        return texts.text(self._rng, words or TEXTS, limit)

    def _game_words(self) -> Sequence[str]:
        """Return some moves of a running match, as they are typed and as they are stored."""
        running = [(number, row) for number, row in self._stored.matches.items() if row.status == "running"]
        if not running:
            return ()
        number, row = self._rng.choice(running)
        key = number, row.ply // 8
        if key not in self._words:
            if len(self._words) > 200:
                self._words.clear()
            game = GAMES[row.game]
            state = game.load_state(row.state or "")
            found: list[str] = []
            for player in game.players_to_move(state):
                moves = game.legal_moves(state, player)
                for move in self._rng.sample(moves, min(12, len(moves))):
                    found += [game.encode_move(move), game.format_move(state, player, move, player)]
            self._words[key] = found
        return self._words[key]


def _moves(stored: str) -> list[str]:
    return list(json.loads(stored))
