"""Sentences and text boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chiefdom import planning
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.state_text import load_sheet
from engines.game import CHANCE, Player
from tests.engines.chiefdom.matches import match
from tests.engines.chiefdom.sheets import BOARD, EXAMPLE, drawing, full, move, play, position, sheet

OPEN = (("sheets", "open"), ("cards", "on"))


def sentences(state: object, player: Player, text: str, viewer: Player | None) -> list[str]:
    return [str(each) for each in CHIEFDOM.describe_move(state, player, move(text), viewer)]  # type: ignore[arg-type]


def words(state: object, viewer: Player | None) -> list[str]:
    return [str(each) for each in CHIEFDOM.describe_position(CHIEFDOM.observe(state, viewer))]  # type: ignore[arg-type]


def test_roll_is_described_with_its_readings() -> None:
    assert sentences(position(sheet(), sheet()), CHANCE, "dice 2 3 3", None) == [
        "Turn 1: the dice show 2, 3 and 3.",
        "They can be read as: Water (2+3, three round a corner), Two trees (3+3, two in a row).",
    ]
    assert (
        sentences(position(sheet()), CHANCE, "dice 1 1 2", None)[1]
        == "They can be read as: Any icon (1+1), Wall (1+2)."
    )
    assert sentences(position(sheet()), CHANCE, "dice 5 5 5", None)[1].endswith("Any icon (triple).")


def test_automatic_pass_is_described_only_to_its_player() -> None:
    state = position(full("~", "a1."), sheet())
    passes = "Player 1 cannot draw anything with them and passes."
    assert sentences(state, CHANCE, "dice 2 2 5", 0)[-1] == passes
    for viewer in (1, None):
        assert passes not in sentences(state, CHANCE, "dice 2 2 5", viewer)
    assert sentences(position(full("~")), CHANCE, "dice 2 2 5", None)[-1].endswith("the match is over.")


def test_deal_is_described_with_the_titles_of_the_cards() -> None:
    state = CHIEFDOM.initial_state(2, {"cards": "on"})
    assert sentences(state, CHANCE, "cards 3 8 17", None) == [
        "Three cards score as well: 3. Groups of lumberjacks, 8. Tree squares not cut, 17. Most empty squares."
    ]


def test_decision_is_described_only_to_its_player_with_its_effects() -> None:
    state = position(sheet("e5J g63 g4F"), sheet(), sheet(), dice=(1, 4, 6))
    assert sentences(state, 0, "water d6 e6 f6 (6)", 0) == [
        "Player 1 decides: Water on d6 e6 f6.",
        "The person on e5 becomes a fisherman.",
        "1 fish is caught.",
    ]
    assert sentences(state, 0, "water d6 e6 f6 (6)", 1) == []
    state = play(state, "water d6 e6 f6 (6)")
    assert sentences(state, 0, "water a1 b1 c1 (6)", 0) == ["Player 1 decides: Water on a1 b1 c1."]


def test_wood_houses_and_bonuses_are_described() -> None:
    rich = sheet("a1d a2t b1L e5J e73")
    wood = position(rich, sheet(), dice=(3, 6, 1))
    assert sentences(wood, 0, "person e8 (1)", 0)[1:] == [
        "The person on e8 becomes a lumberjack.",
        "3 logs are cut.",
    ]
    house = position(rich, sheet(), dice=(2, 6, 1))
    assert sentences(house, 0, "house e6", 0)[1:] == [
        "The person on e5 becomes a builder.",
        "It costs 5 logs.",
    ]
    bonus = position(sheet("a1H"), sheet(), dice=(2, 2, 3))
    assert sentences(bonus, 0, "water c1 c2 (~3)", 0)[1:] == ["A bonus is used."]


def test_people_without_a_job_are_named_in_a_sentence() -> None:
    state = position(sheet("a1~"), sheet(), dice=(2, 4, 5))
    assert sentences(state, 0, "person c6 d6 (2)", 0)[1:] == ["The people on c6 d6 find no job."]


def test_last_decision_of_a_turn_is_announced_to_everyone() -> None:
    state = play(position(sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    closed = "Everybody has decided: turn 1 is drawn on every sheet."
    assert sentences(state, 1, "trees3 c1 c2 (2)", 1) == ["Player 2 decides: Three trees each on c1 c2.", closed]
    for viewer in (0, None):
        assert sentences(state, 1, "trees3 c1 c2 (2)", viewer) == [closed]
    alone = position(sheet(), dice=(2, 3, 4))
    assert sentences(alone, 0, "trees3 c1 c2 (2)", None) == []


def test_open_drawings_are_described_after_the_turn() -> None:
    start = position(sheet("a8H"), full("W", "a1. h1H"), sheet(), dice=(2, 2, 5), open_sheets=True)
    state = play(start, "trees3 b1 (~2)", "pass")
    assert sentences(start, 0, "trees3 b1 (~2)", 1) == []
    assert sentences(state, 2, "trees3 c1 c2 (2)", None)[1:] == [
        "Player 1 draws with a bonus: Three trees on b1.",
        "Player 2 passes.",
        "Player 3 draws: Three trees each on c1 c2.",
    ]
    assert not any("Player 1" in each for each in sentences(state, 2, "trees3 c1 c2 (2)", 0)), "player 1 already knows"


def left(state: object, player: Player, viewer: Player | None) -> list[str]:
    """Return what is told when a player leaves."""
    return [str(each) for each in CHIEFDOM.describe_withdrawal(state, player, viewer)]  # type: ignore[arg-type]


def test_turn_that_ends_because_the_last_to_decide_leaves_is_described() -> None:
    start = position(sheet("a8H"), full("W", "a1. h1H"), sheet(), sheet(), dice=(2, 2, 5), open_sheets=True)
    state = play(start, "trees3 b1 (~2)", "pass", "trees3 c1 c2 (2)")
    everybody = "Everybody else has decided: turn 1 is drawn on their sheets."
    assert left(state, 3, None) == [
        everybody,
        "Player 1 draws with a bonus: Three trees on b1.",
        "Player 2 passes.",
        "Player 3 draws: Three trees each on c1 c2.",
    ]
    assert left(state, 3, 0) == [everybody, "Player 2 passes.", "Player 3 draws: Three trees each on c1 c2."]
    closed = replace(state, open_sheets=False)
    assert left(closed, 3, None) == left(closed, 3, 0) == left(closed, 3, 3) == [everybody]


def test_decision_of_a_player_who_leaves_is_not_told() -> None:
    state = play(position(sheet(), sheet(), sheet(), dice=(2, 3, 4), open_sheets=True), "trees3 a1 a2 (2)")
    assert left(state, 0, None) == [], "the others have still to decide"
    assert left(CHIEFDOM.withdraw(state, 2), 1, None)[1:] == ["Player 1 draws: Three trees each on a1 a2."]


def test_leaving_tells_nothing_where_no_turn_ends() -> None:
    assert left(CHIEFDOM.initial_state(2, {}), 0, None) == [], "between two turns"
    assert left(position(sheet(), sheet(), dice=(2, 3, 4)), 0, None) == []
    assert left(position(sheet(), dice=(2, 3, 4)), 0, None) == [], "nobody is left"


def test_leaving_that_ends_the_match_is_described() -> None:
    state = position(sheet(), full("~"), dice=(2, 2, 5))
    assert left(state, 0, None) == left(state, 0, 1) == ["Nobody has drawn: the match is over."]


def test_pass_that_ends_the_match_is_described() -> None:
    state = position(full("W", "a1. h1H"), dice=(2, 2, 5))
    assert sentences(state, 0, "pass", 0) == ["Player 1 passes.", "Nobody has drawn: the match is over."]


# --------------------------------------------------------------------------------------------------------- positions


def test_spectators_read_the_roll_and_who_is_to_move() -> None:
    state = play(position(sheet(), sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    assert words(state, None)[0] == "Turn 1: the dice show 2, 3 and 4."
    assert words(state, None)[-1] == "Waiting for Player 2, Player 3."
    assert words(position(sheet(), sheet(), dice=(2, 3, 4)), None)[-1] == "Waiting for everybody."


def test_players_read_their_sheet_and_decision() -> None:
    state = play(position(sheet("c5= c6F d1~"), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    found = words(state, 0)
    assert "Your chiefdom: −72 points so far, 0 logs, 1 fish, 0 houses, 0 bonuses left." in found
    assert "Fished water: c5." in found
    assert found[-2] == "You have decided: three trees each on a1 a2."
    assert found[-1] == "Points: −72 → −64 (Largest forest 0 → 6, Empty squares −73 → −71)."


def test_solo_player_reads_no_waiting_sentence() -> None:
    assert "It is your turn." in words(position(sheet(), dice=(2, 3, 4)), 0)
    assert not any(each.startswith(("Awaited", "Waiting")) for each in words(position(sheet(), dice=(2, 3, 4)), 0))


def test_plan_is_described_with_the_reason_against_it() -> None:
    on = sheet("a1~")
    seen = CHIEFDOM.observe(position(on, sheet(), dice=(2, 3, 4)), 0)
    held = planning.shape_of_draw(on, drawing("trees3 a1 a2 (2)"))
    last = CHIEFDOM.describe_position(planning.with_preview(seen, held))[-1]
    assert str(last) == "You are planning: three trees each on a1 a2. Not possible: a1 is not empty."
    free = planning.with_preview(seen, planning.moved(on, held, 1, 0))
    assert [str(each) for each in CHIEFDOM.describe_position(free)][-2:] == [
        "You are planning: three trees each on b1 b2. It is not confirmed yet.",
        "Points: −73 → −65 (Largest forest 0 → 6, Empty squares −75 → −73).",
    ]


def test_decision_is_described_beside_another_plan() -> None:
    seen = CHIEFDOM.observe(play(position(sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)"), 0)
    other = planning.with_preview(seen, planning.shape_of_draw(planning.sheet_of(seen), drawing("trees3 c1 c2 (2)")))
    assert [str(each) for each in CHIEFDOM.describe_position(other)][-3:-1] == [
        "You have decided: three trees each on a1 a2.",
        "You are planning something else: three trees each on c1 c2. It is not confirmed yet.",
    ]


def test_jobs_of_planned_people_are_described() -> None:
    on = sheet("e6~ e42")
    seen = CHIEFDOM.observe(position(on, sheet(), dice=(2, 4, 5)), 0)
    held = planning.with_preview(seen, planning.shape_of_draw(on, drawing("person d5 e5=F (2)")))
    text = " ".join(map(str, CHIEFDOM.describe_position(held)))
    assert "You are planning: people on d5 e5 (d5 jobless, e5 fisherman)." in text


def test_end_is_described_with_everyones_place_and_points() -> None:
    """As its table shows them; who has left has no place."""
    over = replace(position(load_sheet(BOARD, EXAMPLE), sheet()), phase="over", dice=(1, 2, 3))
    assert words(over, None) == [
        "Player 1 has the greatest chiefdom with 127 points.",
        "Places: 1. Player 1 127, 2. Player 2 −76.",
    ]
    left = replace(position(sheet(), load_sheet(BOARD, EXAMPLE), sheet(), dice=(1, 2, 3)), phase="draw")
    gone = replace(CHIEFDOM.withdraw(left, 0), phase="over")
    assert words(gone, None)[1:] == [
        "Left for good: Player 1.",
        "Places: 1. Player 2 127, 2. Player 3 −76, Player 1 −76.",
    ]


def longest() -> list[object]:
    """Return the positions with the longest descriptions: every letter on the sheet, and no equal neighbours."""
    letters = "~=23dtHLFBJW"
    mixed = full("~")
    squares = "".join(letters[number % 12] if each == "~" else each for number, each in enumerate(mixed.squares))
    crowded = replace(mixed, squares=squares.replace("~", ".", 2))
    state = position(*([crowded] * 8), dice=(1, 3, 4), open_sheets=True, cards=(10, 11, 12))
    state = CHIEFDOM.apply(state, 0, CHIEFDOM.legal_moves(state, 0)[0])
    left = CHIEFDOM.withdraw(state, 3)
    return [state, left, replace(state, phase="over")]


@pytest.mark.parametrize("number", range(3))
def test_descriptions_have_at_most_900_characters(number: int) -> None:
    state = longest()[number]
    for viewer in (0, 1, None):
        assert len(" ".join(words(state, viewer))) <= 900


@pytest.mark.parametrize("seats", [1, 2, 3, 8])
def test_text_boards_fit_into_a_message(seats: int) -> None:
    for state in match(20, seats, OPEN)[::20]:
        seen = CHIEFDOM.observe(state, 0)
        lines = [*CHIEFDOM.text_board(seen).splitlines(), *map(str, CHIEFDOM.legend(seen))]
        assert max(map(len, lines)) <= 40
        assert len("\n".join(lines)) <= 1800


def test_text_board() -> None:
    state = play(position(sheet("c5= c6F d1~"), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    assert CHIEFDOM.text_board(CHIEFDOM.observe(state, 0)).splitlines() == [
        "[2 3 4]",
        "8  . . . . . . . . . .",
        "7  . . . . . . . . . .",
        "6  . . F . . . . . . .",
        "5  . . = . . . . . . .",
        "4  # # . . . . . . # #",
        "3  . . . . . . . . . .",
        "2  + . . . . . . . . .",
        "1  + . . ~ . . . . . .",
        "   a b c d e f g h i j",
    ]
    assert CHIEFDOM.text_board(CHIEFDOM.observe(state, None)) == "[2 3 4]"


def test_legend_has_every_letter_and_the_score_before_and_after_the_decision() -> None:
    state = play(position(sheet("c5= c6F d1~"), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    lines = [str(each) for each in CHIEFDOM.legend(CHIEFDOM.observe(state, 0))]
    assert all(any(letter in line for line in lines[1:4]) for letter in "~=23dtHLFBJW#")
    assert lines[4:] == [
        "+ decided",
        "0 logs, 1 fish, 0 bonuses left",
        "Points: −72 → −64",
        "People: 1",
        "Largest forest: 0 → 6",
        "Largest lake: 2",
        "Empty squares: −73 → −71",
        "Homeless people: −2",
    ]
    assert [str(each) for each in CHIEFDOM.legend(CHIEFDOM.observe(state, None))] == ["[ ] dice of turn 1"]
