"""Names and typed text in messages: no mentions, no formatting, no line breaks."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.lobby.seating import computer_seat
from bot.matches.model.match import SeatHolder
from bot.ui.components.text import Writer, code_block, escape, fit, fit_written, plain
from engines.game import ScoreRow, ScoreTable
from engines.text import WORD_JOINER, Seat, T, Text, normalize_typed
from render.bidi import from_left
from tests.bot.ui.views import ENGLISH, match, writer

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("*bold* _it_ ~~no~~ ||spoiler||", r"\*bold\* \_it\_ \~\~no\~\~ \|\|spoiler\|\|"),
        ("`code`", r"\`code\`"),
        ("# heading", r"\# heading"),
        ("- item", r"\- item"),
        ("> quote", r"\> quote"),
        ("[link](https://x.example)", r"\[link\](https:\//x.example)"),
        ("<@123> <#5> <:a:1>", r"\<@123> \<#5> \<:a:1>"),
        ("@everyone @here", "@\u200beveryone @\u200bhere"),
        ("discord.gg/x Discord.GG/y", "discord.gg\u200b/x Discord.GG\u200b/y"),
        ("discord.com/invite/x", "discord.com\u200b/invite/x"),
        ("a\u061cb\u2028c\u2029d", "a b c d"),
        ("two\nlines\u202eback", "two lines back"),
        (r"back\slash", r"back\\slash"),
        ("İYE #12 a-b c:d", "İYE #12 a-b c:d"),
    ],
)
def test_typed_text_is_shown_literally(typed: str, shown: str) -> None:
    assert escape(typed) == shown


@given(st.text(max_size=40))
def test_escaped_text_has_no_markup_mention_or_line_break(typed: str) -> None:
    shown = escape(typed)
    assert "\n" not in shown
    for index, character in enumerate(shown):
        if character in "*_~|`[]<":
            backslashes = len(shown[:index]) - len(shown[:index].rstrip("\\"))
            assert backslashes % 2 == 1, shown
    assert "@everyone" not in shown
    assert "@here" not in shown


@pytest.mark.parametrize(
    ("written", "limit", "shown"),
    [
        ("short", 5, "short"),
        ("**Ann** moves on", 12, "**Ann…**"),
        ("Now **Ann and Bob** move", 15, "Now **Ann …**"),
        ("Now **Ann and Bob** move", 11, "Now …"),
        (r"back\\\\\\ slashes", 11, "back…"),
        ("```\na long table\n```", 17, "```\na long t…\n```"),
        ("x ```\na table\n``` after", 12, "x ```\na…\n```"),
    ],
)
def test_cut_text_closes_its_markup(written: str, limit: int, shown: str) -> None:
    assert fit_written(written, limit) == shown
    assert len(shown) <= limit


def test_names_are_bold_mentioned_or_plain() -> None:
    write = writer(seats=(SeatHolder(0, 101, "A*n"), SeatHolder(1, 102, "Bob")))
    text = T("{one} and {two}", one=Seat(0), two=Seat(1))
    assert write(text) == r"**A\*n** and **Bob**"
    assert write.mentioning(text, {0}) == "<@101> and **Bob**"
    assert write.plain(text) == "A*n and Bob"


def test_seat_without_a_holder_has_its_title() -> None:
    assert Writer(ENGLISH, game="iye").plain(T("{player}", player=Seat(1))) == "Apprentice 2"
    assert Writer(ENGLISH).plain(T("{player}", player=Seat(4))) == "Player 5"


@pytest.mark.parametrize("name", ["\u3164", "\u200b\u200d", " \u2800 ", "\u0301", "\u202e"])
def test_invisible_name_is_replaced_by_the_seat_title(name: str) -> None:
    assert writer(seats=(SeatHolder(0, 101, name),)).bold(0) == "**Apprentice 1**"


def test_equal_names_are_disambiguated_everywhere() -> None:
    write = writer(seats=(SeatHolder(0, 101, "Ann"), SeatHolder(1, 102, "ann")))
    text = T("{one} hits {two}", one=Seat(0), two=Seat(1))
    assert write(text) == "**Ann (1)** hits **ann (2)**"
    assert write.plain(text) == "Ann (1) hits ann (2)"
    assert write.mentioning(text, {1}) == "**Ann (1)** hits <@102> (2)"
    scores = ScoreTable(T("Score"), (ScoreRow(T("Fish"), (3, 14)),), None)
    assert write.table_lines(scores)[0].split() == ["Ann", "(1)", "ann", "(2)"]


def test_computer_player_has_one_name_in_texts_pictures_and_tables() -> None:
    computer = computer_seat(1, 2)
    write = writer(seats=(SeatHolder(0, 101, "Ann"), computer))
    assert write(T("{one}", one=Seat(1))) == "**Computer L2**"
    assert write.own_names == ("Ann", "Computer L2")
    scores = ScoreTable(T("Score"), (ScoreRow(T("Fish"), (3, 14)),), None)
    assert write.table_lines(scores)[0].split() == ["Ann", "Computer", "L2"]
    assert writer(seats=(SeatHolder(0, 101, "Ann"), replace(computer, alias="Deep"))).own_names == ("Ann", "Deep")


def test_name_like_another_seats_title_is_numbered() -> None:
    write = Writer(ENGLISH, (SeatHolder(0, 101, "Blue"), SeatHolder(1, 102, "Bob")), "totem")
    text = T("{one} hits {two}", one=Seat(0), two=Seat(1))
    assert write(text) == "**Blue (1)** hits **Bob**"
    assert write.mentioning(text, {0}) == "<@101> (1) hits **Bob**"
    scores = ScoreTable(T("Score"), (ScoreRow(T("Fish"), (3, 14)),), None)
    assert write.table_lines(scores)[0].split() == ["Blue", "(1)", "Bob"]


@pytest.mark.parametrize("sign", ["\ufe0f", "\u034f", "\u180b", "\U000e0100", "\u3164", "\u115f", "\uffa0", "\u2800"])
def test_invisible_characters_do_not_distinguish_names(sign: str) -> None:
    write = writer(seats=(SeatHolder(0, 101, "Ann"), SeatHolder(1, 102, f"An{sign}n")))
    assert write.name(Seat(0)) == "Ann (1)"
    assert write.name(Seat(1)) == f"An{sign}n (2)"


@pytest.mark.parametrize("name", ["😀", "李", "!", "\u200bx"])
def test_name_with_a_visible_character_is_kept(name: str) -> None:
    assert writer(seats=(SeatHolder(0, 101, name),)).name(Seat(0)) == name


def test_score_table_has_a_column_for_each_seat_and_a_rule_above_the_total() -> None:
    scores = ScoreTable(
        T("Cycle {number}", number=1),
        (ScoreRow(T("Sun"), (T("5 → {points}", points=9), 4)), ScoreRow(T("Owl"), (0, -6))),
        ScoreRow(T("Points"), (9, -2)),
    )
    assert writer().table(scores) == (
        "**Cycle 1**\n```\n          Ann  Bob\nSun     5 → 9    4\nOwl         0   −6\n"
        "──────────────────\nPoints      9   −2\n```"
    )


def seen(line: str) -> str:
    """Return a line as it is seen, from left to right, without marks of direction."""
    return "".join(placed.piece for placed in from_left(line))


def test_names_from_right_to_left_do_not_turn_what_stands_beside_them() -> None:
    """Otherwise each of two such names stands beside the other's points, or above the other's column."""
    write = writer(seats=(SeatHolder(0, 101, "אבי"), SeatHolder(1, 102, "דנה")))
    points = T("Points: {first} {one}, {second} {two}.", first=Seat(0), one=10, second=Seat(1), two=7)
    assert seen(write.plain(points)) == "Points: יבא 10, הנד 7."
    assert seen(write(points)) == "Points: **יבא** 10, **הנד** 7."
    scores = ScoreTable(T("Points"), (ScoreRow(T("Sun"), (9, 0)),))
    assert list(map(seen, write.table_lines(scores))) == ["     יבא  הנד", "Sun    9    0"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (T("Type `{move}`.", move="water f6 g6 (~6)"), "Type `water f6 g6 (~6)`."),
        (T("Type `{move}`, {other}.", move="a*b", other="a*b"), r"Type `a*b`, a\*b."),
        (T("Type `{move}`.", move=T("{first} {second}", first="a*", second="_")), "Type `a* _`."),
        (T("{listed}", listed=T("`{move}`, {other}", move="~", other="~")), r"`~`, \~"),
        (T("Type `{move}`.", move="`a`\n*b*"), "Type `ˋaˋ *b*`."),
    ],
)
def test_nothing_is_escaped_between_backticks(text: Text, shown: str) -> None:
    assert writer()(text) == shown
    assert writer().mentioning(text, ()) == shown


def test_backticks_cannot_end_a_code_block() -> None:
    assert code_block("a```b").count("```") == 2


def test_long_text_is_cut_with_an_ellipsis_and_white_space_joined() -> None:
    assert fit("abcdef", 6) == "abcdef"
    assert fit("abcdefg", 6) == "abcde…"
    assert plain("  a\tb ") == "a b"


def test_writer_keeps_its_language_for_another_match() -> None:
    other = Writer(ENGLISH).about(match(seats=(SeatHolder(0, 5, "Zoë"),)))
    assert other.catalogue is ENGLISH
    assert other.bold(0) == "**Zoë**"


def test_no_translatable_text_is_inside_an_f_string() -> None:
    hidden = []
    for package in ("bot", "engines", "players", "render"):
        for path in (ROOT / package).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if not re.search(r"\{[^\n]*\bTN?\(", source):
                continue  # parsing takes long
            for node in ast.walk(ast.parse(source)):
                inside = ast.walk(node) if isinstance(node, ast.JoinedStr) else ()
                names = (part.func for part in inside if isinstance(part, ast.Call))
                hidden += [
                    f"{path.name}:{name.lineno}"
                    for name in names
                    if isinstance(name, ast.Name) and name.id in {"T", "TN"}
                ]
    assert hidden == []


def test_no_line_breaks_within_a_run_and_it_can_be_typed_as_it_is_written() -> None:
    written = writer()(T("So far: {runs}.", runs="f3–g5"))
    assert written == f"So far: f3{WORD_JOINER}–{WORD_JOINER}g5."
    assert normalize_typed(written[8:]) == "f3–g5."
    assert writer()(T("2–3 players")) == "2–3 players"
