"""What Chiefdom says about moves."""

from __future__ import annotations

from engines.chiefdom import rules
from engines.chiefdom.moves import AUTOMATIC, Deal, Draw, Move, Pass, Roll, encode
from engines.chiefdom.observation import CARD_TITLES
from engines.chiefdom.state import State
from engines.game import CHANCE, Player
from engines.text import Seat, T, Text


def describe_move(state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:
    """What the move did, as far as the viewer may know: others' decisions are nobody's business (C3)."""
    match move:
        case Deal(cards):
            return _describe_deal(cards)
        case Roll():
            return _describe_roll(state, move, viewer)
        case Draw() | Pass():
            own = (_decision(state, player, move),) if viewer == player else ()
            return (*own, *_describe_end_of_turn(state, player, move, viewer))


def _describe_deal(cards: tuple[int, ...]) -> tuple[Text, ...]:
    first, second, third = (T("{number}. {title}", number=card, title=CARD_TITLES[card]) for card in cards)
    return (T("These cards score as well: {first}; {second}; {third}.", first=first, second=second, third=third),)


def _describe_roll(state: State, move: Roll, viewer: Player | None) -> tuple[Text, ...]:
    low, middle, high = move.dice
    told = T(
        "Turn {number}: the dice show {low}, {middle} and {high}.", number=state.turn, low=low, middle=middle, high=high
    )
    after = rules.apply(state, CHANCE, move)
    if after.phase == "over":
        return told, T("Nobody can draw anything with them: that was the last turn.")
    if viewer is not None and after.decisions[viewer] == AUTOMATIC:
        return told, T("{player} can draw nothing with them and passes.", player=Seat(viewer))
    return (told,)


def _decision(state: State, player: Player, move: Draw | Pass) -> Text:
    if isinstance(move, Pass):
        return T("{player} passes.", player=Seat(player))
    return T("{player} draws {drawing}.", player=Seat(player), drawing=encode(state.board, move))


def _describe_end_of_turn(state: State, player: Player, move: Draw | Pass, viewer: Player | None) -> tuple[Text, ...]:
    after = rules.apply(state, player, move)
    if after.phase == "draw":
        return ()
    return (T("Everybody has decided, and turn {number} is drawn on every sheet.", number=state.turn),)
