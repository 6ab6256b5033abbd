"""A5: herders and one wairgka player are different roles, which statistics distinguish."""

from random import Random

from engines.awethi.game import AWETHI
from engines.game import CHANCE, HasRoles
from engines.registry import GAMES


def test_a5_roles_follow_the_option() -> None:
    state = AWETHI.initial_state(4, {"wairgka": "second"})
    assert AWETHI.roles_of(state) == ["herder", "wairgka", "herder", "herder"]


def test_a5_roles_are_unknown_before_the_draw() -> None:
    state = AWETHI.initial_state(3, {"wairgka": "drawn"})
    assert AWETHI.roles_of(state) == ()
    state = AWETHI.apply(state, CHANCE, AWETHI.sample_chance(state, Random(1)))
    assert sorted(AWETHI.roles_of(state)) == ["herder", "herder", "wairgka"]


def test_only_awethi_has_roles() -> None:
    assert [slug for slug, game in GAMES.items() if isinstance(game, HasRoles)] == ["awethi"]
    assert {role.name for role in AWETHI.roles} == {"herder", "wairgka"}
