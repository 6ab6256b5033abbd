"""How values and rows of PostgreSQL look to the rest of the program: as SQLite's do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from psycopg import Cursor
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper, TextLoader


class Row(tuple[Any, ...]):
    """A row whose values are found by position and by name, like :class:`sqlite3.Row`."""

    __slots__ = ()
    _positions: ClassVar[dict[str, int]] = {}

    def __getitem__(self, column: Any) -> Any:
        """Return a value, by the name of its column or by position."""
        return tuple.__getitem__(self, self._positions[column] if type(column) is str else column)

    def keys(self) -> list[str]:
        """Return the names of the columns."""
        return list(self._positions)


@lru_cache(maxsize=500)
def _row_class(names: tuple[str, ...]) -> type[Row]:
    """Return the class of rows with these columns. Of columns with one name, the first one is found."""
    positions: dict[str, int] = {}
    for position, name in enumerate(names):
        positions.setdefault(name, position)
    return type("Row", (Row,), {"__slots__": (), "_positions": positions})


def row_factory(cursor: Cursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """Return what makes rows of a result."""
    return _row_class(tuple(column.name for column in cursor.description or ()))


class _IntegerDumper(Int8Dumper):
    """Every whole number is a BIGINT, truth values too, as in SQLite."""

    def dump(self, obj: Any) -> Buffer | None:
        return str(int(obj)).encode()


class _TextDumper(StrDumper):
    """Text has the type TEXT, wherever it is. PostgreSQL stores no NUL."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd"))


class _NumericLoader(Loader):
    """Sums of BIGINTs are NUMERIC."""

    def load(self, data: Buffer) -> int | float:
        number = bytes(data).decode()
        return float(number) if "." in number else int(number)


def register_types(context: AdaptContext) -> None:
    """Have a connection exchange values as SQLite does: numbers, text and bytes; JSON is text."""
    adapters = context.adapters
    if adapters is None:
        raise TypeError("a connection has adapters")
    adapters.register_dumper(int, _IntegerDumper)
    adapters.register_dumper(bool, _IntegerDumper)
    adapters.register_dumper(str, _TextDumper)
    adapters.register_loader("numeric", _NumericLoader)
    adapters.register_loader("json", TextLoader)
