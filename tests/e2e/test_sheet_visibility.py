"""Viewing other players' sheets: if sheets are open or the match is over; and the refusal before that."""

from __future__ import annotations

import pytest

from tests.e2e.chiefdom import Chiefdom, load_dice, start_chiefdom
from tests.e2e.world import World, alt_texts, control, labels, refused, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def private_match(world: World, monkeypatch: pytest.MonkeyPatch) -> Chiefdom:
    """Ann and Bob have decided one turn."""
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 2)
    for member in game.players.values():
        await game.decide(member)
    return game


async def abort(game: Chiefdom) -> None:
    """Abort the match by agreement."""
    await game.world.ann.slash(game.place, "match", action="abort", match=game.id)
    await game.world.bob.slash(game.place, "match", action="abort", detail="accept", match=game.id)
    assert game.over


@pytest.mark.parametrize("whose", ["2", "Bob", "bob", "everybody", "*"])
async def test_sheets_of_others_are_private_until_the_match_ends(private_match: Chiefdom, whose: str) -> None:
    answer = await private_match.world.ann.slash(private_match.place, "sheet", player=whose, match=private_match.id)
    assert (
        refused(answer)
        == "The other players’ sheets are private until the match ends. /sheet without a player shows yours."
    )
    choices = await private_match.world.ann.autocomplete(
        private_match.place, "sheet", "player", "", match=private_match.id
    )
    assert [choice["value"] for choice in choices] == ["1"]
    spectator = await private_match.world.dave.slash(private_match.place, "sheet", player=whose, match=private_match.id)
    assert refused(spectator).startswith("You have no sheet in this match. The players’ sheets are private")
    assert (
        await private_match.world.dave.autocomplete(private_match.place, "sheet", "player", "", match=private_match.id)
        == []
    )


@pytest.mark.parametrize("typed", ["Ann", " ANN ", "Ａｎｎ", "\u2068Ann\u2069"])
async def test_own_sheet_can_be_requested_by_name_and_planned_on(private_match: Chiefdom, typed: str) -> None:
    answer = await private_match.world.ann.slash(private_match.place, "sheet", player=typed, match=private_match.id)
    assert "Choose how to read the dice" in written(answer)


async def test_sheet_of_an_unknown_player_is_refused(private_match: Chiefdom) -> None:
    answer = await private_match.world.ann.slash(
        private_match.place, "sheet", player="Zoë **x**", match=private_match.id
    )
    assert refused(answer).startswith("Nobody named “Zoë \\*\\*x\\*\\*” plays in Chiefdom #1. Choose from the list")


async def test_players_with_the_same_name_are_numbered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    world.bob = world.join("bob2", "Ann")
    game = await start_chiefdom(world, 2)
    seats = {f"Ann ({seat + 1})": member for seat, member in game.players.items()}
    assert set(seats) == {"Ann (1)", "Ann (2)"}
    for name, member in seats.items():
        choices = await member.autocomplete(game.place, "sheet", "player", "", match=game.id)
        assert [choice["name"] for choice in choices] == [name]
        assert f"{member.mention} ({name[-2]})" in game.board.content
    answer = await world.ann.slash(game.place, "sheet", player="Ann", match=game.id)
    assert refused(answer) == ("Several players are named “Ann”. Choose from the list, or type a number from 1 to 2.")


async def test_all_sheets_are_visible_after_the_end(private_match: Chiefdom) -> None:
    """Also after an abort: the match is over."""
    await abort(private_match)
    for member in (private_match.world.ann, private_match.world.dave):
        choices = await member.autocomplete(private_match.place, "sheet", "player", "", match=private_match.id)
        assert [choice["name"] for choice in choices] == ["Everybody", "Ann", "Bob"]
        seen = await private_match.seen(member)
        assert None not in seen.sheets
        answer = await member.slash(private_match.place, "sheet", player="2", match=private_match.id)
        assert "The sheet of **Bob**" in written(answer)
        (alt,) = alt_texts(answer)
        assert "The chiefdom of Bob: " in alt
        assert "decides" not in written(answer)
        text = await member.slash(private_match.place, "sheet", player="2", form="text", match=private_match.id)
        assert "The sheet of **Bob**" in written(text)
        assert written(text).count("a b c d e f g h i j") == 1
        assert not stored(text).attachments


async def test_sheet_menu_changes_the_player(private_match: Chiefdom) -> None:
    await abort(private_match)
    answer = await private_match.world.bob.slash(private_match.place, "sheet", match=private_match.id)
    (menu,) = selects(answer)
    assert [option["label"] for option in menu["options"]] == ["Ann", "Bob"]
    await private_match.world.bob.select(shown(answer), ["1"], custom_id=menu["custom_id"])
    assert "The sheet of **Ann**" in written(answer)
    (menu,) = selects(answer)
    assert [option["label"] for option in menu["options"]] == ["Everybody", "Ann", "Bob"]
    await private_match.world.bob.select(shown(answer), ["*"], custom_id=menu["custom_id"])
    assert "The sheet of" not in written(answer)
    assert labels(answer)[-1] == "More"


async def test_history_and_export_show_everything_after_the_end(private_match: Chiefdom) -> None:
    dave, place, match = private_match.world.dave, private_match.place, private_match.id

    async def history_and_export() -> tuple[str, str]:
        history = written(await dave.slash(place, "match", action="history", match=match))
        exported = shown(await dave.slash(place, "match", action="export", match=match))
        return history, (await exported.attachments[0].read()).decode()

    history, exported = await history_and_export()
    assert ": decided" in history
    assert "water" not in exported
    await abort(private_match)
    history, exported = await history_and_export()
    assert ": decided" not in history
    assert " on " in history
    assert "water" in exported


async def test_history_shows_only_the_final_decision(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 2)
    for squares in ("a1 a2 b1 b2", "c1 c2 d1 d2", "e1 e2 f1 f2"):
        await world.ann.slash(game.place, "move", text=f"water {squares} (4)", match=game.id)
    for member in (world.ann, world.bob):
        text = written(await member.slash(game.place, "match", action="history", match=game.id))
        assert text.count("Ann") == 1, "the number of changes is not shown"
    mine = written(await world.ann.slash(game.place, "match", action="history", match=game.id))
    assert "e1 e2 f1 f2" in mine
    assert "a1 a2 b1 b2" not in mine
    exported = await world.ann.slash(game.place, "match", action="export", match=game.id)
    data = (await shown(exported).attachments[0].read()).decode()
    for squares in ("a1 a2 b1 b2", "c1 c2 d1 d2", "e1 e2 f1 f2"):
        assert squares in data, "the file contains the whole log"


async def test_open_sheets_are_always_visible(world: World) -> None:
    game = await start_chiefdom(world, 2, sheets="open")
    answer = await world.ann.slash(game.place, "sheet", player="Bob", match=game.id)
    assert "The sheet of **Bob**" in written(answer)
    assert selects(answer)
    board = await world.dave.click(game.board, custom_id=control(game.board, "board"))
    assert [option["label"] for option in selects(board)[0]["options"]] == ["Ann", "Bob"]


async def test_only_boards_with_the_button_say_to_press_it(world: World) -> None:
    game = await start_chiefdom(world, 2)
    await game.decide(world.ann)
    for member in (world.ann, world.dave):
        board = await member.click(game.board, custom_id=control(game.board, "board"))
        assert "Still deciding: **Bob**." in written(board)
        assert ("Press “My sheet”" in written(board)) == ("My sheet" in labels(board)) == (member is world.ann)


@pytest.mark.parametrize("sheets", ["open", "closed"])
async def test_turn_that_ends_because_the_last_to_decide_leaves_is_told(world: World, sheets: str) -> None:
    game = await start_chiefdom(world, 2, sheets=sheets)
    await game.decide(world.ann)
    await game.resign(world.bob)
    assert "**Bob** has resigned." in written(game.board)
    assert "Everybody else has decided: turn 1 is drawn on their sheets." in written(game.board)
    assert ("**Ann** draws: " in written(game.board)) == (sheets == "open")


async def test_sheet_menu_is_about_seats_whatever_players_are_called(world: World) -> None:
    world.ann, world.bob = world.join("one", "2"), world.join("two", "1")
    game = await start_chiefdom(world, 2)
    await abort(game)
    for seat in (0, 1):
        answer = await world.dave.slash(game.place, "sheet", match=game.id)
        await world.dave.select(shown(answer), [str(seat + 1)], custom_id=selects(answer)[0]["custom_id"])
        (record,) = [one for one in (await world.bot.services.matches.history.get(game.id)).seats if one.player == seat]
        assert f"The sheet of **{record.name}**" in written(answer)
