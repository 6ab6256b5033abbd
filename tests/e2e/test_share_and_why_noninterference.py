"""What *Share* and *Why?* show does not depend on what their viewer may not know.

The same match of Chiefdom is played twice; only what the viewer may not know differs: what others draw on sheets that
are private, what they have decided in a turn that is not over, and what they have planned. Pictures are pure functions
of what is drawn and the options, so a digest of these represents them, in the alt text.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.matches.computers import turns as computer_turns
from bot.matches.history.queries import History
from bot.matches.model.log import ComputerDecision, Record
from bot.matches.model.position import Position
from bot.matches.play.loader import Loader
from bot.matches.store import turns as turn_store
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment
from engines.registry import GAMES
from render.options import PictureOptions, english
from tests.e2e.chiefdom import Chiefdom, load_dice, start_chiefdom
from tests.e2e.conftest import running
from tests.e2e.forged_controls import forge
from tests.e2e.world import World, alt_texts, labels, selects, shown, written

ROLL = (2, 3, 4)
MINE = ("water a1 a2 b1 b2 (4)", "trees2 d1 d2 e1 (3)")
"""What Ann draws in each turn, after Bob."""
OF_BOB = {
    "water": ("water a1 a2 b1 b2 (4)", "trees2 d1 d2 e1 (3)"),
    "trees": ("trees3 j7 j8 (2)", "water f5 f6 g5 g6 (4)"),
}
"""What Bob draws or plans in either match; the dice allow both."""
OF_ANN = {"water": "trees2 d1 d2 e1 (3)", "trees": "water g1 g2 h1 h2 (4)"}
"""What Ann plans in either match."""
SEEDS = {"water": 1, "trees": 4}
"""Of the computer player's secret decisions in either match."""

Shown = list[tuple[str, list[str], list[str]]]
"""What is written in messages, the alt texts of their pictures, and the labels of their buttons."""

Run = Callable[..., Awaitable[Any]]


def test_every_game_with_secrets_is_tested() -> None:
    assert [slug for slug, game in GAMES.items() if game.info.has_hidden_information] == ["chiefdom"]


def read(message: Any) -> tuple[str, list[str], list[str]]:
    return written(message), alt_texts(message), labels(message)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run what is to be compared in a server of its own; the dice are the same each time."""

    async def draw(
        _self: BoardRenderer, card: object, options: PictureOptions, name: str, alt: str, *_: Any
    ) -> Attachment:
        digest = sha256(repr((card, replace(options, translate=english))).encode()).hexdigest()
        return Attachment(name, b"", f"{digest} {alt}")

    monkeypatch.setattr(BoardRenderer, "render_card", draw)

    async def running_once(play: Callable[..., Awaitable[Any]], secret: str, *options: Any) -> Any:
        load_dice(monkeypatch, [ROLL])
        folder = tmp_path / "-".join((play.__name__, secret, *map(str, options)))
        folder.mkdir()
        async with running(folder) as world:
            await world.found()
            return await play(world, secret, *options)

    return running_once


# -------------------------------------------------------------------------------------------------------------- Share


async def shared(world: World, secret: str, drawn: str = "water") -> Shown:
    """End a match in the middle of a turn that Bob has decided and Ann has a plan for; return all that *Share* shows.

    Both are void, since their players leave before the turn is over: nobody learns them from the result.
    """
    game = await start_chiefdom(world, 2)
    await world.bob.slash(game.place, "move", text=OF_BOB[drawn][0], match=game.id)
    await world.ann.slash(game.place, "move", text=MINE[0], match=game.id)
    found = [
        read(await forge(world, world.carol, game, Action(action, game.id).custom_id))
        for action in ("share", "showresult")  # there is no result yet
    ]
    await world.bob.slash(game.place, "move", text=OF_BOB[secret][1], match=game.id)
    await plan(world, game, OF_ANN[secret])
    for member in (world.bob, world.ann):
        await game.resign(member)
    result = game.board
    for member in (world.ann, world.bob, world.carol):
        card = await member.click(result, label="Share")
        found.append(read(card))
        await member.click(shown(card), label="Show everyone")
        found.append(read(game.place.history()[-1]))
    return found


async def plan(world: World, game: Chiefdom, typed: str) -> None:
    """Store a plan of Ann's."""
    loader = Loader(world.bot.services.matches.context)
    record = await loader.load(game.id)
    rules, state = loader.game(record.match), (await loader.position(record)).state
    move = rules.encode_move(rules.parse_move(state, 0, typed))
    await world.bot.services.matches.plans.put(game.id, world.ann.id, record.match.ply, [move])
    assert (await game.plan(world.ann)).moves == (move,)


async def test_share_does_not_depend_on_what_was_decided_or_planned_but_never_drawn(run: Run) -> None:
    one, other = await run(shared, "water"), await run(shared, "trees")
    assert len(one) == 8
    assert one == other
    assert all(alts for _, alts, _ in one[2:]), "the cards are compared"


async def test_comparison_of_cards_sees_what_is_drawn(run: Run) -> None:
    assert await run(shared, "water") != await run(shared, "water", "trees")


# --------------------------------------------------------------------------------------------------------------- Why?


async def asked(world: World, secret: str, sheets: str) -> tuple[Shown, list[ComputerDecision]]:
    """Play two turns against Bob and a computer player, who then decide a third time.

    Where sheets are private, both draw otherwise from the first turn on; where they are open, in the third only.

    Returns:
        all that others learn from *Why?*, at every ply so far, and what the computer player has really decided.
    """
    table = await world.open_table(game="chiefdom", players=3, sheets=sheets)
    await world.bob.click(table, label="Join")
    panel = shown(await world.ann.click(table, label="Computer players"))
    await world.ann.select(panel, ["2"], custom_id=selects(panel)[-1]["custom_id"])
    await world.begin(table)
    game = Chiefdom(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    found: Shown = []
    await world.until_computers_have_moved()
    private = sheets == "closed"
    for number, mine in enumerate(MINE):
        of_bob = OF_BOB[secret if private or number == len(MINE) - 1 else "water"][number]
        await world.bob.slash(game.place, "move", text=of_bob, match=game.id)
        await world.until_computers_have_moved()
        match = await world.bot.services.matches.history.get(game.id)
        for member in (world.ann, world.carol):
            for ply in range(match.ply + 1):
                found.append(read(await forge(world, member, game, Action("why", game.id, ply).custom_id)))
        found.append(read(game.board))
        if number < len(MINE) - 1:
            await world.ann.slash(game.place, "move", text=mine, match=game.id)
            await world.until_computers_have_moved()
    database = world.bot.acting.database
    assert database is not None
    return found, list(await database.read(lambda db: turn_store.decisions_between(db, game.id, 0, 10_000)))


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Let the computer player decide by chance of its own wherever that is secret."""

    def seed(secret: str, sheets: str) -> None:
        first = 0 if sheets == "closed" else 4  # the first turn has a roll and three decisions

        def computer_seed(_key: bytes, _match_id: int, ply: int, _player: int) -> int:
            return SEEDS[secret] if ply > first else SEEDS["water"]

        monkeypatch.setattr(computer_turns, "computer_seed", computer_seed)

    return seed


async def both_matches(
    run: Run, seeded: Callable[[str, str], None], sheets: str
) -> list[tuple[Shown, list[ComputerDecision]]]:
    found = []
    for secret in OF_BOB:
        seeded(secret, sheets)
        found.append(await run(asked, secret, sheets))
    return found


@pytest.mark.parametrize("sheets", ["closed", "open"])
async def test_why_does_not_depend_on_what_others_have_drawn_in_secret(
    run: Run, seeded: Callable[[str, str], None], sheets: str
) -> None:
    (one, decided), (other, otherwise) = await both_matches(run, seeded, sheets)
    assert len(one) > 10
    assert decided != otherwise, "the computer player has decided differently"
    assert one == other
    assert any("nothing to tell" in text for text, _, _ in one), "also where nothing may be told"
    told = any("I expected about" in text for text, _, _ in one)
    assert told == (sheets == "open"), "where sheets are open, the turns that are over are told"


@pytest.mark.parametrize("sheets", ["closed", "open"])
async def test_comparison_of_reasons_detects_a_leak(
    run: Run, seeded: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, sheets: str
) -> None:
    async def leaking(self: History, record: Record, position: Position) -> tuple[ComputerDecision, ...]:
        return await self._db.read(lambda db: turn_store.decisions_between(db, record.match.id, 0, position.ply))

    monkeypatch.setattr(History, "_decisions", leaking)
    (one, _), (other, _) = await both_matches(run, seeded, sheets)
    assert one != other
