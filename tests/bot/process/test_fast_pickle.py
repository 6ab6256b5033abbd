"""Pickling for the rendering process: values arrive as they were sent."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from typing import Any, SupportsIndex

import pytest

from bot.process import fast_pickle
from bot.process.fast_pickle import dumps, loads
from bot.rendering.protocol import AnimationRequest, RenderRequest, decode_request, encode_request
from engines.game import Game
from engines.registry import GAMES
from engines.text import TN, Seat, T
from render import PictureOptions
from render.__main__ import random_match
from render.animation import Animation, Frame


class Colour(Enum):
    RED = 1


@dataclass(frozen=True, slots=True)
class Leaf:
    only: object


@dataclass(frozen=True, slots=True)
class Base:
    first: int
    second: str = "b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived(Base):
    third: Leaf
    fourth: tuple[Leaf, ...] = field(default=(), compare=True, repr=False)


@dataclass(slots=True)
class Changing:
    number: int
    made: int = field(init=False, default=7)


@dataclass(frozen=True)
class WithoutSlots:
    number: int = 3


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Strict:
    number: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", self.number + 1)


@dataclass(frozen=True, slots=True)
class OwnWay:
    number: int

    def __reduce__(self) -> tuple[type[OwnWay], tuple[int]]:
        return OwnWay, (self.number + 1,)


@dataclass(frozen=True, slots=True)
class OwnWayEach:
    number: int

    def __reduce_ex__(self, _protocol: SupportsIndex) -> tuple[type[OwnWayEach], tuple[int]]:
        return OwnWayEach, (self.number + 1,)


@pytest.mark.parametrize(
    "value",
    [
        None,
        (1, "two", b"three", 4.0, frozenset({5})),
        {"a": [Leaf(1), Leaf(Colour.RED)]},
        Leaf(Leaf(Leaf(()))),
        Derived(1, third=Leaf("x"), fourth=(Leaf(1), Leaf(2))),
        Changing(1),
        WithoutSlots(5),
        Nothing(),
        T("Player {number}", number=1),
        TN("one", "{count} of {who}", 2, who=Seat(1)),
        PictureOptions(names=("a", "b"), seat_titles=(T("North"),)),
    ],
)
def test_values_survive_the_round_trip(value: object) -> None:
    again = loads(dumps(value))
    assert (type(again), again) == (type(value), value)


def test_constructor_is_not_called_again() -> None:
    """As in pickle itself: the fields are copied as they are."""
    assert loads(dumps(Strict(1))).number == pickle.loads(pickle.dumps(Strict(1))).number == 2
    changed = Changing(1)
    changed.made = 9
    assert loads(dumps(changed)).made == 9


def test_custom_reduce_methods_are_used() -> None:
    assert loads(dumps(OwnWay(1))) == OwnWay(2)
    assert loads(dumps(OwnWayEach(1))) == OwnWayEach(2)


def test_object_that_occurs_twice_is_restored_once() -> None:
    leaf = Leaf("x")
    first, second = loads(dumps((leaf, leaf)))
    assert first is second


def observations(game: Game[Any, Any, Any], viewer: int | None) -> list[object]:
    return list(islice(random_match(game, 3, viewer), 0, 90, 6))


@pytest.mark.parametrize("viewer", [None, 0], ids=["spectator", "player"])
@pytest.mark.parametrize("slug", GAMES)
def test_observations_of_every_game_survive_the_round_trip(slug: str, viewer: int | None) -> None:
    options = PictureOptions(viewer=viewer, names=("Ayşe", "Boris"), seat_titles=GAMES[slug].info.seat_titles)
    seen = observations(GAMES[slug], viewer)
    assert len(seen) > 3
    for observation in seen:
        request = RenderRequest(slug, observation, options)
        assert decode_request(encode_request(request)) == request
    animated = AnimationRequest(
        slug, Animation(tuple(Frame(one, turn) for turn, one in enumerate(seen)), len(seen)), options, 1000
    )
    assert decode_request(encode_request(animated)) == animated


@pytest.mark.parametrize("slug", GAMES)
def test_fields_of_a_class_are_looked_up_once(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking up the fields of each object took half of the time of a request."""
    seen = observations(GAMES[slug], 0)
    sent = [dumps(RenderRequest(slug, observation, PictureOptions())) for observation in seen]
    assert [loads(message).observation for message in sent] == seen

    def asked(kind: object) -> object:
        raise AssertionError(f"the fields of {kind} were asked for")

    monkeypatch.setattr(dataclasses, "fields", asked)
    monkeypatch.setattr(fast_pickle, "fields", asked)
    assert [dumps(RenderRequest(slug, observation, PictureOptions())) for observation in seen] == sent
    assert [loads(message).observation for message in sent] == seen
