"""Ratings: the figures of OpenSkill's default model, and the number that users see."""

import pytest

from bot.matches.model.results import Skill, rate

NEW = Skill()


def rounded(skills: tuple[Skill, ...]) -> list[tuple[float, float]]:
    return [(round(skill.mu, 3), round(skill.sigma, 3)) for skill in skills]


def test_newcomer_has_the_initial_rating_of_openskill() -> None:
    assert (NEW.mu, round(NEW.sigma, 4)) == (25.0, 8.3333)
    assert NEW.shown == 800
    assert NEW.is_provisional


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), [(27.635, 8.066), (22.365, 8.066)]),
        ((2, 1), [(22.365, 8.066), (27.635, 8.066)]),
        ((1, 1), [(25.0, 8.066), (25.0, 8.066)]),
        ((1, 2, 3, 4), [(27.795, 8.264), (26.553, 8.18), (24.689, 8.084), (20.962, 8.084)]),
        ((1, 2, 2, 2, 2), [(27.667, 8.291), *[(24.333, 8.241)] * 4]),
    ],
)
def test_newcomers_are_rated_as_the_default_model_does(
    places: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    assert rounded(rate([NEW] * len(places), places)) == expected


def test_draw_raises_the_weaker_and_lowers_the_stronger_player() -> None:
    strong, weak = rate([Skill(30.0, 3.0), Skill(20.0, 3.0)], (1, 1))
    assert strong.mu < 30.0
    assert weak.mu > 20.0


def test_upset_changes_ratings_more_than_an_expected_result() -> None:
    strong, weak = Skill(30.0, 3.0), Skill(20.0, 3.0)
    expected, upset = rate([strong, weak], (1, 2)), rate([strong, weak], (2, 1))
    assert upset[1].mu - weak.mu > expected[0].mu - strong.mu > 0


@pytest.mark.parametrize(
    ("skill", "shown", "provisional"),
    [
        (Skill(25.0, 2.5), 1500, False),
        (Skill(30.0, 2.5), 1700, False),
        (Skill(25.0, 6.5), 1020, False),
        (Skill(25.0, 6.51), 1019, True),
        (Skill(-9.0, 6.0), 0, False),
    ],
)
def test_shown_rating_is_800_plus_40_times_the_ordinal(skill: Skill, shown: int, *, provisional: bool) -> None:
    assert (skill.shown, skill.is_provisional) == (shown, provisional)


def test_newcomers_are_provisional_for_nine_matches_against_each_other() -> None:
    first, second, played = NEW, NEW, 0
    while first.is_provisional:
        first, second = rate([first, second], (1, 2) if played % 2 else (2, 1))
        played += 1
    assert played == 9
