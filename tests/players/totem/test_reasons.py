"""Whether the reasons of Totem's computer player are true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engines.game import CHANCE, Player
from engines.totem.board import NAMES
from engines.totem.game import TOTEM
from engines.totem.moves import Add, Run, encode
from players.decision import Decision
from players.totem.felling import FellingSearch
from players.totem.plans import Budget
from players.totem.player import LEVEL, PLAYER, ranked_plans
from players.totem.worth import chance
from tests.players.claims import checked
from tests.players.totem.claims import KINDS, others, said
from tests.players.totem.decisions import LINE_UPS, Told, decided, made
from tests.players.totem.decisions import told as told_in
from tests.players.totem.measures import in_percent

OFTEN = 6
"""`python -m benchmarks reasons.totem` checks more."""


@cache
def told() -> list[Told]:
    """The decisions of a match of each line-up."""
    return [one for seed in range(len(LINE_UPS)) for one in told_in(seed)]


def test_each_kind_of_sentence_is_true() -> None:
    numbers, false = checked((claim for one in told() for claim in said(one)), OFTEN)
    assert [(claim.kind, claim.where) for claim in false] == []
    assert numbers.keys() <= KINDS
    assert len(numbers) > 18


CHANGES_NOTHING = re.compile(r"A single point may let|.* are too far apart")


@pytest.mark.parametrize("level", [1, 2])
def test_low_levels_mostly_say_what_a_turn_changes(level: int) -> None:
    """Against a level that attacks, four turns of ten only said who could not fell whose totem yet."""
    told = [decision.reason.own for seed in range(6) for seat, decision in heard((level, 3), seed) if seat == 0]
    assert len({reason.singular for reason in told}) > 10
    assert sum(bool(CHANGES_NOTHING.match(reason.singular)) for reason in told) < 0.25 * len(told)


def heard(levels: tuple[int, ...], seed: int) -> Iterator[tuple[Player, Decision]]:
    """The decisions in a match of these levels."""
    random, state = Random(seed), TOTEM.new_match(len(levels), {})
    while waiting := TOTEM.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            state = TOTEM.apply(state, CHANCE, random.choice(TOTEM.chance_outcomes(state) or ())[0])
            continue
        seen = TOTEM.observe(state, player)
        yield player, (decision := PLAYER.decide(seen, player, levels[player], random.getrandbits(30)))
        state = made(state, player, decision.moves)


@pytest.mark.parametrize(
    ("line", "level", "said"),
    [
        (
            "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 54 0 - - 0 - -",
            5,
            "My nearest piece is now 5 cells from Player 2’s totem, instead of 7.",
        ),
        (
            "G3f2f3g4g5h2i1/G11f9g8g9g10h10i10 19/19 use 1 44 0 - - 4 - -",
            5,
            "I now have more pieces than Player 2: 7 to 6.",
        ),
        (
            "G3f2f3g2g4h2i2/G11f10f11g10g12h10h11 19/19 use 1 11 0 - - 0 - -",
            3,
            "No cell beside my totem is free now.",
        ),
        (
            "G3f3g4f4h3e4/G11f10f11g10g12h10h11h12 19/18 use 1 11 0 - - 0 - -",
            3,
            "That gives me 6 pieces to Player 2’s 7.",
        ),
        (
            "G2e1e2e3f1h2i2/E11f10f11g11g12h12/B2a1b3/G7e8f7f8f9g9 13/4/0/8 use 2 11 0 - - 0 - -",
            2,
            "That gives me 6 pieces; the others have at most 6.",
        ),
        (
            "G2e1e2e3f1h2i2/E11f10f11g11g12h12i11/B2a1b3/G7e8f7f8f9g9 13/4/0/8 use 2 11 0 - - 0 - -",
            2,
            "Only 2 cells beside my totem are free now.",
        ),
        ("H7h8/F1 13/0 use 1 66 0 - - 0 - -", 5, "A new piece is worth more than any run that was compared."),
        (
            "C6a3a5b4b5c7/L2k2k3l1l3m1m2 0/0 use 1 11 0 - - 0 - -",
            3,
            "5 of my pieces are now within 2 cells of my totem, instead of 4.",
        ),
        (
            "-/M6i5i6i7j7k7l7l8m5/H4i4 0/5/2 use 2 41 0 - - 0 - 1",
            5,
            "My nearest piece is now 2 cells from Player 3’s pieces, instead of 1.",
        ),
        (  # each player needs a point at least: only “may” tells something
            "I1f5g5g6g7h1h2h3h4j1/C9b8d9d10e9f9g9 16/17 use 2 43 0 - - 0 - -",
            1,
            "A single point may now let me eliminate one of Player 1’s pieces; before, I needed at least 5.",
        ),
        (
            "H7h6i6i7/G4f3g3g5h3 7/0 use 2 32 0 - - 0 - -",
            5,
            "A single point may now let me fell Player 1’s totem; before, I needed at least 6.",
        ),
        ("I1h3h4h5i2/G11f8g8g9g10 19/19 use 1 31 0 - - 1 - -", 4, "I use as few points as I can."),
        (  # another move looked better and would lose a piece: that is said of many turns, and this of few
            "-/-/J8h8i5i6i7j7k8l8/D6d5d7e5e6 0/0/18/18 use 3 51 0 - - 0 - 2,1",
            5,
            "I now need at least 7 points to fell Player 4’s totem, instead of 10.",
        ),
    ],
)
def test_sentence_of_a_position(line: str, level: int, said: str) -> None:
    assert str(decided(TOTEM.load_state(line), level, 1).text) == said


@pytest.mark.parametrize(
    ("line", "level", "said"),
    [
        (
            "M1j2j3k2l2m2/B8a7b7c6c7c9d6e7e8f7g7h6i5 10/6 use 1 44 0 - - 0 - -",
            4,
            "The piece on i5 was Player 2’s nearest to my totem; now the nearest is 6 cells away, instead of 4.",
        ),
        (
            "M1h4i3j2k2l1l2m2/B8a7b4b6b7c5c6c8c9d6e6f7g6g7 11/6 use 1 55 0 - - 0 - -",
            4,
            "Player 2 loses 2 pieces and now needs at least 4 points to eliminate anything of mine, instead of 3.",
        ),
        (
            "M1h4h5i3j3k2l1l2m2/B8a3a7b4b6b7c5c6c7c8d6e6f7g7 12/7 use 1 53 0 - - 0 - -",
            4,
            "Player 2 loses 2 pieces and needs at least 3 points to eliminate anything of mine in return.",
        ),
        (
            "H11g11h10h12i11/K8h9i9j9j10k7k9l7 19/11 use 1 62 0 - - 0 - -",
            2,
            "Without the piece on i9, another one of Player 2’s is cut off and lost as well.",
        ),
        (
            "E1d2e2f1f3g1/M3l3l4m2/L1j2k1m1 18/8/0 use 3 53 0 - - 0 - -",
            2,
            "I now have more pieces than Player 2: 3 to 2.",
        ),
        ("G6f6g7/H12g12 0/10 use 2 11 0 - - 0 - -", 2, "Player 1 and I now have 2 pieces each."),
        (
            "I8g8h8j8j9/H9i9 1/0 use 2 65 0 - - 0 - -",
            2,
            "Player 1 loses 2 pieces, and a single point may let me eliminate another one.",
        ),
        ("E4d5e5/F5e3f4f6g6 14/0 use 2 31 0 - - 0 - -", 1, "That leaves Player 1 1 piece; I have 4."),
        ("G5f4f5g6h6/H5g4h4 0/0 use 2 66 0 - - 0 - -", 2, "Player 1 loses a piece but still has 3 to my 2."),
        (
            "F5g5/I1f3g2g3h1h2i2i3j1j2k2l2l3/K8i9j9k7l6l7 0/0/5 use 3 65 0 - - 0 - -",
            3,
            "Player 2 has no reserve left to replace the piece.",
        ),
    ],
)
def test_what_a_lost_piece_or_two_mean_is_said(line: str, level: int, said: str) -> None:
    assert str(decided(TOTEM.load_state(line), level, 1).text) == said


def test_share_of_rolls_leaves_out_those_whose_points_do_not_fit() -> None:
    """3 and 4 points fell the totem, but with 5 the first piece may not stop where it has to (T15)."""
    before = TOTEM.load_state("G4g5/G7f5f9g6g8g9 17/16 use 2 11 0 - - 0 - -")
    claim = next(said(one := decided(before, 5, 1)))
    assert claim.kind == "{attacker} could have felled my totem with {before}% of rolls; now none does."
    assert one.number("before") == 86
    assert claim.holds()


@pytest.mark.parametrize(
    "line",
    [
        "G5g6/A2a1a3b2b4c3c4d3e3/- 0/0/0 use 1 53 0 - - 1 - 3",  # was told of a rejected move
        "C5d5e5f6/K6h7h8i7j6l5 18/17 use 1 66 0 - - 0 - -",  # was counted among the compared moves
    ],
)
def test_moves_after_which_a_seven_fells_the_totem_are_not_said_to_lose_pieces_to_it(line: str) -> None:
    assert [claim.kind for claim in said(decided(TOTEM.load_state(line), 5, 1, nodes=3000)) if not claim.holds()] == []


@pytest.mark.parametrize(
    "line",
    [
        "F11e11g11g12/E10d8d9d10f10/I11h11h12 17/11/0 use 3 61 0 - - 0 - -",  # it fells the totem of the next player
        "F11f10g12g13h12/E10d10/I11j10 9/0/6 use 3 65 0 - - 0 - -",
    ],
)
def test_answer_to_a_rejected_move_is_told_of_the_player_who_gives_it(line: str) -> None:
    (first, *_) = said(decided(TOTEM.load_state(line), 5, 0))
    assert first.kind.startswith("A move with {run} looked better, but")
    assert first.holds()


def test_moves_that_looked_better_are_worth_noticeably_less() -> None:
    told_so = [one for one in told() if "looked better" in one.text.singular]
    assert len(told_so) > 3
    for one in told_so:
        ranked = ranked_plans(one.before, one.player, LEVEL[one.level], Budget(one.nodes), Random(one.seed))
        *_, run = (f"{run}." for run in str(one.args["run"]).replace("–", "-").split(", "))
        looked = max(ranked[1:], key=lambda other: other.plan.value)
        assert any(encode(move).startswith(run) for move in looked.plan.moves)
        assert chance(ranked[0].value) - chance(looked.value) >= 0.01


def test_tie_is_not_called_a_win() -> None:
    """One totem falls, and then nobody has more than one piece and a reserve (T25)."""
    before = TOTEM.load_state("I7h7/F8/I8g9g10h9h10h11j8 0/0/5 use 1 21 0 - - 13 - -")
    claim = next(said(decided(before, 1, 1)))
    assert claim.kind == "The match ends in a tie."
    assert claim.holds()


def test_fellings_with_the_roll_are_made_by_level_5() -> None:
    made = 0
    for one in told():
        if one.level == 5 and len(others(one)) == 1:
            (owner,) = others(one)
            dice = one.before.dice
            assert dice is not None
            found = FellingSearch(one.before, one.player, owner, Budget(2000)).fewest(6)
            if found is not None and found[0] <= sum(dice):
                assert one.text.singular == "{owner}’s totem falls, and I win."
                assert one.decision.value == 1
                made += 1
    assert made > 1


def test_alternatives_are_legal_moves_of_another_kind_and_are_said_to_be_better_where_they_are() -> None:
    compared = [one for one in told() if one.decision.alternative is not None]
    assert len(compared) > 50
    for one in compared:
        other = one.decision.alternative
        assert other is not None
        assert other.moves != one.decision.moves
        assert ("was better" in other.reason.singular) == (in_percent(other.value) > in_percent(one.decision.value))
        if one.level in (3, 5):  # others waver, or go on when they are far ahead
            assert other.value <= one.decision.value + 1e-9, "both are rounded"
        state = one.before
        for text in other.moves:
            state = TOTEM.apply(state, one.player, TOTEM.decode_move(text))
        args = dict(other.reason.args)
        moves = [move for text in other.moves if isinstance(move := TOTEM.decode_move(text), Run | Add)]
        named = [
            f"{NAMES[one.origin]}–{NAMES[one.stop]}" if isinstance(one, Run) else f"a new piece on {NAMES[one.cell]}"
            for one in moves
        ]
        assert str(args["moves"]) == ", ".join(named), "the reader sees what it is about"
        if "then" in args and "attacker" not in args:
            assert args["then"] == in_percent(other.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("L1k2/J3i3 0/1 use 2 61 0 - - 0 - -", "I could also have played i3–i4, but that does not win at once."),
        (
            "F12f11g11g12/J9j10 3/0 use 2 64 0 - - 0 - -",
            "After j10–k8, Player 1 could fell my totem with 92% of rolls, not 3%.",
        ),
        ("H9h8/L4 0/0 use 1 32 0 - - 0 - -", "After h9–i7, I would expect to win with a chance of about 81%."),
        ("D9/J9k9 0/0 use 2 43 0 - - 0 - -", "I could just as well have played j9–j10, k9–i10."),
    ],
)
def test_each_sentence_on_the_best_other_plan_is_said(line: str, said: str) -> None:
    assert said_of_other(line) == said


@pytest.mark.parametrize(
    ("line", "moves", "drawback"),
    [
        ("D10d8d9/J7i6i7 0/14 use 2 62 0 - - 0 - -", "i6–h8", "But then Player 1’s totem would be out of my reach."),
        (
            "C8c9d8/A2b2 18/9 use 1 41 0 - - 0 - -",
            "c9–b7, d8–b6",
            "But then I would need at least 9 points to fell Player 2’s totem, not 8.",
        ),
        ("F9e8/A5a4b4b5c3c4c5c6 3/11 use 1 63 0 - - 0 - -", "e8–g10", "But now no roll lets Player 2 fell my totem."),
        (
            "H4f5g4g5i3j2k2/J7i8j6 0/0 use 2 31 0 - - 0 - -",
            "i8–i6, j7–k6",
            "But then Player 1 would need at least 9 points to fell my totem, not 10.",
        ),
        (
            "H8i7/M7l7 11/0 use 1 41 0 - - 0 - -",
            "i7–h9, h8–g10",
            "But then Player 2’s pieces would be out of my reach.",
        ),
        (
            "G11e10f10/F4f3g3g5h3 6/0 use 2 66 0 - - 0 - -",
            "h3–g6, g3–g7, f3–f5, f4–e4",
            "But then I would need at least 11 points to eliminate one of Player 1’s pieces, not 10.",
        ),
        (
            "G1g2/F7f6f8g7g8h6i5j4j5 0/0 use 1 51 0 - - 0 - -",
            "g1–f1",
            "But now no roll lets Player 2 eliminate anything of mine.",
        ),
        (
            "J9k9/K4j4l3l4 17/14 use 2 31 0 - - 0 - -",
            "l4–k5, l3–k6",
            "But then Player 1 would need at least 3 points to eliminate anything of mine, not 4.",
        ),
    ],
)
def test_each_drawback_of_a_plan_that_is_worth_as_much_is_said(line: str, moves: str, drawback: str) -> None:
    assert said_of_other(line) == f"About as good: {moves}. {drawback}"


@pytest.mark.parametrize(
    ("line", "level", "moves", "advantage"),
    [
        (
            "F3f2g2/L6l3l5m2m3m4m5 0/13 use 1 65 0 - - 0 - -",
            2,
            "f3–f1",
            "I would then expect to win with a chance of about 8%.",
        ),
        (
            "K5j5j6k6k7/H10g10i10/C9b8d10 0/6/5 use 2 66 0 - - 0 - -",
            2,
            "a new piece on h9",
            "then I would have 3 pieces, not 2.",
        ),
        (
            "C9b7c8d8d9e9/I9g8g9g10h9j8 0/12 use 2 31 0 - - 0 - -",
            1,
            "g10–f9",
            "then Player 1 would have 4 pieces, not 5.",
        ),
        (
            "K8j7j8k6k7l8/F6e8f7f8g6 0/0 use 1 41 0 - - 0 - -",
            1,
            "k7–i7",
            "then I would need at least 9 points to fell Player 2’s totem.",
        ),
        (
            "H7h8i7j7/D6c5e7/M3l4m2/E10e11f12 6/1/0/2 use 4 11 0 - - 0 - -",
            1,
            "e10–g12",
            "then no roll would let Player 2 fell my totem.",
        ),
        (
            "I7h8j6j7/H12g12i11 2/11 use 2 53 0 - - 0 - -",
            2,
            "g12–j10",
            "then Player 1 would need at least 10 points to fell my totem, not 2.",
        ),
        (
            "C6b6d6d7e6e8/E1f1f2g3g4h3 12/6 use 2 64 0 - - 0 - -",
            2,
            "f1–g5, h3–f5",
            "then I would need at least 4 points to eliminate one of Player 1’s pieces.",
        ),
        (
            "D6c3c5c6d4d5e6/I10f11f12g12h10h11j10 0/0 use 1 41 0 - - 0 - -",
            1,
            "d6–b4",
            "then no roll would let Player 2 eliminate anything of mine.",
        ),
        (
            "J3j1k1k2k3l2/I8g9h7h8h9i6j7j8/G8e5f5f7f8g6g7 9/0/7 use 3 11 0 - - 0 - -",
            2,
            "e5–e4",
            "then Player 1 would need at least 6 points to eliminate anything of mine, not 4.",
        ),
    ],
)
def test_levels_that_waver_say_why_another_plan_was_perhaps_better(
    line: str, level: int, moves: str, advantage: str
) -> None:
    assert said_of_other(line, level) == f"Perhaps {moves} was better: {advantage}"


def said_of_other(line: str, level: int = 5) -> str:
    """What a level says of the best other plan in a position."""
    other = decided(TOTEM.load_state(line), level, 1).decision.alternative
    assert other is not None
    return str(other.reason)
