"""Steps of matches against computer players, who decide in the tests' process."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import Board, Queue, ResultBoard
from tests.bot.matches.harness import ANN, CHANNEL, ServiceHarness


async def against(
    harness: ServiceHarness, *levels: int, game: str = "iye", options: Mapping[str, str] = MappingProxyType({})
) -> Match:
    """Start a match of Ann against computer players, who wait for their opening."""
    table = await harness.service.tables.open_table(game, options, ANN, CHANNEL, computers=levels)
    return table if table.to_move else await harness.service.tables.start(table.id, ANN.user_id)


async def until_person(harness: ServiceHarness, match: Match) -> Match:
    """Wait until computer players have made all moves that are due."""
    await harness.service.computer_turns.until_idle()
    return await harness.service.history.get(match.id)


async def play_as_ann(harness: ServiceHarness, match: Match) -> Match:
    """Play Ann's first legal move, and wait for the computer players."""
    moves = (await harness.legal(match, 0))[:1]
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, moves)
    return await until_person(harness, match)


async def posted(harness: ServiceHarness, match: Match) -> list[Board | ResultBoard]:
    """Deliver all rows of a match, and return the boards."""
    boards: list[Board | ResultBoard] = []
    while (row := await harness.outbox.next_row(Queue.MATCH.key(match.id))) is not None:
        if isinstance(row.message, Board | ResultBoard):
            boards.append(row.message)
            await harness.outbox.delivered(row, message_id=row.id)
        else:
            await harness.outbox.delivered(row)
    return boards


async def ann_to_move(
    harness: ServiceHarness, *levels: int, game: str = "totem", options: Mapping[str, str] = MappingProxyType({})
) -> Match:
    """Start a match in which computer players decide at once, with all boards posted and Ann to move."""
    match = await against(harness, *levels, game=game, options=options)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    await posted(harness, match)
    return match
