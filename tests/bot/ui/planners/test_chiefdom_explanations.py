"""Explanations of a drawing in the planner of Chiefdom: missing jobs, the bonus, further positions."""

from __future__ import annotations

from tests.bot.ui.planners.chiefdom_panels import controls, disabled, labelled, panel_of
from tests.bot.ui.planners.panels import menus
from tests.engines.chiefdom.sheets import full, play, position, sheet


def test_people_without_a_job_are_named_before_confirmation_c11() -> None:
    state = position(sheet("c4~"), sheet(), dice=(2, 4, 5))
    panel = panel_of(state, ">person.2.0.3.3..")
    assert panel.plans == ("person d4 e4 (2)",)
    assert (
        "This gives 1 fish. The person on d4 becomes a fisherman. No job on e4: no water, trees or house is beside it. "
        in panel.text
    )
    alone = panel_of(state, ">person.2.0.6.3..")
    assert "No job on g4 h4: no water, trees or house is beside them." in alone.text
    assert "This gives" not in alone.text
    decided = panel_of(play(state, "person d4 e4 (2)"))
    assert "The person on d4 becomes a fisherman. No job on e4: no water, trees or house is beside it. " in decided.text


def test_changes_of_points_are_shown_line_by_line_c19() -> None:
    """Only those that take points were told, so the sum could not be followed."""
    panel = panel_of(position(sheet("c4~"), sheet(), dice=(2, 4, 5)), ">person.2.0.3.3..")
    assert panel.text.splitlines()[0].endswith(
        "beside it. Points: −73 → −75 (People 0 → 2, Empty squares −75 → −73, Homeless people 0 → −4,"
        " Jobless people 0 → −2)."
    )
    water = panel_of(position(sheet("c4~"), sheet(), dice=(2, 3, 4)), "read:2+3")
    assert "Points: −73 → −61 (Largest lake 2 → 10, Empty squares −75 → −71)." in water.text


def test_job_menu_names_the_chosen_jobs_c11() -> None:
    state = position(sheet("c4~ d52"), sheet(), dice=(1, 4, 5))
    panel = panel_of(state, ">person.1.0.3.3..")
    (menu,) = menus(panel)
    assert menu.placeholder == "Choose jobs …"
    (chosen,) = menus(panel_of(state, menu.choices[0].value))
    assert chosen.placeholder == "Jobs: d4 Lumberjack"


def test_job_menu_counts_the_other_chosen_jobs_c11() -> None:
    state = position(sheet("c4~ d52 d3~ e52"), sheet(), dice=(4, 5, 5))
    (menu,) = menus(panel_of(state, "j27F>person.4.0.2.3..20L"))
    assert menu.placeholder == "Jobs: c5 Lumberjack and 1 more"
    chosen = [choice.label for choice in menu.choices if choice.description == "chosen"]
    assert chosen == ["c5: Lumberjack", "d4: Fisherman"]


def test_people_are_not_called_jobless_before_jobs_are_chosen_c11() -> None:
    panel = panel_of(position(sheet("c4~ d52"), sheet(), dice=(1, 4, 5)), ">person.1.0.3.3..")
    assert "choose a job below: lumberjack or fisherman." in panel.text
    assert "Jobless" not in panel.text


def test_use_of_a_bonus_is_shown_before_confirmation_c16() -> None:
    for own, expected in (
        (sheet("a1H b1B"), "This uses your last bonus."),
        (sheet("a1H b1B c1H"), "This uses a bonus; 1 is left."),
        (sheet("a1H b1B c1H d1H"), "This uses a bonus; 2 are left."),
    ):
        state = position(own, sheet(), dice=(2, 3, 4))
        panel = panel_of(state, "read:2+3")
        assert "bonus" not in panel.text
        panel = panel_of(state, labelled(panel, "Bonus"))
        assert expected in panel.text
        (move,) = panel.plans or ()
        decided = panel_of(play(state, move))
        assert expected in decided.text


def test_next_position_is_offered_only_if_there_is_one() -> None:
    narrow = panel_of(position(full("W", "c6. d6. c7. d7."), sheet(), dice=(2, 3, 4)), "read:2+3")
    assert narrow.plans == ("water c6 c7 d6 d7 (4)",)
    assert "-# This is the only position where it fits." in narrow.text
    assert "⏭️" not in narrow.text
    assert not {"Next place"} & ({label for _, label in controls(narrow)} | disabled(narrow))
    state = position(full("W", "c6. d6. c7. d7. e6. e7."), sheet(), dice=(2, 3, 4))
    first = panel_of(state, "read:2+3")
    assert "Position 1 of 2, most points first: ⏭️ shows the next." in first.text
    last = panel_of(state, labelled(first, "Next place"))
    assert "Position 2 of 2, most points first: ⏭️ goes back to the first." in last.text
    assert panel_of(state, labelled(last, "Next place")).plans == first.plans
