"""``/match``: the panel of a match, and its actions by typing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.enums import ChannelType

from bot.commands.match_actions import ACTIONS
from bot.matches.model.match import MatchStatus
from bot.ui.interactions.dispatcher import AUTOCOMPLETE_LIMIT
from tests.e2e.conftest import running
from tests.e2e.world import Game, World, changes, control, labels, refused, selects, shown, written
from tests.locales.pseudo import pseudo, write_catalogue, write_translations

pytestmark = pytest.mark.usefixtures("unpainted")


async def suggested(
    member: simcord.MemberActor, place: Any, option: str, typed: str = "", **given: Any
) -> list[tuple[str, Any]]:
    """Return names and values that are suggested for an option of ``/match``."""
    choices = await member.autocomplete(place, "match", option, typed, **given)
    return [(choice["name"], choice["value"]) for choice in choices]


async def actions(member: simcord.MemberActor, place: Any, typed: str = "", **given: Any) -> list[str]:
    return [value for _, value in await suggested(member, place, "action", typed, **given)]


async def test_without_options_the_panel_of_the_match_opens(world: World) -> None:
    game = await world.start_match()
    mine = await world.ann.slash(game.place, "match")
    assert mine.ephemeral
    assert "İYE #1" in written(mine)
    assert labels(mine) == ["History", "Replay", "Rules", "Export"]
    assert list(changes(mine)) == [
        "Take back", "Pause", "Play elsewhere", "Offer a draw", "Propose to abort", "Hand over my seat", "Resign"
    ]  # fmt: skip
    guest = await world.carol.slash(game.place, "match")
    assert "Watch" in labels(guest)
    assert changes(guest) == {}
    by_dm = await world.ann.user.slash("match")
    assert "İYE #1" in written(by_dm)
    nothing = refused(await world.carol.user.slash("match"))
    assert nothing == "There is no match here. /matches lists yours, /play opens a table."


async def test_history_leads_back_to_the_panel(world: World) -> None:
    game = await world.start_match()
    panel = shown(await world.ann.slash(game.place, "match"))
    history = shown(await world.ann.click(panel, label="History"))
    assert "History of İYE #1" in written(history)
    back = shown(await world.ann.click(history, label="More"))
    assert back.id == panel.id
    assert "History" in labels(back)


async def test_of_several_matches_one_is_chosen(world: World) -> None:
    await world.start_match()
    await world.start_match()
    asked = await world.ann.user.slash("match")
    assert written(asked) == "Which match do you mean?"
    menu = selects(asked)[0]
    chosen = await world.ann.user.select(shown(asked), ["2"], custom_id=menu["custom_id"])
    assert "İYE #2" in written(chosen)
    assert "İYE #2" in written(await world.ann.user.slash("match", match=2))


async def test_panel_of_an_open_table_shows_its_buttons(world: World) -> None:
    table = await world.open_table()
    world.delete_message(table)
    answer = await world.bob.slash(world.channel, "match")
    assert answer.ephemeral
    joined = await world.bob.click(shown(answer), label="Join")
    assert "You have joined İYE #1, and it has started." in written(joined)


async def test_all_actions_are_suggested_and_those_possible_now_come_first(world: World) -> None:
    table = await world.open_table()
    at_table = await actions(world.ann, world.channel)
    keys = {action.key for action in ACTIONS}
    assert len(keys) == len(ACTIONS) <= AUTOCOMPLETE_LIMIT, "Discord shows no more, and none may be lost"
    assert len(at_table) == len(ACTIONS)
    assert set(at_table) == keys
    assert set(at_table[:4]) == {"start", "options", "leave", "cancel"}
    assert (await actions(world.bob, world.channel))[:2] == ["join", "options"]
    await world.bob.click(table, label="Join")
    game = Game(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    playing = await actions(world.ann, game.place)
    assert playing[0] == "replay"
    impossible = "start leave cancel expired rematch review takeover watch unwatch"
    assert set(playing[-12:]) >= set(impossible.split())
    assert playing.index("draw") < playing.index("resume"), "nothing is paused"
    assert (await actions(world.carol, game.place)).index("watch") < 8
    assert await actions(world.ann, world.channel, match=1) == playing
    assert await actions(world.ann, game.place, match=99) == []


async def test_actions_are_found_by_any_word(world: World) -> None:
    game = await world.start_match()
    assert await suggested(world.ann, game.place, "action", "dra") == [
        ("draw: Offer, accept or decline a draw", "draw")
    ]
    assert await actions(world.ann, game.place, "hand over") == ["replace"], "the label of its button"
    assert await actions(world.ann, game.place, "seat left") == ["takeover"]
    assert await actions(world.ann, game.place, "xyz") == []


@pytest.mark.parametrize("typed", ["resign", " Resign ", "RESIGN", "resİgn", "Ｒｅｓｉｇｎ", "\u2068resign\u2069"])
async def test_typed_action_is_accepted_by_name_and_title(world: World, typed: str) -> None:
    game = await world.start_match()
    assert "Do you want to resign İYE #1?" in written(await world.ann.slash(game.place, "match", action=typed))
    handing_over = await world.ann.slash(game.place, "match", action="hand over my SEAT")
    assert "Who should play on for you" in written(handing_over)


async def test_unknown_actions_and_details_are_answered_with_what_is_possible(world: World) -> None:
    game = await world.start_match()
    refusal = refused(await world.ann.slash(game.place, "match", action="resing"))
    assert refusal.startswith("There is no action “resing”. Choose one: replay, history, draw")
    assert refusal.endswith(".")
    assert refused(await world.ann.slash(game.place, "match", action="draw", detail="perhaps")) == (
        "The action “draw” takes no detail “perhaps”. Possible: Offer, Accept, Decline."
    )
    assert refused(await world.ann.slash(game.place, "match", action="resign", detail="now")) == (
        "The action “resign” takes no detail. Please leave it empty."
    )
    assert refused(await world.ann.slash(game.place, "match", detail="accept")) == (
        "The detail belongs to an action. Please choose the action, too."
    )
    assert refused(await world.ann.slash(game.place, "match", action="pause", detail="0")) == (
        "A pause can last 1 to 90 days, or have no end date."
    )
    assert refused(await world.ann.slash(game.place, "match", action="replay", detail="step x")).startswith(
        "The action “replay” takes no detail “step x”. Possible: The whole match, Since you last looked,"
    )


WIDTHS = ("whole, 480 px", "whole, 720 px", "whole, 1000 px")


@pytest.mark.parametrize(
    ("action", "typed", "expected"),
    [
        ("draw", "", ["offer", "accept", "decline"]),
        ("draw", "acc", ["accept"]),
        ("replay", "", ["whole", "since", "step", "result", "3", "10", *WIDTHS]),
        ("replay", "5", ["step 5", "5", "5, 480 px", "5, 720 px", "5, 1000 px"]),
        ("replay", "last 3", ["3"]),
        ("pause", "", ["propose", "accept", "decline", "7", "14", "30"]),
        ("pause", "12", ["12"]),
        ("watch", "thread", ["thread"]),
        ("replace", "", ["anybody", "keep", "computer", "accept", "decline", "<@{bob}>"]),
        ("replace", "@bo", ["<@{bob}>"]),
        ("expired", "offer", ["offer", "offer <@{bob}>"]),
        ("pace", "holidays", ["holidays: yes", "holidays: no"]),
        ("pace", "daily, end the", ["daily, timeout: end"]),
        ("abort", "", ["propose", "accept", "decline", "manager"]),
        ("abort", "spam", []),
        ("resign", "", []),
        ("gone", "", []),
    ],
)
async def test_details_are_suggested_for_the_action(world: World, action: str, typed: str, expected: list[str]) -> None:
    game = await world.start_match()
    found = [value for _, value in await suggested(world.ann, game.place, "detail", typed, action=action)]
    assert found == [value.format(bob=world.bob.id) for value in expected]


async def test_channels_are_suggested_where_all_can_play(world: World) -> None:
    game = await world.start_match()
    hall = world.guild.create_text_channel("hall")
    hidden = world.guild.create_text_channel("hidden")
    world.hide(hidden, world.ann)
    found = await suggested(world.ann, game.place, "detail", "#", action="move")
    assert ("#hall", f"<#{hall.id}>") in found
    assert "#hidden" not in [name for name, _ in found]
    by_name = await world.ann.slash(game.place, "match", action="move", detail="#Hall")
    assert "I am asking the other players" in written(by_name)
    in_dm = await world.ann.user.autocomplete("match", "detail", "", action="move")
    assert [choice["value"] for choice in in_dm] == ["here", "accept", "decline"]


async def test_names_of_channels_that_the_user_cannot_see_stay_unknown(world: World) -> None:
    game = await world.start_match()
    world.hide(world.guild.create_text_channel("hidden"), world.ann)
    world.env.backend.create_thread(
        world.channel.id, "council", world.env.backend.bot_user.id, type=ChannelType.PRIVATE_THREAD
    )
    await world.env.settle()
    found = await suggested(world.ann, game.place, "detail", "", action="move")
    assert not {"#hidden", "#council"} & {name for name, _ in found}
    answers = [
        refused(await world.ann.slash(game.place, "match", action="move", detail=name)).replace(name, "")
        for name in ("hidden", "council", "nosuch")
    ]
    assert len(set(answers)) == 1


async def test_managers_are_suggested_their_typed_reason(world: World) -> None:
    game = await world.start_match()
    dora = world.join_manager()
    (only,) = await suggested(dora, game.place, "detail", "nobody plays", action="abort")
    assert only == ("End it now, as a server manager: nobody plays", "reason: nobody plays")
    await dora.slash(game.place, "match", action="abort", detail=only[1])
    match = await world.bot.services.matches.history.get(game.id)
    assert match.status is MatchStatus.ABORTED
    assert "nobody plays" in str(match.result)


async def test_misspelt_answer_of_a_manager_does_not_end_the_match(world: World) -> None:
    game = await world.start_match()
    dora = world.join_manager()
    refusal = refused(await dora.slash(game.place, "match", action="abort", detail="acept"))
    assert refusal.startswith("The action “abort” takes no detail “acept”.")
    assert (await world.bot.services.matches.history.get(game.id)).status is MatchStatus.RUNNING


async def test_seats_are_offered_to_members_only(world: World) -> None:
    game = await world.start_match()
    bot = world.env.backend.bot_user.id
    for nobody in (f"<@{bot}>", "<@123456789012345678>"):
        answer = await world.ann.slash(game.place, "match", action="replace", detail=nobody)
        assert refused(answer) in {"Bots cannot play.", "That person is not a member of the match’s server."}
    assert refused(await world.ann.slash(game.place, "match", action="replace", detail="Carol")).endswith(
        "Possible: Anyone, Keep my seat, A computer player, Accept, Decline, a person, with @ before the name,"
        " “computer”, a level from 1 to 5 and the number of a seat (“computer 3, seat 2”)."
    )
    assert "is on offer" in written(
        await world.ann.slash(game.place, "match", action="replace", detail=world.carol.mention)
    )


async def test_all_terms_are_typed_at_once(world: World) -> None:
    await world.open_table()
    answer = await world.ann.slash(world.channel, "match", action="pace", detail="2d + 12h, holidays: no, timeout: end")
    assert "12 hours" in written(answer)
    assert "End the match. Clocks keep running during holidays." in written(answer)
    assert refused(await world.ann.slash(world.channel, "match", action="pace", detail="holidays: maybe")).startswith(
        "The action “pace” takes no detail “holidays: maybe”."
    )


async def test_matches_are_suggested_that_fit_the_action(world: World) -> None:
    game = await world.start_match()
    await game.resign(world.bob)
    await world.open_table()
    assert [value for _, value in await suggested(world.ann, world.channel, "match", action="start")] == [2]
    assert [value for _, value in await suggested(world.ann, game.place, "match", action="verify")] == [1]
    assert [value for _, value in await suggested(world.bob, game.place, "match")] == [1]


async def test_actions_and_details_are_accepted_in_the_users_language_and_in_english(tmp_path: Path) -> None:
    async with running(tmp_path, locales=write_catalogue(tmp_path / "locales", "en_US")) as world:
        await world.found()
        table = await world.open_table()
        await world.bob.click(table, custom_id=control(table, "join"))
        for draw, offer in (("draw", "offer"), ("Offer a draw", "Offer"), (pseudo("Offer a draw"), pseudo("Offer"))):
            answer = await world.ann.slash(world.channel, "match", action=draw, detail=offer, match=1)
            assert written(answer) == pseudo(
                "You have offered a draw. The offer is open until the others answer or play on."
            )
            await world.ann.slash(world.channel, "match", action="draw", detail="decline", match=1)
        assert await actions(world.ann, world.channel, "hand over", match=1) == ["replace"]
        assert await actions(world.ann, world.channel, pseudo("Hand over my seat").strip("[·]"), match=1) == ["replace"]


async def test_suggestion_means_itself_where_a_translation_is_the_english_name_of_another(tmp_path: Path) -> None:
    crossed = {"/draw": "/pause", "/pause": "/draw", "Accept": "Decline", "Decline": "Accept"}
    locales = write_translations(tmp_path / "locales", "en_US", crossed)
    async with running(tmp_path, locales=locales) as world:
        await world.found()
        game = await world.start_match()
        await world.ann.slash(game.place, "match", action="draw")
        declined = await world.bob.slash(game.place, "match", action="draw", detail="decline")
        assert "declined" in written(declined)
        assert (await world.bot.services.matches.history.get(game.id)).status is MatchStatus.RUNNING
