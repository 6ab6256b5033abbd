"""Sentences about moves and results of Totem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.game import Outcome, Player
from engines.text import TN, Seat, T, Text, listed, players_listed
from engines.totem import elimination, setup
from engines.totem.board import NAMES
from engines.totem.legality import names
from engines.totem.moves import Add, Dice, First, Move, Reroll, Run, Start, Stay, Use
from engines.totem.observation import Loss
from engines.totem.rules import few_pieces, mover
from engines.totem.state import State
from engines.totem.turns import QUIET_TURNS, apply, points_lost


def describe_move(state: State, player: Player, move: Move) -> tuple[Text, ...]:
    """Sentences about the effects of a move made in ``state``."""
    match move:
        case First():
            return _describe_first(state, move)
        case Start():
            return _describe_start(state, player, move)
        case Dice(high, low):
            return (T("{player} rolls {high} and {low}.", player=Seat(mover(state)), high=high, low=low),)
        case Use(points):
            return (_describe_use(state, player, points),)
        case Run():
            return _describe_run(state, player, move)
        case Add(cell):
            return (
                TN(
                    "{player} puts a piece on {cell} instead of running; {count} is left in the reserve.",
                    "{player} puts a piece on {cell} instead of running; {count} are left in the reserve.",
                    state.reserves[player] - 1,
                    player=Seat(player),
                    cell=NAMES[cell],
                ),
            )
        case Reroll():
            return (T("{player} rolls again.", player=Seat(player)),)
        case Stay():
            return (T("{player} does not roll again.", player=Seat(player)),)
        case _:
            return (T("{player} can neither step nor exchange: the turn passes.", player=Seat(mover(state))),)


def phrase_move(state: State, player: Player, move: Move) -> Text:
    """The move in a few words; a run's cells are joined by a dash that is not part of the notation."""
    match move:
        case First():
            return listed(_lots(state, move))
        case Dice(high, low):
            return T("{player} rolls {high} and {low}", player=Seat(mover(state)), high=high, low=low)
        case Start(cell):
            return T("totem on {cell}", cell=NAMES[cell])
        case Use(points):
            return T("both dice") if points == sum(state.dice or ()) else T("the {die}", die=points)
        case Run():
            return _phrase_run(state, player, move)
        case Add(cell):
            return T("a piece on {cell}", cell=NAMES[cell])
        case Reroll():
            return T("rolling again")
        case Stay():
            return T("not rolling again")
        case _:
            return T("{player} has to pass", player=Seat(mover(state)))


def _phrase_run(state: State, player: Player, move: Run) -> Text:
    run = f"{NAMES[move.origin]}–{NAMES[move.stop]}"
    losses = elimination.losses(state, player, move.stop, move.victim)
    if not losses:
        return T("{run}", run=run)
    owner = Seat(losses[0].owner)
    if losses[0].cause == "totem":
        return T("{run} brings down {owner}’s totem", run=run, owner=owner)
    if len(losses) == 1:
        return T("{run} eliminates {owner}’s piece on {cell}", run=run, owner=owner, cell=NAMES[losses[0].cell])
    return TN(
        "{run} eliminates {count} of {owner}’s pieces",
        "{run} eliminates {count} of {owner}’s pieces",
        len(losses),
        run=run,
        owner=owner,
    )


def _lots(state: State, move: First) -> Iterator[Text]:
    for seat, die in zip(state.rollers, move.dice, strict=True):
        yield T("{player} rolls {die}", player=Seat(seat), die=die)


def _describe_first(state: State, move: First) -> tuple[Text, ...]:
    rolls = listed(_lots(state, move))
    after = apply(state, -1, move)
    rolled = T("{rolls}.", rolls=rolls)
    if after.phase == "first":
        return rolled, T("{players} are tied and roll again.", players=players_listed(after.rollers))
    return rolled, T("{player} begins and chooses where to start.", player=Seat(mover(after)))


def _describe_start(state: State, player: Player, move: Start) -> tuple[Text, ...]:
    """The chosen cell, and the cells of players who then have no choice (T4)."""
    (_, cell), *forced = setup.placed_since(state, apply(state, player, move))
    return (
        T("{player} starts on {cell}.", player=Seat(player), cell=NAMES[cell]),
        *(T("That leaves {cell} for {player}.", player=Seat(seat), cell=NAMES[left]) for seat, left in forced),
    )


def _describe_use(state: State, player: Player, points: int) -> Text:
    high, low = state.dice or (0, 0)
    if points == high + low:
        return TN(
            "{player} uses both dice: {count} point.",
            "{player} uses both dice: {count} points.",
            points,
            player=Seat(player),
        )
    return TN(
        "{player} discards the {die} and has {count} point.",
        "{player} discards the {die} and has {count} points.",
        points,
        player=Seat(player),
        die=low if points == high else high,
    )


def _describe_run(state: State, player: Player, move: Run) -> tuple[Text, ...]:
    # The sentence about the dice names the player (T6), and a turn has many runs.
    steps = TN("{count} step", "{count} steps", move.steps)
    if state.totems[player] == move.origin:
        ran = T(
            "The totem runs from {origin} to {stop} in {steps}.",
            origin=NAMES[move.origin],
            stop=NAMES[move.stop],
            steps=steps,
        )
    else:
        ran = T(
            "A piece runs from {origin} to {stop} in {steps}.",
            origin=NAMES[move.origin],
            stop=NAMES[move.stop],
            steps=steps,
        )
    sentences = [ran, *describe_losses(elimination.losses(state, player, move.stop, move.victim))]
    lost = points_lost(state, move, apply(state, player, move))
    if lost:
        sentences.append(
            TN(
                "Nothing else can step, so {count} point is lost.",
                "Nothing else can step, so {count} points are lost.",
                lost,
            )
        )
    return tuple(sentences)


def describe_losses(losses: Sequence[Loss]) -> tuple[Text, ...]:
    """Sentences about the losses of a run."""
    if not losses:
        return ()
    if losses[0].cause == "totem":
        return tuple(_describe_fall(loss, losses) for loss in losses if loss.cause == "totem")
    owner = Seat(losses[0].owner)
    sentence = T("{owner} loses the piece on {cell}.", owner=owner, cell=NAMES[losses[0].cell])
    cut_off = [loss.cell for loss in losses[1:]]
    if not cut_off:
        return (sentence,)
    return (
        sentence,
        TN(
            "That cuts off the piece on {cells}, which is lost too.",
            "That cuts off the pieces on {cells}, which are lost too.",
            len(cut_off),
            cells=names(cut_off),
        ),
    )


def _describe_fall(fallen: Loss, losses: Sequence[Loss]) -> Text:
    pieces = sum(loss.owner == fallen.owner and loss.cause == "out" for loss in losses)
    if not pieces:
        return T("{owner}’s totem on {cell} falls: {owner} is out.", owner=Seat(fallen.owner), cell=NAMES[fallen.cell])
    return TN(
        "{owner}’s totem on {cell} falls: {owner} is out and loses {count} piece.",
        "{owner}’s totem on {cell} falls: {owner} is out and loses {count} pieces.",
        pieces,
        owner=Seat(fallen.owner),
        cell=NAMES[fallen.cell],
    )


# --------------------------------------------------------------------------------------------------------- results


def outcome(state: State) -> Outcome | None:
    """The result of a finished match (T24 to T26)."""
    if state.phase != "over":
        return None
    ranking = (state.active_players, *reversed(state.exits))
    if len(state.active_players) == 1:
        termination, summary = _victory(state)
    elif few_pieces(state):
        termination = "few_pieces"
        summary = T("Nobody has more than one piece besides the totem, and all reserves are empty: the match is a tie.")
    else:
        termination = "quiet"
        summary = TN(
            "For {count} turn nothing was eliminated or exchanged: the match is a tie.",
            "For {count} turns nothing was eliminated or exchanged: the match is a tie.",
            QUIET_TURNS,
        )
    return Outcome(termination, summary, ranking)


def _victory(state: State) -> tuple[str, Text]:
    winner = Seat(state.active_players[0])
    last = state.exits[-1]
    if last[0] in state.resigned:
        return "resignation", T("{loser} resigns. {winner} wins.", loser=Seat(last[0]), winner=winner)
    return "last_totem", T("{winner}’s totem is the last one standing: {winner} wins.", winner=winner)
