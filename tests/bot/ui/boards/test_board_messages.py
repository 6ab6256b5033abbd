"""Board messages: text, picture and controls."""

from dataclasses import replace

from bot.matches.model.log import ComputerDecision
from bot.matches.model.match import MatchStatus
from bot.matches.model.results import Skill
from bot.matches.model.rng import shown_digits
from bot.matches.model.settings import PlayerSettings
from bot.matches.results.leaderboards import RatingChange
from bot.ui.boards.board_messages import plan_board, private_board, public_board, result_board
from bot.ui.boards.board_renderer import alt_text, picture_name, picture_options, text_board
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.components.text import ALT_LIMIT, MESSAGE_LIMIT
from engines.game import ScoreRow, ScoreTable
from engines.text import Seat, T
from tests.bot.ui.views import state, view, writer

PICTURE = Attachment("iye-12-2.png", b"png", "alt")


def ids(message: OutgoingMessage) -> list[str]:
    return [getattr(control, "custom_id", "") for row in message.rows for control in row]


def test_public_board_mentions_only_the_given_players() -> None:
    message = public_board(view(state()), writer(), PICTURE, mentioned=(0,))
    assert "<@101>, it is your turn" in message.content
    assert message.mentions == (101,)
    assert message.content.endswith("-# İYE #12")
    assert message.files == (PICTURE,)


def test_commitment_is_on_the_first_board_only() -> None:
    first, later = view(state(), board_message_id=None), view(state())
    commitment = first.match.commitment
    assert commitment is not None
    digits = shown_digits(commitment)
    assert (len(commitment), digits) == (64, "abababab abababab abababab abababab abababab")
    assert public_board(first, writer(), PICTURE, mentioned=(0,)).content.endswith(
        f"🔒 Nobody can change the luck: {digits}"
    )
    assert digits not in public_board(later, writer(), PICTURE, mentioned=(0,)).content


def test_result_shows_the_digest_of_the_record_and_leaves_the_key_to_the_menu() -> None:
    ended = view(state(), status=MatchStatus.FINISHED, result=T("The match is a draw."), key="0f" * 32)
    content = result_board(ended, writer(), PICTURE, (), "ab" * 32).content
    assert content.splitlines()[-1] == f"-# İYE #12 · The SHA-256 of its record begins with {shown_digits('ab' * 32)}"
    assert "0f0f" not in content


def test_player_to_move_is_named_if_not_mentioned() -> None:
    message = public_board(view(state()), writer(), PICTURE, mentioned=())
    assert "**Ann**, it is your turn" in message.content
    assert message.mentions == ()


def test_old_position_mentions_nobody_and_offers_no_moves() -> None:
    old = replace(view(state()), ply=1)
    message = public_board(old, writer(), PICTURE, mentioned=(0,))
    assert message.mentions == ()
    assert [i for i in ids(message) if ":move:" in i] == []


def test_board_without_picture_is_text() -> None:
    message = public_board(view(state()), writer(), None, mentioned=(0,))
    assert "    a   b   c   d   e" in message.content
    assert "1  Ann\n2  Bob" in message.content


def test_long_sentences_are_cut_before_table_prompt_and_footer() -> None:
    long = replace(
        view(state()),
        sentences=(T("{tale}", tale="word " * 600),),
        scores=ScoreTable(T("Cycle 1"), (ScoreRow(T("Sun"), (1, 2)),)),
    )
    content = public_board(long, writer(), PICTURE, mentioned=(0,)).content
    assert len(content) <= MESSAGE_LIMIT
    assert "Cycle 1" in content
    assert content.endswith("-# İYE #12")


def test_newest_turns_are_told_when_there_is_no_room_for_all() -> None:
    turns = tuple(T("{tale}", tale=f"turn {number} " + "word " * 150) for number in range(4))
    content = public_board(
        replace(view(state()), sentences=turns, breaks=(1, 2, 3)), writer(), PICTURE, mentioned=(0,)
    ).content
    assert len(content) <= MESSAGE_LIMIT
    assert content.startswith("-# … 2 earlier turns are left out here: the replay has them.\nturn 2 word")
    assert "turn 3 word" in content


def test_private_board_has_controls_for_the_player_to_move_only() -> None:
    mine = private_board(view(state(), viewer=0), writer(), PICTURE)
    assert any("k:move:12:2:" in i for i in ids(mine))
    assert "it is your turn" in mine.content
    others = private_board(view(state(), viewer=1), writer(), PICTURE)
    assert list(filter(None, ids(others))) == ["k:more:12:2:"]
    assert "**Ann** is to move." in others.content
    assert mine.mentions == others.mentions == ()


def test_plan_says_who_sees_it_and_keeps_the_question() -> None:
    long = replace(view(state(), viewer=0), sentences=(T("{tale}", tale="word " * 600),))
    message = plan_board(long, writer(), PICTURE, "What now?", "A note.", T("Nobody sees it."), ())
    assert len(message.content) <= MESSAGE_LIMIT
    assert message.content.startswith("word word")
    *_, asked, footer, note = message.content.splitlines()
    assert note == "A note."
    assert (asked, message.mentions) == ("What now?", ())
    assert footer == "-# İYE #12 · Nobody sees it."


def test_answer_to_a_press_is_the_last_line_above_the_picture() -> None:
    """At the beginning of the message it was out of sight on a phone: a press on *Hint* seemed to do nothing."""
    message = plan_board(view(state(), viewer=0), writer(), PICTURE, "What now?", "💡 Look there.", None, ())
    assert message.content.splitlines()[-1] == "💡 Look there."


def test_result_mentions_every_player_once_and_offers_a_rematch() -> None:
    ended = view(state(), status=MatchStatus.FINISHED, result=T("{winner} wins.", winner=Seat(1)))
    message = result_board(ended, writer(), PICTURE, (), None)
    assert "🏁 <@102> wins.\n-# With <@101>\n" in message.content
    without_winner = replace(ended, match=replace(ended.match, result=T("It ends without a result.")))
    content = result_board(without_winner, writer(), PICTURE, (), None).content
    assert "🏁 It ends without a result.\n-# Played by <@101>, <@102>\n" in content
    assert sorted(message.mentions) == [101, 102]
    assert ids(message) == ["k:rematch:12:0:", "k:review:12:0:", "k:share:12:0:", "k:more:12:2:"]


def test_result_shows_ratings_if_there_is_room() -> None:
    ended = view(state(), status=MatchStatus.FINISHED, result=T("{winner} wins.", winner=Seat(1)), key="0f" * 32)
    changes = [RatingChange(0, Skill(), Skill(22.0, 6.0)), RatingChange(1, Skill(25.0, 3.0), Skill(25.0, 3.0))]
    result = result_board(ended, writer(), PICTURE, changes, None)
    assert "\n📈 **Ann** 960 (+160) · **Bob** 1440 (±0)\n-# İYE #12" in result.content
    assert result.mentions == result_board(ended, writer(), PICTURE, (), None).mentions
    scores = ScoreTable(T("{title}", title="x" * 1820), (ScoreRow(T("Sun"), (1, 2)),))
    crowded = result_board(replace(ended, scores=scores), writer(), PICTURE, changes, "ab" * 32)
    assert "📈" not in crowded.content
    assert shown_digits("ab" * 32) in crowded.content


def test_alt_text_has_turn_position_and_change_within_its_limit() -> None:
    moved = replace(view(state()), sentences=(T("{player} moves.", player=Seat(1)),))
    text = alt_text(moved, writer())
    assert text.startswith("Ann is to move. Rank 5: Tree, Horse, Sun, Owl, Water.")
    assert "The drum is on c3." in text
    assert text.endswith(" Bob moves.")
    assert len(text) <= ALT_LIMIT
    huge = replace(moved, sentences=(T("{tale}", tale="x" * 2000),))
    assert len(alt_text(huge, writer())) == ALT_LIMIT
    assert alt_text(huge, writer()).startswith(f"{alt_text(view(state()), writer())} x"), "the position is complete"
    assert alt_text(huge, writer()).endswith("x…")


def test_each_turn_is_a_paragraph() -> None:
    sentences = tuple(T("{player} moves.", player=Seat(player)) for player in (0, 1, 1, 0))
    several = replace(view(state()), sentences=sentences, breaks=(1, 3))
    assert [len(paragraph) for paragraph in several.paragraphs] == [1, 2, 1]
    lines = public_board(several, writer(), PICTURE, mentioned=()).content.splitlines()
    assert lines[:3] == ["**Ann** moves.", "**Bob** moves. **Bob** moves.", "**Ann** moves."]
    assert replace(several, sentences=(), breaks=()).paragraphs == ((),)


def test_picture_options_follow_the_readers_settings() -> None:
    options = picture_options(
        view(state(), viewer=1), writer(), PlayerSettings("light", "colour-blind", 600, text_board=False)
    )
    assert (options.viewer, options.theme, options.palette, options.size) == (1, "light", "colour-blind", 600)
    assert options.names == ("Ann", "Bob")
    assert options.focus is None
    assert picture_options(view(state()), writer(), PlayerSettings(), "e5").focus == "e5"
    assert picture_name(view(state())) == "iye-12-2.png"
    assert "1  Ann" in text_board(view(state()), writer())


def test_short_turn_stands_above_its_reason() -> None:
    """“That ends the cycle” was read before the move that ended it."""
    decision = ComputerDecision(2, 1, 3, 1, 0.5, is_proven=False, reason=T("That ends it."))
    board = replace(view(state()), sentences=(T("Ann has moved."), T("Bob moves.")), breaks=(1,), decisions=(decision,))
    told = public_board(board, writer(), PICTURE, mentioned=()).content.splitlines()
    assert told[:3] == ["Ann has moved.", "Bob moves.", "-# 💭 That ends it."]


def test_turn_of_many_sentences_is_a_list_above_its_reason() -> None:
    """Above the list, between the turns of two players, the reason was read as one for the first turn."""
    sentences = (T("Ann has moved."), T("Bob rolls."), T("A runs."), T("B runs."), T("C is lost."))
    decision = ComputerDecision(2, 1, 3, 1, 0.5, is_proven=False, reason=T("It was best."))
    board = replace(view(state()), sentences=sentences, breaks=(1,), decisions=(decision,))
    told = public_board(board, writer(), PICTURE, mentioned=()).content.splitlines()
    assert told[:6] == ["Ann has moved.", "Bob rolls.", "- A runs.", "- B runs.", "- C is lost.", "-# 💭 It was best."]
