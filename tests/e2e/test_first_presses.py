"""How many presses it takes both players of a first match to reach their board or planner, on an empty server.

A press is one interaction with the bot; typing ``/play`` does not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import discord
import pytest
import simcord

from engines.registry import GAMES
from tests.e2e.world import Answer, Message, World, control, labels, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")

MOST = 3


@dataclass
class Counting:
    """A member whose presses are counted."""

    world: World
    member: simcord.MemberActor
    presses: list[str] = field(default_factory=list)

    async def open_panel(self) -> Message:
        return shown(await self.member.slash(self.world.channel, "play"))

    async def press(self, message: Message, label: str) -> Answer:
        self.presses.append(label)
        return await self.member.click(message, label=label)

    async def begin(self, board: discord.Message, *, is_to_move: bool) -> None:
        """Make the first move where a control under the board makes it; otherwise open the planner or the board."""
        planner = next((label for label in labels(board) if label in ("Take turn", "My sheet")), None)
        if is_to_move and planner is None:
            self.presses.append("the first move")
            if menus := selects(board):
                await self.member.select(board, [menus[0]["options"][0]["value"]], custom_id=menus[0]["custom_id"])
            else:
                await self.member.click(board, custom_id=control(board, "move"))
            assert (await self.world.bot.services.matches.history.get(1)).ply > 1
            return
        reached = await self.press(board, planner if is_to_move and planner else "Board")
        assert reached.ephemeral
        assert stored(reached).attachments
        assert ("Confirm" in labels(reached)) == is_to_move


@pytest.mark.parametrize("slug", GAMES)
async def test_new_match_below_all_games_opens_a_table_with_three_presses(world: World, slug: str) -> None:
    info, opener = GAMES[slug].info, Counting(world, world.ann)
    panel = await opener.open_panel()
    games = await opener.press(panel, "New match")
    assert labels(games) == [*(game.info.title for game in GAMES.values()), "All games"]
    await opener.press(panel, info.title)
    await opener.press(panel, "New match" if info.min_players == info.max_players else "2 players")
    assert len(opener.presses) <= MOST
    table = await world.bot.services.matches.history.get(1)
    assert (table.game, table.num_seats) == (slug, 2)


@pytest.mark.parametrize("slug", GAMES)
async def test_board_or_planner_takes_at_most_three_presses(world: World, slug: str) -> None:
    info = GAMES[slug].info
    opener, joiner = Counting(world, world.ann), Counting(world, world.bob)
    panel = await opener.open_panel()
    await opener.press(panel, info.title)
    await opener.press(panel, "New match" if info.min_players == info.max_players else "2 players")
    panel = await joiner.open_panel()
    await joiner.press(panel, "1 open table here")
    joined = await joiner.press(panel, "Join")
    assert written(joined).startswith(f"You have joined {info.title} #1, and it has started. ")
    match = await world.bot.services.matches.history.get(1)
    place = next(thread for thread in world.channel.threads if thread.id == match.channel.target_id)
    board = place.history()[-1]
    for person in (opener, joiner):
        seat = match.seat_of(person.member.id)
        assert seat is not None
        await person.begin(board, is_to_move=seat.player in match.to_move)
    assert max(len(person.presses) for person in (opener, joiner)) <= MOST
