"""Values of the shelters, the ranking, and the result in words (A24 to A28)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engines.awethi.observation import CORNERS, ROUNDS, Account, Counts
from engines.awethi.state import HERD, Herder, State
from engines.game import Outcome, Player, ScoreRow, ScoreTable
from engines.text import TN, Seat, T, Text, players_listed

WORTH: Counts = (1, 3, 5)
"""Points for a calf, a cow and a bull (A27)."""

DRAW = 3
"""The number of heads that is a draw with the wairgka; more is a win (A25, A26)."""


def heads(herder: Herder) -> int:
    """Aiwe in the shelter."""
    return sum(herder.sheltered)


def points(herder: Herder) -> int:
    """Points of the aiwe in the shelter."""
    return sum(number * worth for number, worth in zip(herder.sheltered, WORTH, strict=True))


def grazing(herder: Herder) -> Counts:
    """The aiwe on the board, by kind."""
    calves, cows, bulls = (mask.bit_count() for mask in herder.herd)
    return calves, cows, bulls


def eaten(herder: Herder) -> Counts:
    """The eaten aiwe, by kind: neither on the board nor in the shelter."""
    calves, cows, bulls = (
        total - there - safe for total, there, safe in zip(HERD, grazing(herder), herder.sheltered, strict=True)
    )
    return calves, cows, bulls


def account(herder: Herder) -> Account:
    """The herder against the wairgka (A26)."""
    if herder.grazing:
        return "grazing"
    number = heads(herder)
    return "won" if number > DRAW else "draw" if number == DRAW else "lost"


# ---------------------------------------------------------------------------------------------------------- results


def outcome(state: State) -> Outcome | None:
    """The result of a finished match."""
    if state.phase != "over" or state.ending is None:
        return None
    summary = (
        _given_up(state)
        if state.ending == "resignation"
        else T("{end} {result}", end=_end(state), result=_result(state))
    )
    return Outcome(state.ending, summary, ranking(state), table(state) if state.round else None)


def ranking(state: State) -> tuple[tuple[Player, ...], ...]:
    """Groups of seats from first to last; none when nobody wins.

    Winning herders come first (A25 to A27), then the other herders by their score, then the wairgka player. If nobody
    has three heads, the wairgka player comes first. Players who left cannot win; they come last, in reverse order of
    leaving.
    """
    gone = tuple((seat,) for seat in reversed(state.left))
    if state.ending == "resignation":
        return (state.active_players, *gone)
    if _drawn(state):
        return (state.active_players,)
    wairgka = tuple((seat,) for seat in (state.wairgka_seat,) if seat is not None and seat not in state.left)
    herders = _by_worth(state)
    if _herders_win(state):
        return (*herders, *wairgka, *gone)
    return (*wairgka, *herders, *gone) if wairgka else ()


def _active_herders(state: State) -> list[int]:
    return [number for number in range(len(state.herders)) if state.seat_of(number) not in state.left]


def _herders_win(state: State) -> bool:
    """Whether anybody has three heads (A26). A single herder's draw with three is handled before."""
    return any(heads(state.herders[number]) >= DRAW for number in _active_herders(state))


def _drawn(state: State) -> bool:
    """A25: a single herder with three heads."""
    return len(state.herders) == 1 and heads(state.herders[0]) == DRAW


def _by_points(state: State) -> bool:
    """A27: the option changes nothing for a single herder."""
    return state.scoring == "points" and len(state.herders) > 1


def _worth(state: State, herder: int) -> int:
    """The value that decides between herders (A26, A27)."""
    value = points if _by_points(state) else heads
    return value(state.herders[herder])


def _by_worth(state: State) -> list[tuple[Player, ...]]:
    """Groups of the active herders' seats, the best first; equals share a group."""
    numbers = sorted(_active_herders(state), key=lambda number: -_worth(state, number))
    return [
        tuple(state.seat_of(number) for number in group)
        for _, group in groupby(numbers, key=lambda number: _worth(state, number))
    ]


# ------------------------------------------------------------------------------------------------------------ words


def _given_up(state: State) -> Text:
    return T("{loser} resigns. {winner} wins.", loser=Seat(state.left[-1]), winner=Seat(state.active_players[0]))


def _end(state: State) -> Text:
    """Why the match is over."""
    if state.ending == "rounds":
        return TN("{count} round is over.", "{count} rounds are over.", ROUNDS)
    number = next(number for number, herder in enumerate(state.herders) if not herder.grazing)
    player = Seat(state.seat_of(number))
    if state.ending == "eaten":
        return T("The last aiwe of {player}’s herd is eaten.", player=player)
    return T("The last aiwe of {player}’s herd is in the shelter.", player=player)


def _result(state: State) -> Text:
    if _drawn(state):
        return T("{player} has three aiwe in the shelter: a draw with the wairgka.", player=Seat(state.seat_of(0)))
    places = ranking(state)
    if not places:
        return T("No herder has brought enough aiwe home, and the wairgka player has left: nobody wins.")
    if not _herders_win(state):
        return T("No herder has three aiwe in the shelter: {player} wins with the wairgka.", player=Seat(places[0][0]))
    winners = places[0]
    best = max(_worth(state, number) for number in _active_herders(state))
    if _by_points(state):
        return _won_on_points(winners, best)
    if len(winners) == 1:
        return TN(
            "{player} wins with {count} aiwe in the shelter.",
            "{player} wins with {count} aiwe in the shelter.",
            best,
            player=Seat(winners[0]),
        )
    return TN(
        "{players} share the victory with {count} aiwe each in the shelter.",
        "{players} share the victory with {count} aiwe each in the shelter.",
        best,
        players=players_listed(winners),
    )


def _won_on_points(winners: Sequence[Player], best: int) -> Text:
    if len(winners) == 1:
        return TN(
            "{player} wins with {count} point.", "{player} wins with {count} points.", best, player=Seat(winners[0])
        )
    return TN(
        "{players} share the victory with {count} point each.",
        "{players} share the victory with {count} points each.",
        best,
        players=players_listed(winners),
    )


# ------------------------------------------------------------------------------------------------------------ table


def account_name(value: Account) -> Text:
    """The name of a herder's result against the wairgka (A26)."""
    match value:
        case "won":
            return T("won")
        case "draw":
            return T("a draw")
        case "lost":
            return T("lost")
        case _:
            return T("unfinished")


def table(state: State) -> ScoreTable:
    """The table of all herders' accounts; the wairgka player's column shows what the wairgka ate."""
    all_eaten = sum(sum(eaten(herder)) for herder in state.herders)
    wairgka = T("the wairgka") if state.unleashed else T("the wairgka, who slept to the end")
    rows = [
        _row(state, T("Plays"), [_role(herder) for herder in state.herders], wairgka),
        _row(state, T("In the shelter"), [heads(herder) for herder in state.herders], None),
        _row(state, T("Eaten"), [sum(eaten(herder)) for herder in state.herders], all_eaten),
        _row(state, T("Still grazing"), [sum(grazing(herder)) for herder in state.herders], None),
        _row(state, T("Against the wairgka"), [account_name(account(herder)) for herder in state.herders], None),
    ]
    if state.scoring == "points":
        rows.insert(2, _row(state, T("Points"), [points(herder) for herder in state.herders], None))
    return ScoreTable(T("The herds"), tuple(rows))


def _role(herder: Herder) -> Text:
    match CORNERS[herder.corner]:
        case "NW":
            return T("the northwest herd")
        case "NE":
            return T("the northeast herd")
        case "SE":
            return T("the southeast herd")
        case _:
            return T("the southwest herd")


def _row(state: State, label: Text, herders: Sequence[int | Text], wairgka: int | Text | None) -> ScoreRow:
    """A line with a value for each seat."""
    values: list[int | Text | None] = list(herders)
    values.insert(0 if state.wairgka_seat is None else state.wairgka_seat, wairgka)
    return ScoreRow(label, tuple(values))
