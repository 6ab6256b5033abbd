"""Sentences about moves and positions, and the text board."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.game import CHANCE

FAR = "x3cx4cx5cw3ww4wv3b"
OTHER = "x20cd5cd6cd7we5we6b"
DEALT = "f21cd22ce22cd21we21wf22b"
HERD = f"meadow heads HW {DEALT} a25a25a25a25 m13 000 asleep 1 herd 1 1 - ---- - -"
TRAPPED = f"meadow heads HHW f18c{FAR[3:]}/{OTHER} f19e18g18a25/y1y1y1y1 m13m13 000/000 asleep 4 herd 1 1 - ---- - -"
SUM = f"meadow heads HW {FAR} f20a25a24b25 m13 000 asleep 4 sum 1 1 2222 -222 - -"
STUCK = "meadow heads HW g20cf21ce20cw3wf19wv3b f20a25a24b25 m13 000 asleep 4 sum 1 1 2222 -222 - -"
CATCHING = f"meadow heads HW f18c{FAR[3:]} f19e18h18a25 m13 000 asleep 4 sum 1 1 1111 11-1 - -"
HUNT = f"meadow heads HHW {FAR}/{OTHER} a25a25a25a25/y1y1y1y1 y20m13 000/000 loose 4 hunt 1 1 - ---- W1 -"


def sentences_of(line: str, text: str) -> list[str]:
    state = AWETHI.load_state(line)
    (player,) = AWETHI.players_to_move(state)
    return list(map(str, AWETHI.describe_move(state, player, AWETHI.decode_move(text), None)))


def described(line: str) -> list[str]:
    return list(map(str, AWETHI.describe_position(AWETHI.observe(AWETHI.load_state(line), None))))


def test_a5_a6_a17_start_names_the_wairgka_player_and_when_the_wairgka_wake() -> None:
    seats = "meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - -"
    assert sentences_of(seats, "wairgka:2") == ["Player 3 is drawn to play the wairgka."]
    assert sentences_of(seats.replace("??? ", "HHW ").replace("seats", "deal"), "deal:cccwwb/cccwwb") == [
        "Every herd is shuffled onto its herding-point: three calves, two cows and a bull each.",
        (
            "Player 3 plays the wairgka. They sleep in the Lair and wake when an aiwe or an awéthi ends its move in "
            "the forest."
        ),
    ]
    herds = f"{DEALT}/v4cu5cv5ct4wu4wt5b"
    first = f"meadow heads HWH {herds} a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 first - - - ---- - -"
    assert sentences_of(first, "first:1") == ["Player 3’s herd goes first."]


def test_a8_to_a10_herd_turn_is_described() -> None:
    assert sentences_of(HERD, "herd:3") == [
        "Player 1’s herd rolls 3: south and southeast.",
        "Moves: calf f21–f20; cows e21–g19, d21–f19; bull f22–f21.",
        "Blocked: calves d22, e22.",
    ]


@pytest.mark.parametrize(
    ("die", "direction"),
    [(1, "north and northwest"), (2, "east and northeast"), (3, "south and southeast"), (4, "west and southwest")],
)
def test_a8_directions_of_the_die_are_described(die: int, direction: str) -> None:
    assert sentences_of(HERD, f"herd:{die}")[0] == f"Player 1’s herd rolls {die}: {direction}."


def test_a23_return_of_a_caught_calf_is_described() -> None:
    assert sentences_of(TRAPPED, "herd:1") == [
        "Player 1’s herd rolls 1: north and northwest.",
        "Moves: calves x5–x6, x4–x5; cows w4–u6, w3–u5; bull v3–v5.",
        "Still caught, the calf on f18 goes to Player 1’s shelter.",
    ]


def test_a17_aiwe_in_the_forest_is_described_while_the_wairgka_sleep() -> None:
    line = "meadow heads HW h12cx4cx5cw3ww4wv3b a25a25a24b25 m13 000 asleep 4 herd 1 1 - ---- - -"
    assert sentences_of(line, "herd:2")[-1] == "An aiwe is in the forest: the wairgka are loose!"
    assert "loose" not in " ".join(sentences_of(line.replace("asleep", "loose"), "herd:2"))


def test_a12_dice_and_their_choice_are_described() -> None:
    line = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 dice 1 1 - ---- - -"
    assert sentences_of(line, "dice:1244") == ["Player 1 rolls 1, 2, 4 and 4."]
    choose = line.replace("dice 1 1 -", "choose 1 1 1244")
    assert sentences_of(choose, "each") == ["Player 1 gives each awéthi a die of its own."]
    assert sentences_of(choose, "sum") == ["Player 1 takes the average, rounded down: every awéthi moves 2 squares."]
    assert sentences_of(choose.replace("1244", "1112"), "sum") == [
        "Player 1 takes the average, rounded down: every awéthi moves 1 square."
    ]


@pytest.mark.parametrize(
    ("line", "move", "sentences"),
    [
        (SUM, "1:f22", ["Awéthi 1: f20–f22 (2)."]),
        (SUM, "1:f20", ["Awéthi 1: back on f20 (2)."]),
        (
            SUM.replace("f20a25a24", "a23a25b24"),
            "1:a25",
            ["Awéthi 1: a23–shelter (2)."],
        ),
        (SUM.replace("f20a25a24", "a25b24c24"), "1:a25", ["Awéthi 1: back in the shelter (2)."]),
        (STUCK, "1:stay", ["Awéthi 1 has nowhere to go and stays on f20."]),
        (STUCK, "1:home", ["Awéthi 1 has nowhere to go and returns from f20 to the shelter."]),
        (
            SUM.replace("f20a25", "a25j24"),
            "1:stay",
            ["Awéthi 1 has nowhere to go and stays in the shelter."],
        ),
        (
            CATCHING,
            "3:g18",
            ["Awéthi 3: h18–g18 (1).", "Player 1’s calf on f18 is caught."],
        ),
        (
            CATCHING.replace("h18", "g18"),
            "3:h18",
            ["Awéthi 3: g18–h18 (1).", "Player 1’s calf on f18 is free again."],
        ),
        (
            CATCHING.replace("h18", "h17"),
            "3:i17",
            [
                "Awéthi 3: h17–i17 (1).",
                "An awéthi is in the forest: the wairgka are loose!",
            ],
        ),
    ],
)
def test_a13_to_a17_a22_walks_are_described(line: str, move: str, sentences: list[str]) -> None:
    assert sentences_of(line, move) == sentences


@pytest.mark.parametrize(
    ("line", "move", "phrase"),
    [
        (SUM.replace("sum 1 1 2222 -222", "each 1 1 2222 ----"), "1(2):f18", "awéthi 1 to f18 with the 2"),
        (SUM, "1:f18", "awéthi 1 to f18"),
    ],
)
def test_walks_are_named_in_words(line: str, move: str, phrase: str) -> None:
    """“2 to a23 (2)” could be read in two ways, four times in one line of a hint."""
    state = AWETHI.load_state(line)
    (player,) = AWETHI.players_to_move(state)
    assert str(AWETHI.phrase_move(state, player, AWETHI.decode_move(move), None)) == phrase


def test_a18_a21_wairgk_turns_are_described() -> None:
    assert sentences_of(HUNT, "W1:x20") == ["Player 3’s wairgk W1 goes from y20 to x20.", "It eats Player 2’s calf."]
    assert sentences_of(HUNT, "W2:l13") == ["Player 3’s wairgk W2 goes from the Lair to l13."]
    prowl = f"meadow heads HW {FAR} a25a25a25a25 h1 000 loose 4 prowl 1 1 - ---- - -"
    assert sentences_of(prowl, "prowl:N1") == ["The wairgka roll 1 step, to end further north."]
    assert sentences_of(prowl, "prowl:E3") == ["The wairgka roll 3 steps, to end further east."]
    assert sentences_of(prowl, "prowl:S3") == [
        "The wairgka roll 3 steps, to end further south.",
        "No wairgk can go that way, so their turn passes.",
    ]
    assert sentences_of(prowl, "prowl:W2") == ["The wairgka roll 2 steps, to end further west."]


# -------------------------------------------------------------------------------------------------------- positions


def test_position_is_described() -> None:
    assert described(SUM) == [
        "Round 4 of 200.",
        "Player 1 has rolled 2 2 2 2; the average, rounded down, is 2.",
        "Still to move: awéthi 1.",
        "Player 1 (NW): calves x3 x4 x5, cows w3 w4, bull v3; awéthi f20 a25 a24 b25; 0 home, 0 eaten.",
        "Player 2’s wairgka sleep in the Lair.",
    ]


def test_missing_aiwe_and_players_who_have_left_are_described() -> None:
    line = f"meadow heads HHW x3cw3w/{OTHER} a25a25a25a25/y1y1y1y1 y20m13 100/000 loose 4 hunt 1 1 - ---- W1 2"
    assert described(line) == [
        "Round 4 of 200.",
        "Player 3 moves a wairgk 1 step, to end further west.",
        "Player 1 (NW): calf x3, cow w3, no bull; awéthi a25 a25 a25 a25; 1 home, 3 eaten.",
        "Player 2 (SE): calves d5 d6 x20, cows e5 d7, bull e6; awéthi y1 y1 y1 y1; 0 home, 0 eaten. Has left.",
        "Player 3’s wairgka are loose: y20 m13.",
    ]
    assert described(line.replace("hunt", "herd").replace("W1 2", "- 3"))[-1] == (
        "Player 3 has left; the wairgka stay on y20 m13."
    )


def test_points_are_told_where_they_decide() -> None:
    """A27: the picture shows them beside each shelter."""
    line = f"meadow points HHW x3cw3w/{OTHER} a25a25a25a25/y1y1y1y1 y20m13 100/000 loose 4 hunt 1 1 - ---- W1 2"
    assert described(line)[2].endswith("1 home, 3 eaten. 1 point.")
    assert not any("point" in sentence for sentence in described(line.replace("points", "heads")))


def test_caught_animals_are_named() -> None:
    assert described(TRAPPED)[2].endswith("awéthi f19 e18 g18 a25; 0 home, 0 eaten. Caught: f18.")


def test_longest_description_fits_into_an_alt_text() -> None:
    """All pieces on squares with long names, no aiwe at home, and most of them caught."""
    herds = "i18cj18ck18cl18wm18wn18b/i19cj19ck19cl19wm19wn19b/t10ct11ct12ct13wt14wt15b/i10ck10ci12ck12wi14wk14b"
    awethi = "i20j20k20l20/p18p19p20p21/u10u20u15u16/j10j12j14k11"
    line = f"meadow points HHHHW {herds} {awethi} q10q11q12q13 000/000/000/000 loose 199 each 1 1 1234 ---- - -"
    words = described(line)
    assert sum(map(len, words)) + len(words) <= 900 - 4 * len(" Caught: i10 i11 i12 i13 i14 i15.")


def test_description_before_and_after_the_match() -> None:
    seats = "meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - -"
    assert described(seats) == ["The match is about to begin."]
    over = f"meadow heads HHW -/{OTHER} a25a25a25a25/y1y1y1y1 t20m13 300/000 loose 4 eaten - 1 - ---- - -"
    assert described(over)[0] == "The last aiwe of Player 1’s herd is eaten. Player 1 wins with 3 aiwe in the shelter."


def test_text_board() -> None:
    line = f"meadow heads HHW f18c{FAR[3:]}/{OTHER} f19e18g18a25/y1y1y1y1 m13j9 000/000 loose 4 herd 1 1 - ---- - -"
    rows = AWETHI.text_board(AWETHI.observe(AWETHI.load_state(line), None)).splitlines()
    assert max(map(len, rows)) == 28
    assert rows[0] == rows[26] == "   abcdefghijklmnopqrstuvwxy"
    assert rows[1] == "25 ^" + "." * 23 + "^"
    assert rows[7] == "19 .~~..A................~~."
    assert rows[8] == "18 ..~.AaA................~."
    assert rows[13] == "13 ...~~...,,,,#,,,,...~~..."
    assert rows[17] == " 9 ........,W,,,,,,,........"
    assert rows[20] == " 6 ...bb...................."
    assert len(rows) == 27


def test_legend_explains_the_text_board() -> None:
    line = f"meadow heads HHW f18c{FAR[6:]}/{OTHER} f19e18g18a25/y1y1y1y1 m13j9 100/000 loose 4 herd 1 1 - ---- - -"
    words = list(map(str, AWETHI.legend(AWETHI.observe(AWETHI.load_state(line), None))))
    assert words[:6] == [
        "A awéthi, a aiwe: Player 1",
        "  awéthi 1 f19, 2 e18, 3 g18, 4 a25",
        "  calves x5 f18",
        "  cows w3 w4",
        "  bull v3",
        "  caught: f18",
    ]
    assert words[6:8] == ["  1 home, 5 grazing, 0 eaten", "B awéthi, b aiwe: Player 2"]
    assert words[-4:] == [
        "W wairgka: Player 3",
        "  W1 m13, W2 j9",
        "~ water, # Lair, ^ shelter",
        ", forest, . other land",
    ]
    assert max(map(len, words)) <= 40


def test_empty_herds_are_described_in_words() -> None:
    empty = f"meadow heads HHW -/{OTHER} a25a25a25a25/y1y1y1y1 t20m13 300/000 loose 4 eaten - 1 - ---- - -"
    assert "Player 1 (NW): no aiwe on the board; awéthi a25 a25 a25 a25; 3 home, 3 eaten." in described(empty)
    calfless = f"meadow heads HHW v3b/{OTHER} a25a25a25a25/y1y1y1y1 t20m13 300/000 loose 4 herd 1 1 - ---- - -"
    assert "Player 1 (NW): no calves, no cows, bull v3; " in described(calfless)[2]


def test_chance_move_is_described_alike_for_all_viewers() -> None:
    state = AWETHI.load_state(HERD)
    move = AWETHI.decode_move("herd:1")
    assert AWETHI.describe_move(state, CHANCE, move, None) == AWETHI.describe_move(state, CHANCE, move, 1)
