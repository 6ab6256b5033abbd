"""Sentences about moves of Awéthi."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.awethi import observe, rules
from engines.awethi.boards import LAIR
from engines.awethi.herd import caught_after
from engines.awethi.moves import Choose, Deal, Dice, First, HerdRoll, Hunt, Lot, Move, Prowl, Walk
from engines.awethi.observation import KINDS, Kind, ShownAiweMove
from engines.awethi.squares import NAMES
from engines.awethi.state import State
from engines.awethi.turns import apply
from engines.bitsets import members_of
from engines.game import CHANCE, Player
from engines.text import TN, Seat, T, Text


def describe_move(state: State, player: Player, move: Move) -> tuple[Text, ...]:
    """Sentences about the effects of a move made in ``state``."""
    match move:
        case Walk():
            return tuple(_describe_walk(state, player, move))
        case Hunt():
            return tuple(_describe_hunt(state, player, move))
        case HerdRoll():
            return tuple(_describe_herd(state, move))
        case Prowl():
            return tuple(_describe_prowl(state, move))
        case Dice(values):
            one, two, three, four = values
            return (
                T(
                    "{player} rolls {one}, {two}, {three} and {four}.",
                    player=Seat(state.seat_of(rules.herder_to_move(state))),
                    one=one,
                    two=two,
                    three=three,
                    four=four,
                ),
            )
        case Choose(way):
            return (_describe_choice(state, player, way),)
        case Lot(seat):
            return (T("{player} is drawn to play the wairgka.", player=Seat(seat)),)
        case Deal():
            return _describe_deal(state)
        case First(herder):
            return (T("{player}’s herd goes first.", player=Seat(state.seat_of(herder))),)


def describe_effects(state: State, player: Player, move: Move) -> tuple[Text, ...]:
    """Sentences about a move without where every piece walks, which a picture shows."""
    match move:
        case Walk():
            return tuple(_effects_of_walk(state, player, move))
        case HerdRoll():
            return tuple(_describe_herd(state, move, ways=False))
        case Choose():
            return ()
        case _:
            return describe_move(state, player, move)


def phrase_move(state: State, move: Move) -> Text:
    """The move in a few words."""
    match move:
        case Walk():
            return _phrase_walk(state, move)
        case Hunt(wairgk, end):
            name = f"W{wairgk + 1}"
            if observe.prey_of(state, end) is None:
                return T("{name} to {square}", name=name, square=_lair_or_square(end))
            owner, kind = _prey(state, end)
            return T(
                "{name} to {square}, where it eats {owner}’s {kind}",
                name=name,
                square=NAMES[end],
                owner=owner,
                kind=kind,
            )
        case HerdRoll(direction):
            player = Seat(state.seat_of(rules.herder_to_move(state)))
            return T("{player}’s herd goes {direction}", player=player, direction=herd_direction(direction + 1))
        case Prowl(direction, steps):
            where = direction_name(direction + 1)
            return TN(
                "The wairgka roll {count} step, to end further {direction}",
                "The wairgka roll {count} steps, to end further {direction}",
                steps,
                direction=where,
            )
        case Dice(values):
            player = Seat(state.seat_of(rules.herder_to_move(state)))
            return T("{player} rolls {dice}", player=player, dice=", ".join(map(str, values)))
        case Choose("each"):
            return T("a die each")
        case Choose():
            return T("the average, {number} (rounded down)", number=rules.average(state))
        case Lot(seat):
            return T("{player} is drawn to play the wairgka", player=Seat(seat))
        case Deal():
            return T("Every herd is shuffled onto its herding-point")
        case First(herder):
            return T("{player}’s herd is drawn to go first", player=Seat(state.seat_of(herder)))


def _phrase_walk(state: State, move: Walk) -> Text:
    walk = _phrase_way(state, move)
    return T("{walk} with the {die}", walk=walk, die=move.die) if move.die else walk


def _phrase_way(state: State, move: Walk) -> Text:
    number = move.awethi + 1
    match observe.manner(move.end):
        case "walk":
            return T("awéthi {number} to {square}", number=number, square=_shelter_or_square(state, move.end))
        case "stay":
            return T("awéthi {number} stays", number=number)
        case _:
            return T("awéthi {number} returns to the shelter", number=number)


def _shelter_or_square(state: State, square: int) -> Text | str:
    own = square == state.herders[rules.herder_to_move(state)].shelter
    return T("the shelter") if own else NAMES[square]


def _describe_deal(state: State) -> tuple[Text, ...]:
    return (
        T("Every herd is shuffled onto its herding-point: three calves, two cows and a bull each."),
        T(
            "{player} plays the wairgka. They sleep in the Lair and wake when an aiwe or an awéthi ends its move in the"
            " forest.",
            player=Seat(state.wairgka_seat or 0),
        ),
    )


# --------------------------------------------------------------------------------------------------------- the herd


def kind_name(kind: Kind) -> Text:
    """One animal."""
    match kind:
        case "calf":
            return T("calf")
        case "cow":
            return T("cow")
        case _:
            return T("bull")


def herd_direction(die: int) -> Text:
    """The direction of a herd for this number on the die (A8)."""
    match die:
        case 1:
            return T("north and northwest")
        case 2:
            return T("east and northeast")
        case 3:
            return T("south and southeast")
        case _:
            return T("west and southwest")


def direction_name(number: int) -> Text:
    """1 north, 2 east, 3 south, 4 west."""
    match number:
        case 1:
            return T("north")
        case 2:
            return T("east")
        case 3:
            return T("south")
        case _:
            return T("west")


def _describe_herd(state: State, move: HerdRoll, *, ways: bool = True) -> Iterator[Text]:
    turn = observe.herd_turn(state, move)
    player = Seat(turn.player)
    yield T(
        "{player}’s herd rolls {die}: {direction}.", player=player, die=turn.die, direction=herd_direction(turn.die)
    )
    free = [one for one in turn.moves if not one.caught]
    walked = [one for one in free if one.end != one.start]
    if walked and ways:
        yield T("Moves: {moves}.", moves=_by_kind(walked, lambda one: f"{NAMES[one.start]}–{NAMES[one.end]}"))
    stayed = [one for one in free if one.end == one.start]
    if stayed and ways:
        yield T("Blocked: {aiwe}.", aiwe=_by_kind(stayed, lambda one: NAMES[one.start]))
    for one in turn.moves:
        if one.caught:
            yield T(
                "Still caught, {aiwe} goes to {player}’s shelter.", aiwe=_aiwe_at(one.kind, one.start), player=player
            )
    after = apply(state, CHANCE, move)
    if after.phase == "over":
        return
    if after.unleashed and not state.unleashed:
        yield T("An aiwe is in the forest: the wairgka are loose!")
    if after.phase != "dice":
        yield T("{player} has left, so the awéthi stay where they are.", player=player)


def _by_kind(moves: Sequence[ShownAiweMove], write: Callable[[ShownAiweMove], str]) -> Text:
    """Such as “calves d4–d5, e4–e5; bull f6–f8”; at least one move."""
    by_kind = [(kind, [write(one) for one in moves if one.kind == kind]) for kind in KINDS]
    listing, *others = [of_kind(kind, written) for kind, written in by_kind if written]
    for item in others:
        listing = T("{items}; {item}", items=listing, item=item)
    return listing


def of_kind(kind: Kind, moves: Sequence[str], between: str = ", ") -> Text:
    """Animals of a kind with their squares or moves, at least one."""
    notation, number = between.join(moves), len(moves)
    match kind:
        case "calf":
            return TN("calf {moves}", "calves {moves}", number, moves=notation)
        case "cow":
            return TN("cow {moves}", "cows {moves}", number, moves=notation)
        case _:
            return TN("bull {moves}", "bulls {moves}", number, moves=notation)


def _aiwe_at(kind: Kind, square: int) -> Text:
    return T("the {kind} on {square}", kind=kind_name(kind), square=NAMES[square])


# -------------------------------------------------------------------------------------------------------- the awéthi


def _describe_choice(state: State, player: Player, way: str) -> Text:
    if way == "each":
        return T("{player} gives each awéthi a die of its own.", player=Seat(player))
    return TN(
        "{player} takes the average, rounded down: every awéthi moves {count} square.",
        "{player} takes the average, rounded down: every awéthi moves {count} squares.",
        rules.average(state),
        player=Seat(player),
    )


def _describe_walk(state: State, player: Player, move: Walk) -> Iterator[Text]:
    """Describe a walk; the sentence before, about the dice, has named the herder."""
    herder = rules.herder_to_move(state)
    start = state.herders[herder].awethi[move.awethi]
    end = observe.landing(state, move.awethi, move.end)
    number, steps = move.awethi + 1, move.die or rules.average(state)
    shelter = state.herders[herder].shelter
    match observe.manner(move.end):
        case "walk" if start == end == shelter:
            yield T("Awéthi {number}: back in the shelter ({steps}).", number=number, steps=steps)
        case "walk" if start == end:
            yield T("Awéthi {number}: back on {start} ({steps}).", number=number, start=NAMES[start], steps=steps)
        case "walk":
            yield T(
                "Awéthi {number}: {start}–{end} ({steps}).",
                number=number,
                start=T("shelter") if start == shelter else NAMES[start],
                end=T("shelter") if end == shelter else NAMES[end],
                steps=steps,
            )
        case "stay" if start == shelter:
            yield T("Awéthi {number} has nowhere to go and stays in the shelter.", number=number)
        case "stay":
            yield T(
                "Awéthi {number} has nowhere to go and stays on {start}.",
                number=number,
                start=NAMES[start],
            )
        case _:
            yield T(
                "Awéthi {number} has nowhere to go and returns from {start} to the shelter.",
                number=number,
                start=NAMES[start],
            )
    yield from _effects_of_walk(state, player, move)


def _effects_of_walk(state: State, player: Player, move: Walk) -> Iterator[Text]:
    end = observe.landing(state, move.awethi, move.end)
    catches, frees = caught_after(state, rules.herder_to_move(state), move.awethi, end)
    yield from (_caught(state, square) for square in members_of(catches))
    yield from (_freed(state, square) for square in members_of(frees))
    if not state.unleashed and apply(state, player, move).unleashed:
        yield T("An awéthi is in the forest: the wairgka are loose!")


def _prey(state: State, square: int) -> tuple[Seat, Text]:
    """The owner and the kind of the aiwe on a square.

    Raises:
        LookupError: there is none.
    """
    found = observe.prey_of(state, square)
    if found is None:
        raise LookupError(f"no aiwe on {NAMES[square]}")
    return Seat(found[0]), kind_name(found[1])


def _caught(state: State, square: int) -> Text:
    owner, kind = _prey(state, square)
    return T("{owner}’s {kind} on {square} is caught.", owner=owner, kind=kind, square=NAMES[square])


def _freed(state: State, square: int) -> Text:
    owner, kind = _prey(state, square)
    return T("{owner}’s {kind} on {square} is free again.", owner=owner, kind=kind, square=NAMES[square])


# ------------------------------------------------------------------------------------------------------- the wairgka


def _describe_prowl(state: State, move: Prowl) -> Iterator[Text]:
    yield TN(
        "The wairgka roll {count} step, to end further {direction}.",
        "The wairgka roll {count} steps, to end further {direction}.",
        move.steps,
        direction=direction_name(move.direction + 1),
    )
    if apply(state, CHANCE, move).phase != "hunt":
        yield T("No wairgk can go that way, so their turn passes.")


def _describe_hunt(state: State, player: Player, move: Hunt) -> Iterator[Text]:
    yield T(
        "{player}’s wairgk {name} goes from {start} to {end}.",
        player=Seat(player),
        name=f"W{move.wairgk + 1}",
        start=_lair_or_square(state.wairgka[move.wairgk]),
        end=_lair_or_square(move.end),
    )
    if observe.prey_of(state, move.end) is not None:
        owner, kind = _prey(state, move.end)
        yield T("It eats {owner}’s {kind}.", owner=owner, kind=kind)


def _lair_or_square(square: int) -> Text | str:
    return T("the Lair") if square == LAIR else NAMES[square]
