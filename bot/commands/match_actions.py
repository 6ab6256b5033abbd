"""The actions of ``/match``: their names, handlers, and details."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.commands.match_details import (
    read_channel,
    read_computer,
    read_pause,
    read_person,
    read_reason,
    read_replay,
    read_seat_offer,
    read_step,
    read_terms,
    suggest_channels,
    suggest_computers,
    suggest_pauses,
    suggest_people,
    suggest_reason,
    suggest_replays,
    suggest_seat_offers,
    suggest_steps,
    suggest_terms,
)
from bot.matches.agreements.pauses import MAX_PAUSE_DAYS
from bot.matches.model.match import OfferKind
from bot.matches.model.time_control import TimeoutAction
from bot.ui.history.log import export, show_history
from bot.ui.history.replay_steps import show_step
from bot.ui.history.replays import show_replay, show_since
from bot.ui.history.review import show_review
from bot.ui.history.share import show_card
from bot.ui.history.verification import verify
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.lobby.options import show_options
from bot.ui.lobby.tables import cancel, join, leave, show_terms, start
from bot.ui.match.agreements import (
    accept,
    accept_rematch,
    ask_rematch,
    decline,
    decline_rematch,
    offer_draw,
    propose_abort,
    propose_pause,
    propose_resume,
    take_back,
)
from bot.ui.match.ending import abort_as_manager, resign
from bot.ui.match.relocation import move, move_here
from bot.ui.match.replacement import propose_computer
from bot.ui.match.spectators import DIRECT_MESSAGE, THREAD, unwatch, watch
from bot.ui.match.substitution import ANYBODY, KEEP, decline_seat, offer_seat, take_over
from bot.ui.match.timeouts import decide, title_of
from bot.ui.play.hints import ask_hint
from engines.text import T, Text
from players import LEVELS

Read = Callable[[InteractionContext, str], str | None]
"""Parses a typed detail into the handler's argument; ``None`` if the text is not a detail."""

Suggest = Callable[[InteractionContext, str], Awaitable[Sequence[app_commands.Choice[str]]]]
"""Suggests details while the user types."""


@dataclass(frozen=True, slots=True)
class DetailChoice:
    """A detail from a short list."""

    value: str
    title: Text
    command: MatchCommand
    passed: str = ""
    """What the handler gets."""


@dataclass(frozen=True, slots=True)
class TypedDetail:
    """Details that are typed."""

    command: MatchCommand
    meaning: Text
    """Describes the details, for a list."""
    read: Read
    suggest: Suggest


@dataclass(frozen=True, slots=True)
class MatchAction:
    """An action on a match."""

    name: Text
    title: Text
    """The label of its button."""
    purpose: Text
    command: MatchCommand
    """Its handler if no detail is given."""
    choices: tuple[DetailChoice, ...] = ()
    typed: tuple[TypedDetail, ...] = ()

    @property
    def key(self) -> str:
        """Its English name, the value of its suggestion."""
        return str(self.name).removeprefix("/")


def _answers(
    offer: DetailChoice, kind: OfferKind, *, yes: MatchCommand = accept, no: MatchCommand = decline
) -> tuple[DetailChoice, ...]:
    """Return the actions that make and answer an offer of a kind."""
    return offer, DetailChoice("accept", T("Accept"), yes, kind), DetailChoice("decline", T("Decline"), no, kind)


ACTIONS: tuple[MatchAction, ...] = (
    MatchAction(T("/join"), T("Join"), T("Join an open table"), join),
    MatchAction(T("/start"), T("Start"), T("Start the match at your table"), start),
    MatchAction(T("/options"), T("Options"), T("Choose the options of your table"), show_options),
    MatchAction(T("/leave"), T("Leave"), T("Leave an open table, or decline an invitation"), leave),
    MatchAction(T("/cancel"), T("Cancel"), T("Close your table before the match starts"), cancel),
    MatchAction(
        T("/expired"),
        T("Time has run out …"),
        T("Decide what happens after a player’s time has run out"),
        decide,
        (
            *(
                DetailChoice(choice, title_of(choice), decide, choice)
                for choice in TimeoutAction
                if choice is not TimeoutAction.COMPUTER
            ),
            *(
                DetailChoice(f"computer {level}", title_of(TimeoutAction.COMPUTER, level), decide, f"computer:{level}")
                for level in LEVELS
            ),
        ),
        (TypedDetail(decide, T("“offer” and a person"), read_seat_offer, suggest_seat_offers),),
    ),
    MatchAction(T("/hint"), T("Hint"), T("Get a hint for your turn, in three steps"), ask_hint),
    MatchAction(
        T("/replay"),
        T("Replay"),
        T("Watch a match, or what has happened since you last looked"),
        show_replay,
        (
            DetailChoice("whole", T("The whole match"), show_replay),
            DetailChoice("since", T("Since you last looked"), show_since),
            DetailChoice("step", T("Turn by turn"), show_step),
            DetailChoice("result", T("The result as a picture"), show_card),
        ),
        (
            TypedDetail(show_step, T("“step” and the number of a turn"), read_step, suggest_steps),
            TypedDetail(
                show_replay,
                T("a number of turns, and a width: 480, 720 or 1000 pixels (“3, 480 px”)"),
                read_replay,
                suggest_replays,
            ),
        ),
    ),
    MatchAction(T("/review"), T("Review"), T("See the moments that decided a match"), show_review),
    MatchAction(T("/history"), T("History"), T("Show all moves of a match"), show_history),
    MatchAction(
        T("/draw"),
        T("Offer a draw"),
        T("Offer, accept or decline a draw"),
        offer_draw,
        _answers(DetailChoice("offer", T("Offer"), offer_draw), OfferKind.DRAW),
    ),
    MatchAction(
        T("/undo"),
        T("Take back"),
        T("Take back your last turn"),
        take_back,
        _answers(DetailChoice("ask", T("Ask"), take_back), OfferKind.UNDO),
    ),
    MatchAction(
        T("/resume"),
        T("Resume"),
        T("Resume a paused match, if everyone agrees"),
        propose_resume,
        _answers(DetailChoice("propose", T("Propose"), propose_resume), OfferKind.RESUME),
    ),
    MatchAction(
        T("/pause"),
        T("Pause"),
        T("Pause a match, if everyone agrees"),
        propose_pause,
        _answers(DetailChoice("propose", T("Propose"), propose_pause), OfferKind.PAUSE),
        (
            TypedDetail(
                propose_pause,
                T("after how many days the match resumes by itself, 1 to {most}", most=MAX_PAUSE_DAYS),
                read_pause,
                suggest_pauses,
            ),
        ),
    ),
    MatchAction(
        T("/pace"),
        T("Pace"),
        T("Show how much time players have, or change it at your table"),
        show_terms,
        typed=(
            TypedDetail(
                show_terms,
                T("“daily”, “2d + 12h”, “holidays: no” or “timeout: end”, with commas between them"),
                read_terms,
                suggest_terms,
            ),
        ),
    ),
    MatchAction(
        T("/rematch"),
        T("Rematch"),
        T("Play again with the same players"),
        ask_rematch,
        _answers(DetailChoice("ask", T("Ask"), ask_rematch), OfferKind.REMATCH, yes=accept_rematch, no=decline_rematch),
    ),
    MatchAction(
        T("/replace"),
        T("Hand over my seat"),
        T("Hand over your seat, or let a computer player take over a seat"),
        offer_seat,
        (
            DetailChoice(ANYBODY, T("Anyone"), offer_seat, ANYBODY),
            DetailChoice(KEEP, T("Keep my seat"), offer_seat, KEEP),
            *_answers(DetailChoice("computer", T("A computer player"), propose_computer), OfferKind.REPLACE),
        ),
        (
            TypedDetail(offer_seat, T("a person, with @ before the name"), read_person, suggest_people),
            TypedDetail(
                propose_computer,
                T("“computer”, a level from 1 to 5 and the number of a seat (“computer 3, seat 2”)"),
                read_computer,
                suggest_computers,
            ),
        ),
    ),
    MatchAction(
        T("/takeover"),
        T("Take over a seat"),
        T("Take over a seat that a player has left or is offering"),
        take_over,
        (
            DetailChoice("take", T("Take the seat"), take_over),
            DetailChoice("decline", T("Decline"), decline_seat),
        ),
    ),
    MatchAction(
        T("/move"),
        T("Play elsewhere"),
        T("Move a match to another channel"),
        move_here,
        _answers(DetailChoice("here", T("To this channel"), move_here), OfferKind.MOVE),
        (TypedDetail(move, T("a channel, with # before the name"), read_channel, suggest_channels),),
    ),
    MatchAction(
        T("/watch"),
        T("Watch"),
        T("Watch a match between other players: get every new board"),
        watch,
        (
            DetailChoice(DIRECT_MESSAGE, T("By direct message"), watch, DIRECT_MESSAGE),
            DetailChoice(THREAD, T("In the match’s thread"), watch, THREAD),
        ),
    ),
    MatchAction(
        T("/unwatch"),
        T("Stop watching"),
        T("Stop watching a match between other players"),
        unwatch,
    ),
    MatchAction(T("/export"), T("Export"), T("Get a match as a file"), export),
    MatchAction(
        T("/verify"),
        T("Verify luck"),
        T("Check a match: recompute its luck from the key, and its result from the moves"),
        verify,
    ),
    MatchAction(
        T("/abort"),
        T("Propose to abort"),
        T("End a match without a result"),
        propose_abort,
        (
            *_answers(DetailChoice("propose", T("Propose"), propose_abort), OfferKind.ABORT),
            DetailChoice("manager", T("End it now, as a server manager"), abort_as_manager),
        ),
        (
            TypedDetail(
                abort_as_manager,
                T("for server managers: “reason: ” and why you end the match"),
                read_reason,
                suggest_reason,
            ),
        ),
    ),
    MatchAction(T("/resign"), T("Resign"), T("Resign a match"), resign),
)
"""All actions, in the order of suggestions; Discord shows at most 25."""
