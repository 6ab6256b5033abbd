"""Reviews in the running bot: a player's own moments under a result, shared, and played on from."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import AsyncMock

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.computer.decider import DecisionFailedError, DecisionTimeoutError, NotNow, NotNowError
from bot.matches.reviews.stored_moments import Moment
from engines.text import T, Text
from players.iye import review
from tests.e2e.forged_controls import forge
from tests.e2e.world import Answer, Game, World, alt_texts, buttons, labels, refused, shown, written

pytestmark = pytest.mark.usefixtures("fast_presses")


@pytest.fixture(autouse=True)
def _small_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make moments of small differences, so that a few turns have some."""
    monkeypatch.setattr(review, "MARGIN", 0.0)


async def ended(world: World) -> Game:
    """Play some turns of a match of Ann and Bob, which Ann then gives up."""
    game = await world.start_match()
    await game.play_on(turns=8)
    if not game.over:
        await game.resign(world.ann)
    return game


async def moments_of(world: World, player: int) -> list[Moment]:
    """Return the moments of a player."""
    found = await world.bot.services.matches.reviews.moments(1, within=60)
    assert found is not None
    return [one for one in found if one.player == player]


async def with_moments(world: World) -> tuple[Game, simcord.MemberActor, list[Moment]]:
    """Play a match in which a player has several moments."""
    game = await ended(world)
    match = await world.bot.services.matches.history.get(1)
    for member in (world.ann, world.bob):
        seat = match.seat_of(member.id)
        assert seat is not None
        own = await moments_of(world, seat.player)
        if len(own) > 1:
            return game, member, own
    pytest.fail("nobody has two moments in this match")


def told(answer: Answer | simcord.ResponseMessage) -> str:
    """Return what is written of a moment."""
    return written(answer)


async def test_each_player_gets_their_own_moments_privately(world: World) -> None:
    game, member, own = await with_moments(world)
    page = await member.click(game.board, label="Review")
    assert page.ephemeral
    for number, moment in enumerate(own, 1):
        assert f"Decision {number} of the {len(own)}" in told(page)
        assert ("Show what was better" in labels(page)) == (moment.lead < 0)
        assert str(moment.played).split(",")[0] in told(page)
        assert alt_texts(page)[0].startswith(f"Marked: {str(moment.played)[:2]}")
        assert "is to move" not in told(page), "the match is over"
        assert "Play on from here" in labels(page), "at each moment"
        if number < len(own):
            page = await member.click(shown(page), label="Next")
    disabled = [button["label"] for button in buttons(page) if button.get("disabled")]
    assert disabled == ["Next"]
    back = await member.click(shown(page), label="Back")
    assert f"Decision {len(own) - 1} of the {len(own)}" in told(back)


WAKES = T("It wakes Hearth.")
"""Why a move is better."""


async def found(world: World, monkeypatch: pytest.MonkeyPatch, *leads: float, reason: Text = WAKES) -> Game:
    """Let Ann give up a match; both have a moment for each lead: c2 was played, b3 was the other move."""
    game = await world.start_match()
    await game.play_on(turns=4)
    await game.resign(world.ann)
    match = await world.bot.services.matches.history.get(1)
    moments = tuple(
        Moment(seat.player, ply, T("c2"), T("b3"), lead, reason, T("b3 ties the cycle."))
        for seat in match.seats
        for ply, lead in enumerate(leads, 1)
    )
    monkeypatch.setattr(world.bot.services.matches.reviews, "moments", AsyncMock(return_value=moments))
    return game


async def test_review_asks_before_it_tells_what_was_better(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await found(world, monkeypatch, -0.5, -0.4)
    asked = await world.ann.click(game.board, label="Review")
    assert "**Played:** c2.\nWhat would have been better?" in told(asked)
    answer = ("**Better:**", "b3", "It wakes Hearth")
    assert [part for part in answer if part in told(asked)] == []
    assert told(asked).startswith("🔍 Decision 1 of the 2 that stood out: there was a better one\n")
    assert alt_texts(asked)[0].startswith("Marked: c2.")
    assert "Marked: what was played." in told(asked)
    page = await world.ann.click(shown(asked), label="Show what was better")
    assert shown(page).ephemeral
    assert [part for part in answer if part not in told(page)] == []
    assert "**Played:** c2." in told(page)
    assert "Show what was better" not in labels(page)
    assert alt_texts(page)[0].startswith("Marked: b3.")
    assert "Marked: what was better." in told(page)
    assert {"Show everyone", "Play on from here"} < set(labels(page)) & set(labels(asked))
    page = await world.ann.click(shown(page), label="Next")
    assert "Decision 2 of the 2" in told(page)
    assert "**Better:**" not in told(page), "each moment is a question of its own"
    page = await world.ann.click(shown(page), label="Show what was better")
    assert "Decision 2 of the 2" in told(page)
    assert "**Better:** b3." in told(page)


async def test_praise_asks_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await found(world, monkeypatch, 0.5)
    page = await world.ann.click(game.board, label="Review")
    assert told(page).startswith("🔍 One decision stood out: a good one\n")
    assert "**Well played:** c2. It wakes Hearth.\n**Next best:** b3." in told(page)
    assert "Show what was better" not in labels(page)


@pytest.mark.parametrize("told_first", [False, True])
async def test_shared_question_hides_its_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, told_first: bool
) -> None:
    game = await found(world, monkeypatch, -0.5)
    page = shown(await world.ann.click(game.board, label="Review"))
    if told_first:
        page = shown(await world.ann.click(page, label="Show what was better"))
    await world.ann.click(page, label="Show everyone")
    posted = game.place.history()[-1]
    assert "> **Better:** ||b3. It wakes Hearth. b3 ties the cycle.||" in posted.content
    assert "b3" not in posted.content.replace("||b3. It wakes Hearth. b3 ties the cycle.||", "")
    assert alt_texts(posted)[0].startswith("Marked: c2.")


async def test_answer_ends_where_it_should_whatever_it_says(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await found(world, monkeypatch, -0.5, reason=T("{name} gets less.", name="a||b"))
    await world.ann.click(shown(await world.ann.click(game.board, label="Review")), label="Show everyone")
    assert "> **Better:** ||b3. a\\|\\|b gets less. b3 ties the cycle.||" in game.place.history()[-1].content


async def test_moment_is_shared_with_everybody(world: World) -> None:
    game, member, own = await with_moments(world)
    page = shown(await member.click(game.board, label="Review"))
    before = len(game.place.history())
    await member.click(page, label="Show everyone")
    assert len(game.place.history()) == before + 1
    posted = game.place.history()[-1]
    assert f"Decision 1 of the {len(own)}" in told(page)
    assert "Show everyone" not in labels(page), "a second press would post it twice"
    assert "Show everyone" in labels(await member.click(page, label="Next")), "every moment can be shared"
    assert "From **" in posted.content
    assert str(own[0].played).split(",")[0] in posted.content
    assert posted.attachments


async def test_only_the_player_of_a_moment_shares_it(world: World) -> None:
    game, member, own = await with_moments(world)
    other = world.bob if member is world.ann else world.ann
    before = len(game.place.history())
    for stranger in (other, world.carol):
        answer = await forge(world, stranger, game, f"k:sharemoment:1:{own[0].ply}:")
        assert refused(answer) == "Only the player whose moment it is can share it."
    assert len(game.place.history()) == before


async def test_moment_is_not_shared_without_the_right_to_write(world: World) -> None:
    game, member, _ = await with_moments(world)
    page = shown(await member.click(game.board, label="Review"))
    denied = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
    overwrite = Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    before = len(game.place.history())
    assert refused(await member.click(page, label="Show everyone")).startswith("You cannot post in this channel")
    assert len(game.place.history()) == before
    assert "Show everyone" not in labels(await member.click(game.board, label="Review"))


async def test_moment_of_a_match_with_others_is_shared_only_where_it_was_played(world: World) -> None:
    game, member, own = await with_moments(world)
    other = world.guild.create_text_channel("other")
    page = await member.slash(other, "match", action="review", match=game.id)
    assert "Show everyone" not in labels(page)
    answer = await forge(world, member, game, f"k:sharemoment:1:{own[0].ply}:", channel=other)
    assert refused(answer).startswith("The others in this match have not agreed to be shown here.")
    assert not other.history()


async def test_review_that_is_not_ready_can_be_looked_at_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game, member, own = await with_moments(world)
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.services.matches.reviews, "moments", AsyncMock(return_value=None))
        early = await member.click(game.board, label="Review")
        assert "is not ready yet" in told(early)
    page = await member.click(shown(early), label="Look again")
    assert f"Decision 1 of the {len(own)}" in told(page)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotNowError(NotNow.OVER_BUDGET, 60), "The computer players have calculated a lot for you."),
        (NotNowError(NotNow.UNAVAILABLE, 5), "The computer players are restarting."),
        (DecisionTimeoutError("why"), "There was no time to review this match: the bot is busy. Please press Review"),
        (DecisionFailedError("why"), "This match could not be reviewed."),
    ],
)
async def test_review_that_cannot_be_made_now_says_why(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    monkeypatch.setattr(world.bot.services.matches.reviews, "moments", AsyncMock(side_effect=error))
    assert refused(await world.ann.click(game.board, label="Review")).startswith(said)


async def test_match_goes_on_from_a_moment(world: World) -> None:
    game, member, own = await with_moments(world)
    page = shown(await member.click(game.board, label="Review"))
    await member.click(page, label="Play on from here")
    await world.until_computers_have_moved()
    copy = await world.bot.services.matches.history.get(2)
    assert copy.given <= own[0].ply
    assert copy.has_computers


async def test_spectators_have_no_review(world: World) -> None:
    game = await ended(world)
    assert "A review is for those who played." in refused(await world.carol.click(game.board, label="Review"))


async def test_typed_review(world: World) -> None:
    game = await ended(world)
    answer = await world.ann.slash(game.place, "match", action="review")
    assert "🔍" in told(answer)


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (0, "You made no decision of your own in İYE #1, so there is nothing to review."),
        (2, "You made only one decision of your own in İYE #1. A review needs a few more."),
        (4, "You made only 2 decisions of your own in İYE #1. A review needs a few more."),
        (12, "Nothing stood out in İYE #1: no single decision of yours cost or won you much."),
    ],
)
async def test_match_without_clear_moments_says_why(
    world: World, monkeypatch: pytest.MonkeyPatch, turns: int, said: str
) -> None:
    monkeypatch.setattr(review, "MARGIN", 2.0)
    game = await world.start_match()
    await game.play_on(turns=turns)
    await game.resign(world.ann)
    page = await world.ann.click(game.board, label="Review")
    assert told(page).startswith(said)
    assert "Look again" not in labels(page)


async def test_winner_without_clear_moments_reads_that_nothing_cost_much(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "MARGIN", 2.0)
    game = await world.start_match()
    await game.play_on(turns=12)
    await game.resign(world.ann)
    page = await world.bob.click(game.board, label="Review")
    assert told(page).startswith("You won İYE #1, and none of your decisions cost you much. Well played!")


@pytest.mark.parametrize(
    ("leads", "heading"),
    [
        ((0.5,), "🔍 You won, and none of your decisions cost you much. Your best one:"),
        ((0.5, 0.4), "🔍 You won, and none of your decisions cost you much. Good decision 1 of 2:"),
        ((0.5, -0.4), "🔍 Decision 1 of the 2 that stood out: a good one"),
        # There may be another one that cost less.
        ((0.5, 0.4, 0.3), "🔍 Decision 1 of the 3 that stood out: a good one"),
    ],
)
async def test_winner_whose_moments_are_all_good_reads_that_nothing_cost_much(
    world: World, monkeypatch: pytest.MonkeyPatch, leads: tuple[float, ...], heading: str
) -> None:
    game = await found(world, monkeypatch, *leads)
    assert told(await world.bob.click(game.board, label="Review")).startswith(heading)
    assert "You won" not in told(await world.ann.click(game.board, label="Review")), "Ann gave up"


async def test_reviews_while_computer_players_are_off(world: World) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    answer = await world.ann.click(game.board, label="Review")
    assert "You made no decision of your own" in told(answer), "so nothing has to be judged"


async def test_reviews_of_played_matches_while_computer_players_are_off(world: World) -> None:
    game = await ended(world)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert "Reviews come from the computer players, which are switched off here." in refused(
        await world.ann.click(game.board, label="Review")
    )


async def test_review_is_offered_when_it_is_over(world: World) -> None:
    game = await world.start_match()
    more = shown(await world.ann.click(game.board, label="More"))
    assert "Review" not in labels(more)
    await game.resign(world.ann)
    more = shown(await world.ann.click(game.board, label="More"))
    assert "Review" in labels(more)
