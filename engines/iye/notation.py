"""Moves of İYE as people write and read them: ``d3``, ``Hd5``, ``start:me``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from engines.game import Completion, Player
from engines.iye.board import NAMES, SPENDING, SQUARE_OF
from engines.iye.moves import BEGINS, NATURALS, SPENDS, Begin, Move, Natural, Spend, encode
from engines.iye.observation import TILE_NAMES, TYPES
from engines.iye.rules import legal_moves, why_not
from engines.iye.state import State
from engines.text import Seat, T, Text, excerpt, normalize_typed

_WORDS = {"sun": "S", "horse": "H", "tree": "T", "water": "W", "owl": "O"}
_LETTERS = {letter.lower(): letter for letter in TYPES}
_TILE = "|".join((*_WORDS, *_LETTERS))

# After everything but letters and digits has become a space.
_DRUM = re.compile(
    rf"(?:(?:drum|move|go|natural|spend|use)\b)? *(?P<tile>{_TILE})?"
    r"(?: *(?P<origin>[a-e] ?[1-5]))? *(?:x|to\b)? *(?P<square>[a-z] *[0-9]+)"
)
_TILE_ALONE = re.compile(rf"(?:(?:spend|use) )?(?P<tile>{_TILE})")
_BEGIN = re.compile(r"(?:(?:starter|starts|start|begins|begin|first) ?)?(?P<who>[a-z]*)")
_WHO = {"me": 0, "myself": 0, "i": 0, "opponent": 1, "other": 1, "them": 1}


def parse(state: State, player: Player, text: str) -> Move:
    """Return the legal move that the text means.

    Raises:
        InvalidMoveError: it is not in the notation.
        IllegalMoveError: the player has no such move.
        AmbiguousMoveError: it can mean several legal moves.
    """
    plain = _plain(text)
    drum = _DRUM.fullmatch(plain)
    alone = _TILE_ALONE.fullmatch(plain)
    begin = _BEGIN.fullmatch(plain)
    if drum:
        return _parse_drum(state, player, text, drum)
    if alone:
        return _parse_tile_alone(state, player, text, _letter(alone["tile"]))
    if plain and begin and (not begin["who"] or begin["who"] in _WHO):
        return _parse_begin(state, player, text, begin["who"])
    raise InvalidMoveError(
        T(
            "“{text}” is not a move. Type the square the drum goes to, such as {natural}. To spend a tile, "
            "put its letter first, such as {spend}.",
            text=excerpt(text),
            natural="d3",
            spend="Hd5",
        )
    )


def _plain(text: str) -> str:
    """Lower-case letters and digits with single spaces between: styled Unicode, signs and case do not matter.

    Letters of other alphabets stay, so that they are not read as something that was not typed.
    """
    return re.sub(r"[\W_]+", " ", normalize_typed(text)).strip()


def _letter(tile: str) -> str:
    return _WORDS.get(tile) or _LETTERS[tile]


def _parse_drum(state: State, player: Player, text: str, found: re.Match[str]) -> Move:
    tile, origin = found["tile"], found["origin"]
    square = found["square"].replace(" ", "")
    target = SQUARE_OF.get(square)
    if target is None:
        raise InvalidMoveError(
            T(
                "“{text}” is not a move: there is no square {square}. The squares are a1 to e5.",
                text=excerpt(text),
                square=excerpt(square, 8),
            )
        )
    if origin is not None and SQUARE_OF[origin.replace(" ", "")] != state.drum:
        raise IllegalMoveError(
            T(
                "“{text}” is not possible. The drum is on {square}.",
                text=excerpt(text),
                square=NAMES[state.drum],
            ),
            (NAMES[state.drum],),
        )
    move: Move = NATURALS[target] if tile is None else SPENDS[_letter(tile)][target]
    return _checked(state, player, text, move)


def _parse_tile_alone(state: State, player: Player, text: str, tile: str) -> Move:
    moves = [move for move in legal_moves(state, player) if isinstance(move, Spend) and move.tile == tile]
    if len(moves) == 1:
        return moves[0]
    if moves:
        raise _ambiguous(text, moves)
    anywhere = SPENDING[tile][state.drum][0]
    return _checked(state, player, text, SPENDS[tile][anywhere])


def _parse_begin(state: State, player: Player, text: str, who: str) -> Move:
    if who:
        return _checked(state, player, text, BEGINS[_WHO[who]])
    _checked(state, player, text, BEGINS[0])
    raise _ambiguous(text, BEGINS)


def _ambiguous(text: str, moves: Sequence[Move]) -> AmbiguousMoveError:
    candidates = [encode(move) for move in moves]
    return AmbiguousMoveError(
        T(
            "“{text}” could mean several moves: {moves}.",
            text=excerpt(text),
            moves=", ".join(candidates),
        ),
        candidates,
    )


def _checked(state: State, player: Player, text: str, move: Move) -> Move:
    """Return the move if it is legal; otherwise raise an error with the reason and advice."""
    refusal = why_not(state, player, move)
    if refusal is None:
        return move
    advice = _advice(state, player, move)
    if advice is None:
        raise refusal.error_about(text)
    reason = T("“{text}” is not possible. {reason} {advice}", text=excerpt(text), reason=refusal.reason, advice=advice)
    raise IllegalMoveError(reason, refusal.places)


def _advice(state: State, player: Player, refused: Move) -> Text | None:
    """Advice on what to do instead of a refused move; ``None`` if the reason already says it."""
    if state.phase != "play":
        return None
    moves = legal_moves(state, player)
    if isinstance(refused, Natural):
        helped = [encode(move) for move in moves if isinstance(move, Spend) and move.target == refused.target]
        if helped:
            return T("With a spent tile: {moves}.", moves=", ".join(helped))
    if isinstance(refused, Spend):
        same = [NAMES[move.target] for move in moves if isinstance(move, Spend) and move.tile == refused.tile]
        if same:
            return T(
                "With the {tile}, the drum can reach {squares}.",
                tile=TILE_NAMES[refused.tile],
                squares=", ".join(same),
            )
    natural = [encode(move) for move in moves if isinstance(move, Natural)]
    if natural:
        return T("By itself, the drum can reach {squares}.", squares=", ".join(natural))
    spending = sorted({move.tile for move in moves if isinstance(move, Spend)}, key=TYPES.index)
    return T("You can move only by spending one of these: {tiles}.", tiles=", ".join(spending)) if spending else None


# ---------------------------------------------------------------------------------------------------- completion


def complete(state: State, player: Player, text: str, limit: int) -> tuple[Completion, ...]:
    """Legal moves that begin with the text: natural moves, then useful spending, then needless spending (I9)."""
    typed = _plain(text).replace(" ", "")
    legal = legal_moves(state, player)
    aliases = {move: tuple(_aliases(move)) for move in legal}
    fitting = [move for move in legal if any(alias.startswith(typed) for alias in aliases[move])]
    # Words allowed before a square can be completed, too; but "d" means the squares of a file first.
    spoken = [move for move in legal if move not in fitting and _is_spoken(move, aliases[move], typed)]
    natural = {move.target for move in legal if isinstance(move, Natural)}

    def usefulness(move: Move) -> int:
        if isinstance(move, Spend):
            return 2 if move.target in natural else 1
        return 0

    chosen = (*sorted(fitting, key=usefulness), *sorted(spoken, key=usefulness))[:limit]
    return tuple(
        Completion(encode(move), _hint(state, player, move, needless=usefulness(move) == 2)) for move in chosen
    )


def _is_spoken(move: Move, aliases: Sequence[str], typed: str) -> bool:
    """Whether the move was typed after a verb: “drum to b3”, “spend horse”."""
    moving, spending = ("drum", "drumto", "move", "moveto", "go", "goto"), ("spend", "use")
    verbs = moving if isinstance(move, Natural) else (*moving, *spending)
    return (
        isinstance(move, (Natural, Spend))
        and len(typed) > 1
        and any((verb + alias).startswith(typed) for verb in verbs for alias in aliases)
    )


def _aliases(move: Move) -> Iterator[str]:
    """Texts that a player may type for the move, without spaces and signs."""
    if isinstance(move, Natural):
        yield NAMES[move.target]
    elif isinstance(move, Spend):
        square = NAMES[move.target]
        word = next(word for word, letter in _WORDS.items() if letter == move.tile)
        yield from (f"{move.tile.lower()}{square}", f"{word}{square}", f"{move.tile.lower()}x{square}", square)
    elif isinstance(move, Begin):
        yield from (f"start{move.who}", move.who)


def _hint(state: State, player: Player, move: Move, *, needless: bool) -> Text:
    opponent = Seat(1 - player)
    if isinstance(move, (Natural, Spend)):
        given = TILE_NAMES[state.board[move.target]]
        if needless:
            return T(
                "the {tile} goes to {opponent}; the drum can go there without a tile",
                tile=given,
                opponent=opponent,
            )
        return T("the {tile} goes to {opponent}", tile=given, opponent=opponent)
    if isinstance(move, Begin) and move.who == "opponent":
        return T("{player} begins the cycle", player=opponent)
    return T("{player} begins the cycle", player=Seat(player))
