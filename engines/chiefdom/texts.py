"""Sentences about moves of Chiefdom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.chiefdom import rules
from engines.chiefdom.board_text import describe_people, describe_reading, drawing_on, listing
from engines.chiefdom.dice import readings
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import AUTOMATIC, Deal, Draw, Move, Pass, Roll
from engines.chiefdom.observation import CARD_TITLES, PEOPLE
from engines.chiefdom.sheet import LOGS_FOR_A_HOUSE, Sheet
from engines.chiefdom.state import State
from engines.game import CHANCE, Player
from engines.text import TN, Seat, T, Text


def describe_move(state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:
    """Sentences about a move, without the secret decisions of other players (C3)."""
    match move:
        case Deal(cards):
            titles = (T("{number}. {title}", number=card, title=CARD_TITLES[card]) for card in cards)
            return (T("Three cards score as well: {cards}.", cards=listing(titles)),)
        case Roll():
            return tuple(_describe_roll(state, move, viewer))
        case Draw() | Pass():
            own = _describe_decision(state, player, move) if viewer == player else ()
            everybody = T("Everybody has decided: turn {number} is drawn on every sheet.", number=state.turn)
            after = rules.apply(state, player, move)
            return (*own, *_describe_end_of_turn(_deciding_with(state, player, move), after, viewer, everybody))


def describe_withdrawal(state: State, player: Player, viewer: Player | None) -> tuple[Text, ...]:
    """Sentences about the turn that ends because the last player to decide has left; without secrets (C3)."""
    everybody = T("Everybody else has decided: turn {number} is drawn on their sheets.", number=state.turn)
    after = rules.withdraw(state, player)
    return tuple(_describe_end_of_turn(_deciding_with(state, player, None), after, viewer, everybody))


def phrase_move(state: State, player: Player, move: Move, viewer: Player | None) -> Text:
    """The move in a few words; of others' decisions, only that they were made (C3)."""
    match move:
        case Deal(cards):
            return T("The scoring cards are {cards}", cards=", ".join(map(str, cards)))
        case Roll((low, middle, high)):
            return T("The dice show {low}, {middle} and {high}", low=low, middle=middle, high=high)
        case _ if viewer != player:
            return T("decided")
        case Draw(bonus=True):
            return T("{drawing}, with a bonus", drawing=_named(state, move))
        case Draw():
            return _named(state, move)
        case _:
            return T("a pass")


def _describe_roll(state: State, move: Roll, viewer: Player | None) -> Iterator[Text]:
    low, middle, high = move.dice
    yield T(
        "Turn {number}: the dice show {low}, {middle} and {high}.", number=state.turn, low=low, middle=middle, high=high
    )
    after = rules.apply(state, CHANCE, move)
    if after.phase == "over":
        yield T("Nobody can draw anything with them: the match is over.")
        return
    yield T("They can be read as: {readings}.", readings=listing(map(describe_reading, readings(move.dice))))
    if viewer is not None and after.decisions[viewer] == AUTOMATIC:
        yield T("{player} cannot draw anything with them and passes.", player=Seat(viewer))


def _deciding_with(state: State, player: Player, decision: Draw | Pass | None) -> State:
    """Return a position of a turn with one more decision, or without that of a player who leaves."""
    return replace(state, decisions=(*state.decisions[:player], decision, *state.decisions[player + 1 :]))


def _describe_end_of_turn(state: State, after: State, viewer: Player | None, everybody: Text) -> Iterator[Text]:
    """Sentences about the end of the turn; with open sheets, also the drawings of the others.

    Args:
        state: the position with all decisions, before they are applied.
        after: the position after them.
        viewer: who reads it.
        everybody: says that all have decided, where there is more than one.
    """
    if state.phase != "draw" or after.phase == "draw" or not after.present:
        return
    if after.phase == "over":
        yield T("Nobody has drawn: the match is over.")
        return
    if len(state.present) > 1:
        yield everybody
    if not state.open_sheets:
        return
    for seat, decision in enumerate(state.decisions):
        if seat == viewer:
            continue  # already mentioned
        if isinstance(decision, Draw):
            yield _drawing(state, seat, decision)
        elif isinstance(decision, Pass):
            yield T("{player} passes.", player=Seat(seat))


# ---------------------------------------------------------------------------------------------------- own drawings


def _describe_decision(state: State, player: Player, move: Draw | Pass) -> Iterator[Text]:
    if isinstance(move, Pass):
        yield T("{player} passes.", player=Seat(player))
    else:
        yield from _describe_drawing(state, player, move)


def _drawing(state: State, player: Player, draw: Draw) -> Text:
    """The sentence about a drawing, for viewers who see the sheet."""
    if draw.bonus:
        return T("{player} draws with a bonus: {drawing}.", player=Seat(player), drawing=_named(state, draw))
    return T("{player} draws: {drawing}.", player=Seat(player), drawing=_named(state, draw))


def _deciding(state: State, player: Player, draw: Draw) -> Text:
    """The sentence about a decision, for its player only."""
    return T("{player} decides: {drawing}.", player=Seat(player), drawing=_named(state, draw))


def _named(state: State, draw: Draw) -> Text:
    return drawing_on(draw.icon, [state.board.names[square] for square in draw.squares])


def _describe_drawing(state: State, player: Player, draw: Draw) -> Iterator[Text]:
    """Sentences about a drawing and its gains: jobs, logs, fish."""
    before = state.sheets[player]
    after = drawn(before, draw)
    yield _deciding(state, player, draw)
    yield from describe_people(before.board, _people(before, after))
    logs, fish = after.logs_cut - before.logs_cut, after.fish - before.fish
    if logs:
        yield TN("{count} log is cut.", "{count} logs are cut.", logs)
    if fish:
        yield TN("{count} fish is caught.", "{count} fish are caught.", fish)
    if draw.bonus:
        yield T("A bonus is used.")
    if draw.icon == "house":
        yield TN("It costs {count} log.", "It costs {count} logs.", LOGS_FOR_A_HOUSE)


def _people(before: Sheet, after: Sheet) -> Iterator[tuple[int, str]]:
    """People who are new or have a new job: the square and its letter."""
    for square, letter in enumerate(after.squares):
        if letter in PEOPLE and before.squares[square] != letter:
            yield square, letter
