"""Writing texts for Discord: the reader's language, people's names, markup that cannot be abused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.locales import Catalogue
from bot.matches.models import Match, SeatHolder
from engines.game import ScoreTable
from engines.registry import GAMES
from engines.text import Seat, T, Text

_MARKUP = re.compile(r"^[#>\-]|[\\*_~|`\[\]<]|(?<=:)//|(?<=@)(?=everyone|here)")
"""Whatever begins markup, a mention, a link or a custom emoji in Discord."""
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
"""Control characters, line breaks and marks that turn the direction of the rest of the line."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters without a shape: fillers of the Korean script, the empty Braille pattern."""

_NOTHING = "\u200b"
"""A space of no width, which keeps what stands around it from being one word."""

MESSAGE_LIMIT = 2000
ALT_LIMIT = 1024
LABEL_LIMIT = 80
OPTION_LIMIT = 100
"""Discord's limits: content of a message, an attachment's description, a button's label, the parts of a select's option
(https://discord.com/developers/docs/components/reference)."""


def plain(data: str) -> str:
    """Somebody's text in one line, without characters that are not shown."""
    return _UNSHOWN.sub(" ", data).strip()


def is_visible(name: str) -> bool:
    """Whether there is anything to see in a name; some people's is a space that Discord does not take for one."""
    return any(_is_visible(character) for character in name)


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    return character not in _BLANK and category not in {"Cc", "Cf"} and category[0] not in "ZM"


class Markup(str):
    """A field of a text that is markup of Discord's already, made by us."""

    __slots__ = ()


def moment(unix: int) -> Markup:
    """A moment in the reader's own zone, and how far away it is, which Discord keeps up to date."""
    return Markup(f"<t:{unix}:f> (<t:{unix}:R>)")


def escape(data: str) -> str:
    """Somebody's text as it is, for a place where Discord reads markup."""
    if isinstance(data, Markup):
        return data
    return _MARKUP.sub(lambda found: f"\\{found[0]}" if found[0] else _NOTHING, plain(data))


def fit(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than Discord admits."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def mention(user_id: int) -> str:
    """Markup that shows a user's name and, where the message allows it, notifies the user."""
    return f"<@{user_id}>"


def code_block(body: str) -> str:
    """Fixed-width text; backticks in it cannot end the block."""
    return "```\n" + body.replace("`", "ˋ") + "\n```"


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes texts in one language, with the names of one match's players."""

    catalogue: Catalogue
    seats: tuple[SeatHolder, ...] = ()
    game: str | None = None
    """Slug; gives titles to seats that nobody holds."""

    def about(self, match: Match) -> Writer:
        """The same language, with the players of ``match``."""
        return replace(self, seats=match.seats, game=match.game)

    def __call__(self, text: Text) -> str:
        """Write for a message: names are bold, data is escaped."""
        return self.catalogue.text(text, lambda seat: self.bold(seat.player), escape)

    def plain(self, text: Text, limit: int | None = None) -> str:
        """Write for a place without markup: alt texts, labels, code blocks, file names."""
        written = self.catalogue.text(text, self.name, plain)
        return written if limit is None else fit(written, limit)

    def calling(self, text: Text, players: Collection[int]) -> str:
        """Write for a message; the given seats are mentioned instead of named."""

        def name(seat: Seat) -> str:
            holder = self._holder(seat.player)
            if holder is not None and seat.player in players:
                return mention(holder.user_id)
            return self.bold(seat.player)

        return self.catalogue.text(text, name, escape)

    def bold(self, player: int) -> str:
        """A player's name for a message."""
        return f"**{escape(self.name(Seat(player)))}**"

    def name(self, seat: Seat) -> str:
        """The seat's name without markup: its holder's, if there is anything to see in it, else its title."""
        holder = self._holder(seat.player)
        for name in () if holder is None else (holder.called, holder.name):
            if is_visible(name):
                return plain(name)
        titles = GAMES[self.game].info.seat_titles if self.game in GAMES else ()
        title = titles[seat.player] if seat.player < len(titles) else T("Player {number}", number=seat.player + 1)
        return self.catalogue.text(title)

    def table(self, scores: ScoreTable) -> str:
        """A score table in a code block, one column for each seat."""
        return f"**{self(scores.title)}**\n" + code_block("\n".join(self.table_lines(scores)))

    def table_lines(self, scores: ScoreTable) -> list[str]:
        """A score table in lines of fixed-width characters, one column for each seat."""
        rows = [*scores.rows, *((scores.total,) if scores.total else ())]
        cells = [["", *(fit(self.name(Seat(player)), 12) for player in range(len(rows[0].values)))]]
        for row in rows:
            values = [self.plain(value) if isinstance(value, Text) else str(value) for value in row.values]
            cells.append([self.plain(row.label), *values])
        return _columns(cells, ruled=scores.total is not None)

    def _holder(self, player: int) -> SeatHolder | None:
        return next((holder for holder in self.seats if holder.player == player), None)


def _columns(cells: Sequence[Sequence[str]], *, ruled: bool) -> list[str]:
    """Lines with the first column to the left and the others to the right; a rule above the last line if asked for."""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for row in cells:
        first, *others = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join((first, *others)).rstrip())
    if ruled:
        lines.insert(-1, "─" * max(len(line) for line in lines))
    return lines
