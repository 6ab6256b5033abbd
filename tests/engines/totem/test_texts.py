"""Sentences about moves, results and positions."""

from __future__ import annotations

import pytest

from engines.game import CHANCE, Player
from engines.totem.game import TOTEM

USE = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 64 0 - - 4 - -"
DOUBLES = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 11 0 - - 4 - -"
ROLL = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 2 - 0 - - 4 - -"
RUN = "G3f2f3g2g4g5h3/G9f6f7g7g8g10h9 18/18 run 1 63 3 - - 0 - -"
AGAIN = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 18/19 again 1 66 0 - - - - -"
PASS = "C3/K7j7j8k6k8l6l7 0/19 pass 1 66 0 - - 4 - -"
CORNER = "A1b1/M7l7l8 0/0 run 1 62 5 b1 - 3 - -"


@pytest.mark.parametrize(
    ("line", "player", "move", "expected"),
    [
        (
            "-/-/- 25/25/25 first - - 0 - - 0 123 -",
            CHANCE,
            "first:263",
            "Player 1 rolls 2, Player 2 rolls 6, Player 3 rolls 3. Player 2 begins and chooses where to start.",
        ),
        (
            "-/-/-/- 25/25/25/25 first - - 0 - - 0 1234 -",
            CHANCE,
            "first:5525",
            (
                "Player 1 rolls 5, Player 2 rolls 5, Player 3 rolls 2, Player 4 rolls 5. "
                "Player 1, Player 2 and Player 4 are tied and roll again."
            ),
        ),
        ("-/-/- 25/25/25 place 1 - 0 - - 0 1: -", 0, "start:g3", "Player 1 starts on g3."),
        (
            "G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -",
            1,
            "start:k7",
            "Player 2 starts on k7. That leaves c7 for Player 3.",
        ),
        (
            "-/-/-/- 25/25/25/25 place 4 - 0 - - 0 4: -",
            3,
            "start:c3",
            "Player 4 starts on c3. That leaves k7 for Player 1.",
        ),
        (ROLL, CHANCE, "dice:62", "Player 2 rolls 6 and 2."),
        (USE, 0, "use:10", "Player 1 uses both dice: 10 points."),
        (USE, 0, "use:6", "Player 1 discards the 4 and has 6 points."),
        (USE, 0, "use:4", "Player 1 discards the 6 and has 4 points."),
        (DOUBLES, 0, "use:1", "Player 1 discards the 1 and has 1 point."),
        (USE, 0, "add:f3", "Player 1 puts a piece on f3 instead of running; 18 are left in the reserve."),
        (
            USE.replace("19/19", "2/19"),
            0,
            "add:f3",
            "Player 1 puts a piece on f3 instead of running; 1 is left in the reserve.",
        ),
        (RUN, 0, "f2-e2.1", "A piece runs from f2 to e2 in 1 step."),
        (RUN, 0, "h3-g6.3", "A piece runs from h3 to g6 in 3 steps. Player 2 loses the piece on f6."),
        (
            "K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -",
            0,
            "i6-h8.2",
            (
                "A piece runs from i6 to h8 in 2 steps. Player 2 loses the piece on g8. "
                "That cuts off the pieces on f7, g7, which are lost too."
            ),
        ),
        (
            "K5i6i7j5j6k6l5/G10g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -",
            0,
            "i6-h8.2",
            (
                "A piece runs from i6 to h8 in 2 steps. Player 2 loses the piece on g8. "
                "That cuts off the piece on g7, which is lost too."
            ),
        ),
        (
            "G7f6g6g5/F8e8/H8/C3b2c2 18/18/18/18 run 1 42 2 - - 0 - -",
            0,
            "f6-g8.2",
            (
                "A piece runs from f6 to g8 in 2 steps. Player 2’s totem on f8 falls: Player 2 is out and "
                "loses 1 piece. Player 3’s totem on h8 falls: Player 3 is out."
            ),
        ),
        (
            "G6g7/F10f8f9 18/18 run 1 21 2 - - 0 - -",
            0,
            "g6-f7.2",
            "The totem runs from g6 to f7 in 2 steps. Player 2 loses the piece on f8.",
        ),
        (
            CORNER,
            0,
            "a1-c1.3",
            "The totem runs from a1 to c1 in 3 steps. Nothing else can step, so 2 points are lost.",
        ),
        (
            "G2f1f2f3h2/F4e5f5 3/4 run 2 52 3 f4f5 - 5 - -",
            1,
            "e5-e3.2",
            (
                "A piece runs from e5 to e3 in 2 steps. Player 1 loses the piece on f3. "
                "Nothing else can step, so 1 point is lost."
            ),
        ),
        (AGAIN, 0, "reroll", "Player 1 rolls again."),
        (AGAIN, 0, "stay", "Player 1 does not roll again."),
        (PASS, CHANCE, "pass", "Player 1 can neither step nor exchange: the turn passes."),
    ],
)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_moves_are_described(line: str, player: Player, move: str, expected: str, viewer: Player | None) -> None:
    """Nothing is secret: all viewers read the same."""
    sentences = TOTEM.describe_move(TOTEM.load_state(line), player, TOTEM.decode_move(move), viewer)
    assert " ".join(map(str, sentences)) == expected


def test_t24_points_left_at_a_win_are_not_described_as_lost() -> None:
    line = "K5i7i8j6k6l5/G8f7f8g7g9h7 18/18 run 1 65 11 - - 0 - -"
    sentences = TOTEM.describe_move(TOTEM.load_state(line), 0, TOTEM.decode_move("i8-h8.1"), None)
    assert [str(text) for text in sentences] == [
        "A piece runs from i8 to h8 in 1 step.",
        "Player 2’s totem on g8 falls: Player 2 is out and loses 5 pieces.",
    ]


@pytest.mark.parametrize(
    ("line", "termination", "summary", "ranking"),
    [
        (
            "K5h8i7j6k6l5/-/-/- 18/0/0/0 over - - 0 - - 0 - 3,2*,4",
            "last_totem",
            "Player 1’s totem is the last one standing: Player 1 wins.",
            ((0,), (3,), (1,), (2,)),
        ),
        (
            "-/K5h8i7j6k6l5/- 0/18/0 over - - 0 - - 0 - 13",
            "last_totem",
            "Player 2’s totem is the last one standing: Player 2 wins.",
            ((1,), (0, 2)),
        ),
        (
            "K5h8i7j6k6l5/-/- 18/0/0 over - - 0 - - 0 - 2,3*",
            "resignation",
            "Player 3 resigns. Player 1 wins.",
            ((0,), (2,), (1,)),
        ),
        (
            "G3g4/-/K7k6 0/0/0 over - - 0 - - 8 - 2",
            "few_pieces",
            "Nobody has more than one piece besides the totem, and all reserves are empty: the match is a tie.",
            ((0, 2), (1,)),
        ),
        (
            "G3f2f3f4g2h2h3/G11f10f11g10g12h10h11 19/19 over - - 0 - - 300 - -",
            "quiet",
            "For 300 turns nothing was eliminated or exchanged: the match is a tie.",
            ((0, 1),),
        ),
    ],
)
def test_outcomes_and_their_summaries(
    line: str, termination: str, summary: str, ranking: tuple[tuple[Player, ...], ...]
) -> None:
    """T24 to T26: a player who goes out later is ranked higher."""
    outcome = TOTEM.outcome(TOTEM.load_state(line))
    assert outcome is not None
    assert (outcome.termination, str(outcome.summary), outcome.ranking) == (termination, summary, ranking)
    assert outcome.scores is None


def described(line: str) -> list[str]:
    return [str(text) for text in TOTEM.describe_position(TOTEM.observe(TOTEM.load_state(line), None))]


def test_position_is_described() -> None:
    assert described("C3/-/K5i7i8j6k6l5/- 7/0/18/0 use 3 62 0 - - 4 - 4,2*") == [
        "Player 3 has rolled 6 and 2.",
        "Player 1: totem c3 alone; 7 in reserve.",
        "Player 2 has left.",
        "Player 3: totem k5, pieces i7 i8 j6 k6 l5; 18 in reserve.",
        "Player 4 is out.",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("-/- 25/25 first - - 0 - - 0 12 -", "The dice decide who begins."),
        ("-/- 25/25 place 2 - 0 - - 0 2: -", "Player 2 chooses where to start."),
        ("-/- 25/25 place 2 - 0 - - 0 2: -", "Player 1 is not on the board yet."),
        (ROLL, "It is Player 2’s turn."),
        (RUN, "Player 1 has rolled 6 and 3; 3 points are left."),
        (CORNER.replace(" 5 b1", " 1 b1"), "Player 1 has rolled 6 and 2; 1 point is left."),
        (AGAIN, "Player 1 has rolled a 12 and may roll again."),
        (PASS, "It is Player 1’s turn."),
        ("A1b1/M7l7l8 0/0 use 1 65 0 - - 250 - -", "250 of 300 quiet turns."),
        ("K5h8i7j6k6l5/-/- 18/0/0 over - - 0 - - 0 - 3*,2", "3. Player 3, who has left."),
        ("K5h8i7j6k6l5/-/- 18/0/0 over - - 0 - - 0 - 3*,2", "2. Player 2, who is out."),
        ("K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2", "Player 1’s totem is the last one standing: Player 1 wins."),
    ],
)
def test_position_description_includes_the_phase(line: str, sentence: str) -> None:
    assert sentence in described(line)


def test_description_of_a_full_board_has_at_most_900_characters() -> None:
    """More pieces than a match ever has on the board."""
    rows = [[f"{file}{rank}" for rank in range(1, ranks + 1)] for file, ranks in zip(
        "abcdefghijklm", (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7), strict=True
    )]  # fmt: skip
    parts = ([*rows[0], *rows[1], *rows[2]], [*rows[3], *rows[4]], [*rows[5], *rows[6]], [*rows[7], *rows[8]])
    seats = "/".join(cells[0].capitalize() + "".join(cells[1:26]) for cells in parts)
    text = " ".join(described(f"{seats} 0/0/0/0 roll 1 - 0 - - 4 - -"))
    assert len(text) <= 900


def test_text_board_and_legend() -> None:
    seen = TOTEM.observe(TOTEM.load_state(RUN.replace("18/18", "18/7")), None)
    assert TOTEM.text_board(seen).splitlines() == [
        "            13",
        "          12  12",
        "        11   .  11",
        "      10   .   .  10",
        "     9   .   .   .   9",
        "   8   .   .   .   .   8",
        " 7   .   .   .   .   .   7",
        "   .   .   .   .   .   .",
        " .   .   .   2   .   .   .",
        "   .   .   .   2   .   .",
        " .   .   .  [2]  .   .   .",
        "   .   .   .   .   .   .",
        " .   .   .   2   .   .   .",
        "   .   .   2   .   .   .",
        " .   .   .   2   .   .   .",
        "   .   .   2   .   .   .",
        " .   .   .   .   .   .   .",
        "   .   .   .   .   .   .",
        " .   .   .   1   .   .   .",
        "   .   .   .   .   .   .",
        " .   .   .   1   .   .   .",
        "   .   .   1   1   .   .",
        " a   .   .  [1]  .   .   m",
        "   b   .   1   .   .   l",
        "     c   .   1   .   k",
        "       d   .   .   j",
        "         e   .   i",
        "           f   h",
        "             g",
    ]
    assert [str(line) for line in TOTEM.legend(seen)] == [
        "[1] totem of player 1, 1 a piece",
        "The cells of a file are counted from the bottom.",
        "1: 6 pieces, 18 in reserve",
        "2: 6 pieces, 7 in reserve",
    ]


def test_legend_shows_players_who_are_out() -> None:
    over = TOTEM.observe(TOTEM.load_state("K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2"), None)
    assert [str(line) for line in TOTEM.legend(over)][-2:] == ["1: 5 pieces, 18 in reserve", "2: out"]


@pytest.mark.parametrize(
    ("line", "player", "move", "phrase"),
    [
        ("-/- 25/25 first - - 0 - - 0 12 -", CHANCE, "first:26", "Player 1 rolls 2, Player 2 rolls 6"),
        ("-/-/- 25/25/25 place 1 - 0 - - 0 1: -", 0, "start:g3", "totem on g3"),
        (ROLL, CHANCE, "dice:62", "Player 2 rolls 6 and 2"),
        (USE, 0, "use:10", "both dice"),
        (USE, 0, "use:4", "the 4"),
        (DOUBLES, 0, "add:h2", "a piece on h2"),
        (RUN, 0, "h3-h4.1", "h3–h4"),
        (RUN, 0, "h3-g6.3", "h3–g6 eliminates Player 2’s piece on f6"),
        (
            "K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -",
            0,
            "i6-h8.2",
            "i6–h8 eliminates 3 of Player 2’s pieces",
        ),
        ("K5i7i8j6k6l5/G8f7f8g7g9h7 18/18 run 1 42 2 - - 0 - -", 0, "i8-h8.1", "i8–h8 brings down Player 2’s totem"),
        (AGAIN, 0, "reroll", "rolling again"),
        (AGAIN, 0, "stay", "not rolling again"),
        (PASS, CHANCE, "pass", "Player 1 has to pass"),
    ],
)
def test_phrases_of_moves(line: str, player: Player, move: str, phrase: str) -> None:
    state = TOTEM.load_state(line)
    assert str(TOTEM.phrase_move(state, player, TOTEM.decode_move(move), None)) == phrase
