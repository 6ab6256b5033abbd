"""Measures replays: time for the observations of a whole match and for its animation, and the animation's size."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from bot.matches.history.replays import Replay, turn_positions
from bot.matches.model.log import Entry, EntryKind
from bot.matches.model.match import Match, MatchChannel, MatchStatus, SeatHolder
from bot.matches.model.position import first_position
from bot.ui.history.animations import DEFAULT_WIDTH, MAX_FRAMES, most_bytes
from engines.game import CHANCE
from engines.playthrough import Playthrough, read
from engines.registry import GAMES, AnyGame
from render import PictureOptions
from render.animate import animate
from render.animation import Animation, Frame, Gif, spread

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SHORTER = {"awethi": "four_herders", "chiefdom": "shared"}
"""Playthroughs used instead of a game's longest one, if that is not a realistic match."""
LONG = 1000
"""Turns of the long match: a typical one of İYE, repeated."""
TIMES = 3


def typical(slug: str) -> Path:
    """Return the playthrough of a whole, realistic match of a game."""
    playthroughs = (FOLDER / slug).glob("*.txt")
    return FOLDER / slug / f"{SHORTER[slug]}.txt" if slug in SHORTER else max(playthroughs, key=_length)


def _length(path: Path) -> int:
    return path.stat().st_size


def measure() -> dict[str, float]:
    """Measure milliseconds from the log to the observations and from these to the file, and its size, for each game.

    Returns:
        ``replay.<game>.back_ms``, ``replay.<game>.film_ms`` and ``replay.<game>.kb`` (kilobytes of 1000 bytes) for each
        game, and the same for ``replay.long``: an animation of a match of 1,000 turns.
    """
    figures: dict[str, float] = {}
    for slug in GAMES:
        figures |= _measured(slug, f"replay.{slug}")
    return figures | _measured("iye", "replay.long", LONG)


def _measured(slug: str, name: str, turns: int = 0) -> dict[str, float]:
    """Return the figures of one match; a match with fewer turns is repeated."""
    game = GAMES[slug]
    played = read(typical(slug).read_text(encoding="utf-8"))
    options = PictureOptions(
        size=DEFAULT_WIDTH, names=("Ayşe", "Boris", "Çiğdem", "Danièle"), seat_titles=game.info.seat_titles
    )
    backs: list[float] = []
    animations: list[float] = []
    kilobytes = 0.0
    for _ in range(TIMES + 1):
        begin = perf_counter()
        replay = _look_back(game, played, turns)
        shown = spread(range(replay.total + 1), MAX_FRAMES)
        frames = tuple(Frame(replay.view(turn).observation, turn) for turn in shown)
        looked = perf_counter()
        gif: Gif = animate(slug, Animation(frames, replay.total), options, most_bytes(DEFAULT_WIDTH))
        animations.append((perf_counter() - looked) * 1000)
        backs.append((looked - begin) * 1000)
        kilobytes = len(gif.data) / 1000
    # The first one paints what all pictures of the game have in common.
    return {f"{name}.back_ms": median(backs[1:]), f"{name}.film_ms": median(animations[1:]), f"{name}.kb": kilobytes}


def _look_back(game: AnyGame, played: Playthrough, turns: int) -> Replay:
    entries = [
        Entry(ply, entry.player, _kind(entry.player, entry.move), entry.move or "", None, 0)
        for ply, entry in enumerate(played.entries, start=1)
    ]
    start = first_position(game, played.num_players, dict(played.options))
    positions = turn_positions(game, start, entries)
    while len(positions) <= turns:
        positions += turn_positions(game, start, entries)
    return Replay(_match(game, played), None, 0, len(positions) - 1, game, positions)


def _kind(player: int, move: str | None) -> EntryKind:
    if move is None:
        return EntryKind.WITHDRAW
    return EntryKind.CHANCE if player == CHANCE else EntryKind.MOVE


def _match(game: AnyGame, played: Playthrough) -> Match:
    """Return an ended match with what a replay needs."""
    return Match(
        id=1,
        game=game.info.slug,
        rules_version=game.info.rules_version,
        status=MatchStatus.FINISHED,
        options=dict(played.options),
        opener_id=1,
        seats=tuple(SeatHolder(player, player + 1, "") for player in range(played.num_players)),
        channel=MatchChannel(None, 1),
        ply=len(played.entries),
        created_at=0,
        started_at=0,
        moved_at=0,
        ended_at=0,
    )
