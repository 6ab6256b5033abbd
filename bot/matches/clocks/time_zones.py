"""Find time zones by name, city, country or offset from UTC.

The names are those of the IANA database, from the package ``tzdata``: https://www.iana.org/time-zones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

_OFFSET = re.compile(r"(?:utc|gmt)?\s*(?P<sign>[+\-−–])\s*(?P<hours>\d{1,2})(?:[:.]?(?P<minutes>\d{2}))?")
_NO_OFFSET = frozenset({"utc", "gmt", "z", "utc+0", "utc-0", "utc±0", "gmt+0", "+0", "zulu"})

_ALSO = {
    "Africa/Johannesburg": "Cape Town, Durban, Pretoria",
    "America/Chicago": "Dallas, Houston, Austin, New Orleans, Minneapolis",
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Portland",
    "America/New_York": "Boston, Washington, Miami, Atlanta, Philadelphia",
    "America/Sao_Paulo": "Rio de Janeiro, Brasilia, Belo Horizonte",
    "America/Toronto": "Montreal, Ottawa, Quebec",
    "Asia/Almaty": "Astana, Shymkent",
    "Asia/Dubai": "Abu Dhabi",
    "Asia/Ho_Chi_Minh": "Hanoi, Saigon",
    "Asia/Jerusalem": "Tel Aviv, Haifa",
    "Asia/Kolkata": "Mumbai, Delhi, New Delhi, Bangalore, Chennai, Hyderabad, Pune",
    "Asia/Shanghai": "Beijing, Shenzhen, Guangzhou, Chengdu",
    "Asia/Tokyo": "Osaka, Kyoto, Nagoya, Sapporo",
    "Australia/Sydney": "Canberra",
    "Europe/Amsterdam": "Rotterdam, The Hague, Utrecht",
    "Europe/Berlin": "Munich, Hamburg, Frankfurt, Cologne, Stuttgart, Leipzig",
    "Europe/Istanbul": "Ankara, Izmir, Konya, Bursa, Antalya",
    "Europe/London": "Edinburgh, Manchester, Birmingham, Glasgow, Cardiff",
    "Europe/Madrid": "Barcelona, Valencia, Seville, Bilbao",
    "Europe/Moscow": "Saint Petersburg, Kazan",
    "Europe/Paris": "Lyon, Marseille, Toulouse, Strasbourg",
    "Europe/Rome": "Milan, Naples, Turin, Florence",
    "Europe/Warsaw": "Krakow, Gdansk, Wroclaw",
    "Europe/Zurich": "Geneva, Bern, Basel, Lausanne",
    "Pacific/Auckland": "Wellington, Christchurch",
}
"""Large cities that have no zone named after them."""


@dataclass(frozen=True, slots=True)
class _Zone:
    """A zone and the words that find it, without accents and capitals."""

    name: str
    folded: str
    cities: tuple[str, ...]
    countries: tuple[str, ...]


def find_zones(typed: str, now: int, limit: int = 25) -> Sequence[str]:
    """Return the names of matching zones, the best match first.

    A full name matches only that zone; an offset such as ``+5:30`` matches every zone that has it ``now`` (unix
    seconds). The first call reads the zones from disk in tens of milliseconds: call it off the event loop.
    """
    text = _fold(typed)
    if not text:
        return ()
    exact = _every_name().get(text)
    if exact is not None and "/" in exact:
        return (exact,)
    if text in _NO_OFFSET:
        return ("UTC",)
    shift = _OFFSET.fullmatch(text)
    if shift is not None:
        return _at_offset(shift, now)[:limit]
    ranked = sorted((rank, zone.name) for zone in _zones() if (rank := _rank(zone, text)) is not None)
    if ranked and ranked[0][0] == 0 and sum(rank == 0 for rank, _ in ranked) == 1:
        return (ranked[0][1],)
    # Old names without a city, such as EST or Turkey, come last.
    return tuple(name for _, name in ranked[:limit]) or (() if exact is None else (exact,))


def offset_of(zone: str, now: int) -> str:
    """Return the offset from UTC at a moment: ``UTC+5:30``."""
    shift = datetime.fromtimestamp(now, ZoneInfo(zone)).utcoffset() or timedelta()
    minutes = round(shift.total_seconds() / 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}" + (f":{rest:02}" if rest else "")


def local_time(zone: str, now: int) -> str:
    """Return the local time of a zone: ``17:05``."""
    return datetime.fromtimestamp(now, ZoneInfo(zone)).strftime("%H:%M")


def _rank(zone: _Zone, text: str) -> int | None:
    """Return how well a zone matches: 0 for the city itself, ``None`` for no match."""
    if text in zone.cities:
        return 0
    if text in zone.countries:
        return 1
    if any(city.startswith(text) for city in zone.cities):
        return 2
    if any(country.startswith(text) for country in zone.countries):
        return 3
    words = [word for name in (*zone.cities, *zone.countries) for word in name.split()]
    if any(word.startswith(text) for word in words):
        return 4
    return 5 if len(text) > 2 and text in zone.folded else None


def _at_offset(shift: re.Match[str], now: int) -> tuple[str, ...]:
    minutes = int(shift["hours"]) * 60 + int(shift["minutes"] or 0)
    wanted = timedelta(minutes=minutes if shift["sign"] == "+" else -minutes)
    at = datetime.fromtimestamp(now, UTC)
    names = [zone.name for zone in _zones() if at.astimezone(ZoneInfo(zone.name)).utcoffset() == wanted]
    # Etc/GMT-3 is three hours ahead: the sign is that of POSIX.
    fixed = f"Etc/GMT{'-' if shift['sign'] == '+' else '+'}{minutes // 60}"
    if not minutes:
        return ("UTC", *names)
    return (*names, *([fixed] if not minutes % 60 and fixed.casefold() in _every_name() else []))


@cache
def _every_name() -> Mapping[str, str]:
    """Return every zone name of the database, old ones included, by its folded form."""
    names = files("tzdata").joinpath("zones").read_text("utf-8").split()
    return {_fold(name): name for name in names if name != "Factory"}


@cache
def _zones() -> tuple[_Zone, ...]:
    """Return the current zones with their cities and countries."""
    folder = files("tzdata").joinpath("zoneinfo")
    countries = dict(_lines(folder.joinpath("iso3166.tab").read_text("utf-8"), 0, 1))
    found = []
    for name, code in _lines(folder.joinpath("zone.tab").read_text("utf-8"), 2, 0):
        also = _ALSO.get(name, "")
        cities = (name.rpartition("/")[2], *filter(None, also.split(", ")))
        country = countries.get(code, "")
        found.append(_Zone(name, _fold(name), tuple(map(_fold, cities)), tuple(filter(None, (_fold(country),)))))
    return tuple(sorted(found, key=lambda zone: zone.name))


def _lines(table: str, key: int, value: int) -> list[tuple[str, str]]:
    """Return two columns of a tab-separated table."""
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return [(row[key], row[value]) for row in rows]


def _fold(text: str) -> str:
    """Fold a text: no accents, no capitals, spaces for underscores."""
    decomposed = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("_", " "))
    kept = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(kept.casefold().split())
