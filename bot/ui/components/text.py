"""Writes texts for Discord in the reader's language, with players' names and safe markup."""

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
from engines.text import WORD_JOINER, Seat, T, Text, format_number
from render.bidi import isolated
from render.characters import END_OF_ISOLATE, ISOLATE, is_invisible
from render.names import disambiguate

_MARKUP = re.compile(
    r"^[#>\-]|[\\*_~|`\[\]<]|(?<=:)//|(?<=@)(?=everyone|here)|(?i:(?<=discord\.gg)(?=/)|(?<=\.com)(?=/invite))"
)
"""The characters that begin markup, a mention, a link or a custom emoji in Discord. Invite links need no scheme."""
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")
"""Control characters, line breaks, and marks that change the text direction of the rest of the line."""

_RUN = re.compile(r"(?<=[0-9])–(?=[a-z][0-9])")
"""The dash between two cells."""

_ESCAPED = re.compile(r"\\.")
FENCE = "```"
"""The fence of a code block."""

_NOTHING = "\u200b"
"""A zero-width space, which separates the words around it."""

NAME_COLUMN, SHORTEST_COLUMN = 12, 6
"""Maximum characters of a name in a fixed-width table, and the minimum if the table would be too wide."""

PHONE_COLUMNS = 34
"""Characters per line of a code block on a phone 390 pixels wide. Discord breaks longer lines, which destroys the
columns.
"""

MESSAGE_LIMIT = 2000
ALT_LIMIT = 1024
LABEL_LIMIT = 80
HINT_LIMIT = 100
OPTION_LIMIT = 100
"""Discord's limits: content of a message, an attachment's description, a button's label, the line below that of a
field, the parts of a select's option (https://discord.com/developers/docs/components/reference)."""


def plain(data: str) -> str:
    """Return user-written text on one line, without invisible characters."""
    return data if data.isalnum() else _UNSHOWN.sub(" ", data).strip()


def is_visible(name: str) -> bool:
    """Return whether a name has visible characters; some users' names are a space that Discord does not recognise as
    one.
    """
    return any(map(_is_visible, name))


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    return not is_invisible(character) and category not in {"Cc", "Cf"} and category[0] not in "ZM"


class Markup(str):
    """A field of a text that already is Discord markup."""

    __slots__ = ()


def moment(unix: int) -> Markup:
    """Return a time in the reader's time zone and relative to now; Discord keeps it up to date."""
    return Markup(f"<t:{unix}:f> (<t:{unix}:R>)")


def escape(data: str) -> str:
    """Return user-written text, escaped for places with markup."""
    if data.isalnum() or isinstance(data, Markup):
        return data
    return _MARKUP.sub(lambda found: f"\\{found[0]}" if found[0] else _NOTHING, plain(data))


def in_code(data: str) -> str:
    """Return user-written text for between backticks, where only a backtick needs escaping."""
    return plain(data).replace("`", "ˋ")


def unbroken(written: str) -> str:
    """Return written text in which no line breaks within a run such as ``f3–g5``."""
    return _RUN.sub(f"{WORD_JOINER}–{WORD_JOINER}", written) if "–" in written else written


def fit(text: str, limit: int) -> str:
    """Return the text, cut with an ellipsis if it exceeds a limit of Discord."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fit_written(text: str, limit: int) -> str:
    """Return written text, cut to a limit of Discord; bold text and code blocks are closed."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 5].rstrip("\\`*") + "…"  # half a mark is none
    if cut.count(FENCE) % 2:
        return cut + "\n" + FENCE
    if _ESCAPED.sub("", cut).count("**") % 2:
        return cut + "**"
    return cut


def mention(user_id: int) -> str:
    """Return markup that shows a user's name and, if the message allows it, notifies the user."""
    return f"<@{user_id}>"


def code_block(body: str) -> str:
    """Return a code block; backticks in the text cannot end it."""
    return f"{FENCE}\n" + body.replace("`", "ˋ") + f"\n{FENCE}"


@dataclass(frozen=True)
class Writer:
    """Writes texts in one language, with the names of one match's players; names are computed once."""

    catalogue: Catalogue
    seats: tuple[SeatHolder, ...] = ()
    game: str | None = None
    """Slug; its seat titles name seats without a holder."""

    def about(self, match: Match) -> Writer:
        """Return a writer in the same language for the players of ``match``."""
        if (match.seats, match.game) == (self.seats, self.game):
            return self
        return Writer(self.catalogue, match.seats, match.game)

    def __call__(self, text: Text) -> str:
        """Write for a message: names are bold, user-written text is escaped."""
        return unbroken(self.catalogue.text(text, lambda seat: self.bold(seat.player), escape, in_code))

    def plain(self, text: Text, limit: int | None = None) -> str:
        """Write without markup: alt texts, labels, code blocks, file names."""
        written = self.catalogue.text(text, lambda seat: isolated(self.name(seat)), plain, plain)
        return written if limit is None else fit(written, limit)

    def mentioning(self, text: Text, players: Collection[int]) -> str:
        """Write for a message; the given seats are mentioned instead of named."""

        def name(seat: Seat) -> str:
            holder = self._holder(seat.player)
            if holder is not None and seat.player in players and holder.has_user:
                return mention(holder.user_id) + self.mark(seat.player)
            return self.bold(seat.player)

        return unbroken(self.catalogue.text(text, name, escape, in_code))

    def bold(self, player: int) -> str:
        """Return a player's name in bold."""
        if player < len(self._bold_names):
            return self._bold_names[player]
        return f"**{isolated(escape(self.own_name(player)))}**"

    def name(self, seat: Seat) -> str:
        """Return a player's name without markup, distinct from the others at the table: ``Ann (2)``."""
        return self._names[seat.player] if seat.player < len(self._names) else self.own_name(seat.player)

    def mark(self, player: int) -> str:
        """Return what distinguishes a player from others of the same name, after a mention: `` (2)``; usually empty."""
        return self.name(Seat(player)).removeprefix(self.own_name(player))

    def own_name(self, player: int) -> str:
        """Return the holder's own name, or the seat's title if the name is invisible."""
        holder = self._holder(player)
        for name in () if holder is None else (holder.display_name, holder.name):
            if is_visible(name):
                return plain(name)
        if player < len(self._titles):
            return self._titles[player]
        return self.catalogue.text(T("Player {number}", number=player + 1))

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        """Return the game's titles of its seats."""
        titles = GAMES[self.game].info.seat_titles if self.game in GAMES else ()
        return tuple(map(self.catalogue.text, titles))

    @cached_property
    def own_names(self) -> tuple[str, ...]:
        """Return the unchanged names of all seats up to the last one with a holder."""
        return tuple(map(self.own_name, range(max((holder.player for holder in self.seats), default=-1) + 1)))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Return the names, made distinct."""
        return self._apart(self.own_names)

    @cached_property
    def _bold_names(self) -> tuple[str, ...]:
        """Return the names in bold."""
        return tuple(f"**{isolated(escape(name))}**" for name in self._names)

    def table(self, scores: ScoreTable) -> str | None:
        """Return a score table in a code block, one column per seat; ``None`` if it is too wide for a phone."""
        for longest in range(NAME_COLUMN, SHORTEST_COLUMN - 1, -1):
            lines = self.table_lines(scores, longest)
            if max(map(_columns_of, lines)) <= PHONE_COLUMNS:
                return f"**{self(scores.title)}**\n" + code_block("\n".join(lines))
        return None

    def table_lines(self, scores: ScoreTable, longest: int = NAME_COLUMN) -> list[str]:
        """Return a score table as fixed-width lines, one column per seat; names are cut to ``longest``."""
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
    """Return lines with the first column left-aligned and the others right-aligned, with a rule above the last if
    ``ruled``.
    """
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for row in cells:
        first, *others = (
            _justified(cell, width, leftward=not column)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join((first, *others)).rstrip())
    if ruled:
        lines.insert(-1, "─" * (sum(widths) + 2 * len(widths) - 2))
    return lines


def _columns_of(line: str) -> int:
    """Return how many columns a line has: without the marks around names from right to left."""
    return len(line) - line.count(ISOLATE) - line.count(END_OF_ISOLATE)


def _justified(cell: str, width: int, *, leftward: bool) -> str:
    """Return a cell with blanks before or, ``leftward``, after it; a name from right to left stays in its column."""
    blanks = " " * (width - len(cell))
    return f"{isolated(cell)}{blanks}" if leftward else f"{blanks}{isolated(cell)}"
