"""Writing texts for Discord: the reader's language, people's names, markup that cannot be abused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.locales import Catalogue
from bot.matches.model.match import Match, SeatHolder
from engines.game import ScoreTable
from engines.registry import GAMES
from engines.text import Seat, T, Text, format_number
from render.characters import is_invisible
from render.names import disambiguate

_MARKUP = re.compile(
    r"^[#>\-]|[\\*_~|`\[\]<]|(?<=:)//|(?<=@)(?=everyone|here)|(?i:(?<=discord\.gg)(?=/)|(?<=\.com)(?=/invite))"
)
"""Whatever begins markup, a mention, a link or a custom emoji in Discord. Invitations need no scheme to be links."""
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")
"""Control characters, line breaks and marks that turn the direction of the rest of the line."""

_ESCAPED = re.compile(r"\\.")
FENCE = "```"
"""Begins and ends a code block."""

_NOTHING = "\u200b"
"""A zero-width space, which separates the words around it."""

NAME_COLUMN, SHORTEST_COLUMN = 12, 6
"""Characters of a name in a table of fixed width, and how many at least where the table would be too wide."""

PHONE_COLUMNS = 34
"""Characters of a code block that stand beside each other on a phone 390 pixels wide. Discord breaks longer lines
there, and with them the columns."""

MESSAGE_LIMIT = 2000
ALT_LIMIT = 1024
LABEL_LIMIT = 80
HINT_LIMIT = 100
OPTION_LIMIT = 100
"""Discord's limits: content of a message, an attachment's description, a button's label, the line below that of a
field, the parts of a select's option (https://discord.com/developers/docs/components/reference)."""


def plain(data: str) -> str:
    """User-written text in one line, without characters that are not shown."""
    return data if data.isalnum() else _UNSHOWN.sub(" ", data).strip()


def is_visible(name: str) -> bool:
    """Whether there is anything to see in a name; some people's is a space that Discord does not take for one."""
    return any(map(_is_visible, name))


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    return not is_invisible(character) and category not in {"Cc", "Cf"} and category[0] not in "ZM"


class Markup(str):
    """A field of a text that is markup of Discord's already, made by us."""

    __slots__ = ()


def moment(unix: int) -> Markup:
    """A moment in the reader's own zone, and how far away it is, which Discord keeps up to date."""
    return Markup(f"<t:{unix}:f> (<t:{unix}:R>)")


def escape(data: str) -> str:
    """User-written text, escaped for places where Discord reads markup."""
    if data.isalnum() or isinstance(data, Markup):
        return data
    return _MARKUP.sub(lambda found: f"\\{found[0]}" if found[0] else _NOTHING, plain(data))


def in_code(data: str) -> str:
    """User-written text between backticks: there a backslash is shown, and only a backtick could end the code."""
    return plain(data).replace("`", "ˋ")


def fit(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than Discord admits."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fit_written(text: str, limit: int) -> str:
    """Written text, cut where it is longer than Discord admits; bold text and code blocks end with it."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 5].rstrip("\\`*") + "…"  # half a mark is none
    if cut.count(FENCE) % 2:
        return cut + "\n" + FENCE
    if _ESCAPED.sub("", cut).count("**") % 2:
        return cut + "**"
    return cut


def mention(user_id: int) -> str:
    """Markup that shows a user's name and, where the message allows it, notifies the user."""
    return f"<@{user_id}>"


def code_block(body: str) -> str:
    """Fixed-width text; backticks in it cannot end the block."""
    return f"{FENCE}\n" + body.replace("`", "ˋ") + f"\n{FENCE}"


@dataclass(frozen=True)
class Writer:
    """Writes texts in one language, with the names of one match's players, which it looks at once."""

    catalogue: Catalogue
    seats: tuple[SeatHolder, ...] = ()
    game: str | None = None
    """Slug; gives titles to seats that nobody holds."""

    def about(self, match: Match) -> Writer:
        """The same language, with the players of ``match``."""
        if (match.seats, match.game) == (self.seats, self.game):
            return self
        return Writer(self.catalogue, match.seats, match.game)

    def __call__(self, text: Text) -> str:
        """Write for a message: names are bold, data is escaped."""
        return self.catalogue.text(text, lambda seat: self.bold(seat.player), escape, in_code)

    def plain(self, text: Text, limit: int | None = None) -> str:
        """Write for a place without markup: alt texts, labels, code blocks, file names."""
        written = self.catalogue.text(text, self.name, plain, plain)
        return written if limit is None else fit(written, limit)

    def calling(self, text: Text, players: Collection[int]) -> str:
        """Write for a message; the given seats are mentioned instead of named."""

        def name(seat: Seat) -> str:
            holder = self._holder(seat.player)
            if holder is not None and seat.player in players and not holder.is_anonymous:
                return mention(holder.user_id) + self.mark(seat.player)
            return self.bold(seat.player)

        return self.catalogue.text(text, name, escape, in_code)

    def bold(self, player: int) -> str:
        """A player's name for a message."""
        if player < len(self._bold_names):
            return self._bold_names[player]
        return f"**{escape(self.own_name(player))}**"

    def name(self, seat: Seat) -> str:
        """The seat's name without markup, told apart from those of the others at the table: ``Ann (2)``."""
        return self._names[seat.player] if seat.player < len(self._names) else self.own_name(seat.player)

    def mark(self, player: int) -> str:
        """What tells a player from others of the same name, for behind a mention: `` (2)``; empty where nobody is."""
        return self.name(Seat(player)).removeprefix(self.own_name(player))

    def own_name(self, player: int) -> str:
        """The name of the seat's holder, if there is anything to see in it, else the seat's title."""
        holder = self._holder(player)
        for name in () if holder is None else (holder.called, holder.name):
            if is_visible(name):
                return plain(name)
        if player < len(self._titles):
            return self._titles[player]
        return self.catalogue.text(T("Player {number}", number=player + 1))

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        """What the game calls its seats."""
        titles = GAMES[self.game].info.seat_titles if self.game in GAMES else ()
        return tuple(map(self.catalogue.text, titles))

    @cached_property
    def own_names(self) -> tuple[str, ...]:
        """The undisambiguated names of all seats up to the last one that is held."""
        return tuple(map(self.own_name, range(max((holder.player for holder in self.seats), default=-1) + 1)))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The same, told apart."""
        return self._apart(self.own_names)

    @cached_property
    def _bold_names(self) -> tuple[str, ...]:
        """The same for a message."""
        return tuple(f"**{escape(name)}**" for name in self._names)

    def short_names(self) -> tuple[str, ...]:
        """The same for columns of fixed-width characters."""
        return self._apart(self.own_names, NAME_COLUMN)

    def table(self, scores: ScoreTable) -> str | None:
        """A score table in a code block, one column for each seat; ``None`` where that does not fit on a phone."""
        for longest in range(NAME_COLUMN, SHORTEST_COLUMN - 1, -1):
            lines = self.table_lines(scores, longest)
            if max(map(len, lines)) <= PHONE_COLUMNS:
                return f"**{self(scores.title)}**\n" + code_block("\n".join(lines))
        return None

    def table_lines(self, scores: ScoreTable, longest: int = NAME_COLUMN) -> list[str]:
        """A score table in lines of fixed-width characters, one column for each seat; names are cut to ``longest``."""
        rows = [*scores.rows, *((scores.total,) if scores.total else ())]
        names = self._apart(tuple(map(self.own_name, range(len(rows[0].values)))), longest)
        cells = [["", *names], *([self.plain(row.label), *map(self._cell, row.values)] for row in rows)]
        return _columns(cells, ruled=scores.total is not None)

    def _cell(self, value: int | Text | None) -> str:
        if value is None:
            return "–"
        return self.plain(value) if isinstance(value, Text) else format_number(value)

    def _apart(self, names: tuple[str, ...], longest: int | None = None) -> tuple[str, ...]:
        return disambiguate(names, longest, self._titles)

    def _holder(self, player: int) -> SeatHolder | None:
        for holder in self.seats:
            if holder.player == player:
                return holder
        return None


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
