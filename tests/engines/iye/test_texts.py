"""Sentences about moves, ends of cycles and positions."""

from __future__ import annotations

import pytest

from engines.game import CHANCE, Step
from engines.iye.game import IYE

DEALT = "SHTWS/THSSH/HSOTS/WTHSH/SHSTW"
CROSS = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 SHT/WO -/- 2 1 0-0 2 -"


@pytest.mark.parametrize(
    ("line", "player", "move", "expected"),
    [
        (
            "- c3 first - -/- -/- - 1 0-0 2 -",
            CHANCE,
            "first:1",
            "Player 2 is drawn to begin.",
        ),
        (
            "- c3 deal 2 -/- -/- 2 1 0-0 2 -",
            CHANCE,
            f"deal:{DEALT}",
            "The tiles of cycle 1 are laid out. Player 2 begins.",
        ),
        (
            "...../...../...../...H./..... b4 deal 2 SSSSHHHTTW/SSSSHHTWO ST/HTW - 1 1-0 2 -",
            CHANCE,
            f"deal:{DEALT}",
            "The tiles of cycle 2 are laid out. Player 2 sees them and chooses who begins.",
        ),
        (
            "...../.s.../...../...H./..... b4 deal 2 SSH/SHTWO -/- 2 1 0-0 2 -",
            CHANCE,
            f"deal:{DEALT}",
            "The tiles of cycle 2 are laid out. Player 2 begins again.",
        ),
        (CROSS, 0, "c2", "Player 1 moves the drum to c2. The Sun there goes to Player 2."),
        (CROSS, 0, "Hd5", "Player 1 spends one Horse: the drum goes to d5. The Sun there goes to Player 2."),
        (f"{DEALT} c3 choose 2 -/- -/- - 2 1-0 2 -", 1, "start:me", "Player 2 chooses to begin cycle 2."),
        (f"{DEALT} c3 choose 2 -/- -/- - 2 1-0 2 -", 1, "start:opponent", "Player 2 lets Player 1 begin cycle 2."),
        (
            "...../.S.../...../...H./..... b3 play 2 SSSHHHTTW/SSSSHHTWO ST/HTW 1 1 0-0 2 -",
            1,
            "b4",
            (
                "Player 2 moves the drum to b4. The Sun there goes to Player 1. One tile is left: cycle 1 is over. "
                "Player 1 wins it with 12 points to 1."
            ),
        ),
        (
            "...../.S.../...../...H./..... b3 play 2 SSSHHHTTW/SSSSHHTWO ST/HTW 1 2 1-0 2 -",
            1,
            "b4",
            (
                "Player 2 moves the drum to b4. The Sun there goes to Player 1. One tile is left: cycle 2 is over. "
                "Player 1 wins it with 12 points to 1."
            ),
        ),
        (
            "...../.O.../...../...H./..... b3 play 2 S/S -/- 1 1 0-0 2 -",
            1,
            "b4",
            (
                "Player 2 moves the drum to b4. The Owl there goes to Player 1. One tile is left: cycle 1 is over. "
                "Player 1 wins it with 1 point to 0."
            ),
        ),
        (
            "...../.S.../...../...H./..... b3 play 2 SH/SHTWO -/- 2 1 0-0 2 -",
            1,
            "b4",
            (
                "Player 2 moves the drum to b4. The Sun there goes to Player 1. One tile is left: cycle 1 is over. "
                "Both have 9 points: a tie that counts for nobody."
            ),
        ),
        (
            "...../..H../...../...S./T.... a3 play 1 SSSHHTW/SSHHT STWO/SSHHTW 1 1 0-0 2 -",
            0,
            "a1",
            (
                "Player 1 moves the drum to a1. The Tree there goes to Player 2. Player 2 cannot move: cycle 1 is over "
                "at once, and Player 1, who moved last, wins it."
            ),
        ),
    ],
)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_moves_are_described(line: str, player: int, move: str, expected: str, viewer: int | None) -> None:
    """I1: all viewers read the same."""
    sentences = IYE.describe_move(IYE.load_state(line), player, IYE.decode_move(move), viewer)
    assert " ".join(map(str, sentences)) == expected


def described(line: str) -> list[str]:
    return [str(text) for text in IYE.describe_position(IYE.observe(IYE.load_state(line), None))]


def test_position_is_described() -> None:
    assert described("SHTSW/HS.HS/.T..T/SHST./SW.HS c3 play 1 SHT/WO H/- 2 2 0-1 2 -") == [
        "Player 1 is to move.",
        "Rank 5: Sun, Horse, Tree, Sun, Water.",
        "Rank 4: Horse, Sun, empty, Horse, Sun.",
        "Rank 3: empty, Tree, empty, empty, Tree.",
        "Rank 2: Sun, Horse, Sun, Tree, empty.",
        "Rank 1: Sun, Water, empty, Horse, Sun.",
        "The drum is on c3.",
        "It can go to c2 b3 e3 c5.",
        "Player 1 has 1 Sun, 1 Horse, 1 Tree; spent: 1 Horse.",
        "Player 2 has 1 Water, 1 Owl.",
        "Points now: Player 1 21, Player 2 4.",
        "Cycles won: Player 1 has 0, Player 2 has 1; needed to win: 2.",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("- c3 first - -/- -/- - 1 0-0 2 -", "No tiles have been laid out yet."),
        (f"{DEALT} c3 choose 2 -/- -/- - 2 1-0 2 -", "Player 2 chooses who begins cycle 2."),
        (f"{DEALT} c3 play 1 -/- -/- 1 1 0-0 2 -", "Player 2 has no tiles."),
        ("...../..H../...../...S./..... a1 play 2 SSS/HO -/SS 2 1 0-0 2 -", "By spending a tile it can go to d2 c4."),
        (
            "...../.S.../...../...H./..... b3 play 2 SSS/- -/SSS 1 1 0-0 2 -",
            "Player 2 has no tiles left; spent: 3 Sun.",
        ),
        (
            "...../...../...../...H./..... b4 deal 2 SSSSHHHTTW/SSSSHHTWO ST/HTW - 1 1-0 2 -",
            "One tile is left: cycle 1 is over. Player 1 wins it with 12 points to 1.",
        ),
        (
            "...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -",
            "Player 1 is the next shaman: the match is won by 2 cycles to 0.",
        ),
        (f"{DEALT} c3 over - -/- -/- 1 1 0-0 2 1", "Player 1 resigns. Player 2 wins."),
    ],
)
def test_position_description_includes_the_phase(line: str, sentence: str) -> None:
    assert sentence in described(line)


def test_description_tells_the_last_board_of_the_cycle_that_has_just_ended_as_the_picture_shows_it() -> None:
    """With the tiles that both had then: on the new board nobody has any."""
    line = "...../...../.O.../...S./..... d1 play 1 SSSSHHHTTW/SSHHTW ST/HTW 1 1 0-0 2 -"
    before = IYE.load_state(line)
    move = IYE.decode_move("d2")
    ended = IYE.apply(before, 0, move)
    deal = IYE.decode_move(f"deal:{DEALT}")
    dealt = IYE.apply(ended, CHANCE, deal)
    steps = (Step(before, 0, move), Step(ended, CHANCE, deal))
    words = [str(text) for text in IYE.describe_position(IYE.observe(dealt, None, steps))]
    assert "Cycle 1 ended with the drum on d2; left on the board: Owl b3." in words
    assert "Player 1 had 4 Sun, 3 Horse, 2 Tree, 1 Water." in words
    assert not any("has no tiles" in sentence for sentence in words)
    assert len(" ".join(words)) <= 900


def test_text_board_and_legend() -> None:
    seen = IYE.observe(IYE.load_state(CROSS), None)
    assert IYE.text_board(seen).splitlines() == [
        "5   S   H   T+  S   W",
        "4   H   S   .   H   S",
        "3   .   T+ [ ]  .   T+",
        "2   S   H   S+  T   H",
        "1   S   W   .   H   S",
        "    a   b   c   d   e",
    ]
    assert [str(line) for line in IYE.legend(seen)] == [
        "S Sun 9, H Horse 7, T Tree 5",
        "W Water 3, O Owl 1",
        "[ ] drum, + reached without a tile",
        "Player 1: S1 H1 T1",
        "Player 2: W1 O1",
    ]


def test_legend_shows_empty_hands_and_spent_tiles() -> None:
    line = "...../..H../...../...S./..... a1 play 2 -/HO -/SS 2 1 0-0 2 -"
    lines = [str(each) for each in IYE.legend(IYE.observe(IYE.load_state(line), None))]
    assert lines[-3:] == ["Player 1: no tiles", "Player 2: H1 O1", "  spent: S2"]
    assert all(len(each) <= 40 for each in lines)


def test_text_board_shows_reach_of_tiles_if_no_natural_move_exists() -> None:
    seen = IYE.observe(IYE.load_state("...../..H../...../...S./..... a1 play 2 SSS/HO -/SS 2 1 0-0 2 -"), None)
    assert seen.natural == ()
    assert "H+" in IYE.text_board(seen)
    assert "[ ] drum, + reached with a tile" in map(str, IYE.legend(seen))


def test_i3_the_tile_under_the_drum_is_shown() -> None:
    assert "[O]" in IYE.text_board(IYE.observe(IYE.load_state(f"{DEALT} c3 play 1 -/- -/- 1 1 0-0 2 -"), None))


def test_text_board_is_empty_before_the_first_deal() -> None:
    board = IYE.text_board(IYE.observe(IYE.initial_state(2, {}), None))
    assert board.count(".") == 24
    assert "[ ]" in board


@pytest.mark.parametrize(
    ("line", "player", "move", "phrase"),
    [
        ("- c3 first - -/- -/- - 1 0-0 2 -", CHANCE, "first:1", "Player 2 is drawn to begin"),
        ("- c3 deal 2 -/- -/- 2 1 0-0 2 -", CHANCE, f"deal:{DEALT}", "The tiles of cycle 1 are laid out"),
        (CROSS, 0, "c2", "c2, the Sun goes to Player 2"),
        (CROSS, 0, "Hd5", "Hd5 (spends one Horse), the Sun goes to Player 2"),
        (f"{DEALT} c3 choose 2 -/- -/- - 2 1-0 2 -", 1, "start:me", "Player 2 begins cycle 2"),
        (f"{DEALT} c3 choose 2 -/- -/- - 2 1-0 2 -", 1, "start:opponent", "Player 2 lets Player 1 begin"),
    ],
)
def test_phrases_of_moves(line: str, player: int, move: str, phrase: str) -> None:
    state = IYE.load_state(line)
    assert str(IYE.phrase_move(state, player, IYE.decode_move(move), None)) == phrase
