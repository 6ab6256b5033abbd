"""The message that shows a board: what happened, the picture, whose turn it is, the controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.rng import shown_digits
from bot.matches.model.views import MatchView
from bot.matches.results.leaderboards import RatingChange
from bot.ui.boards.board_renderer import text_board
from bot.ui.boards.clocks import clock_lines, outage_lines
from bot.ui.boards.ratings import rating_line, unrated_line
from bot.ui.boards.scores import score_file, scores_shown
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, ButtonSpec, OutgoingMessage, Row, Rows
from bot.ui.components.text import MESSAGE_LIMIT, Writer, fit_written, mention
from bot.ui.planners import planner_of, sheet_planner_of
from engines.game import Player
from engines.registry import GAMES
from engines.text import Seat, T, Text


def public_board(
    view: MatchView, write: Writer, picture: Attachment | None, called: Sequence[Player], outage: int = 0
) -> OutgoingMessage:
    """What is posted after a turn. Of those who are awaited the ones in ``called`` are mentioned, the others named.

    ``outage``: seconds for which the bot was away since the board before. A position that is not the newest calls
    nobody and has no controls for a turn; nor has a paused match, which offers to go on instead.
    """
    paused = is_paused(view)
    awaited = view.to_move if is_newest(view) and not paused else ()
    planner, sheets = planner_of(view.match.game), sheet_planner_of(view.match.game)
    asked = [planner.prompt(view, player) for player in awaited] if sheets is None else sheets.status(view)
    lines = [*(write.calling(text, called) for text in asked), *clock_lines(view.match, awaited, write)]
    prompts = "\n".join((*lines, *_absent(view, write), *outage_lines(outage, write))) if awaited else ""
    if paused:
        prompts = "\n".join(clock_lines(view.match, (), write))
    body = _body(view.news(), write, prompts, picture, _promise(view), _put_back(view, write))
    turn = ((resume_button(view.match, write),),) if paused else planner.controls(view, write) if awaited else ()
    rows = (*turn, common_row(view, write))
    users = _users(view.match, [player for player in called if player in awaited])
    return OutgoingMessage(body, rows, files=() if picture is None else (picture,), mentions=users)


def private_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    *,
    opening: str = "",
    aside: Text | None = None,
    looking: Rows = (),
) -> OutgoingMessage:
    """The board for one reader, with the controls if it is the reader's turn.

    ``opening`` stands on top; ``aside`` is a word on what the picture shows; ``looking`` are further ways to look at
    the board.
    """
    paused = is_paused(view)
    mine = view.viewer is not None and view.viewer in view.to_move and is_newest(view) and not paused
    planner, sheets = planner_of(view.match.game), sheet_planner_of(view.match.game)
    if _is_end(view):
        closing = write(result_of(view.match))
    elif mine:
        closing = write(planner.prompt(view, view.viewer or 0))
    elif paused:
        closing = ""
    elif sheets is not None:
        standing = None if view.viewer is None else sheets.idle_reason(view, view.viewer)
        closing = "\n".join(write(text) for text in (*((standing,) if standing else ()), *sheets.status(view)))
    else:
        closing = "\n".join(write(T("{player} is to move.", player=Seat(player))) for player in view.to_move)
    if is_newest(view):
        closing = "\n".join(filter(None, (closing, *clock_lines(view.match, view.to_move, write))))
    if not _is_end(view) and not mine:
        closing = "\n".join((closing, *_absent(view, write)))
    # Who has decided on a sheet may still decide otherwise there.
    acting = mine or (sheets is not None and view.viewer is not None and is_newest(view))
    controls = planner.controls(view, write) if acting else ()
    if paused and view.viewer is not None:
        controls = (*controls, (resume_button(view.match, write),))
    rows = (*controls, *looking, more_row(view, write))
    body = _body(view, write, closing, picture, aside, opening)
    pictures = () if picture is None else (picture,)
    return OutgoingMessage(body, rows, files=(*pictures, *score_file(view, write)))


def _absent(view: MatchView, write: Writer) -> Sequence[str]:
    """Who of those who are awaited is away."""
    return [f"-# {write(away_until(player, until))}" for player, until in view.away]


def away_until(player: Player, until: int) -> Text:
    """Say that somebody is away."""
    return T("☂️ {player} is away until <t:{until}:f>.", player=Seat(player), until=until)


def plan_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    asked: str,
    note: str,
    rows: Rows,
    *,
    settled: bool = False,
    at_once: bool = False,
) -> OutgoingMessage:
    """A planned position for the one who plans it: the ``note`` on top, what is ``asked`` below the board.

    ``settled``: it shows what is decided, and nothing is left to be confirmed. ``at_once``: what is chosen there is
    played without a plan.
    """
    private = None if settled else T("Only you see this plan. Nothing is played before you confirm it.")
    if at_once:
        private = T("Only you see this. What you choose is played at once.")
    mine = [player for player in view.match.to_move if player == view.viewer]
    asked = "\n".join((asked, *clock_lines(view.match, mine, write)))
    body = _body(view, write, asked, picture, private, note)
    return OutgoingMessage(body, rows, files=() if picture is None else (picture,))


def result_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    changes: Sequence[RatingChange] = (),
    digest: str | None = None,
) -> OutgoingMessage:
    """What is posted when a match has ended in whatever way, the result first; all players are mentioned, once.

    ``changes``: what it was worth to whom, told in a line where there is room for it; so is why it was worth nothing.
    ``digest``: the SHA-256 of the whole record.
    """
    players = [seat.player for seat in view.match.seats]
    summary = f"🏁 {write.calling(result_of(view.match), players)}"
    users = _users(view.match, players)
    unnamed = [mention(user_id) for user_id in users if mention(user_id) not in summary]
    if unnamed:
        who = T("Played by") if len(unnamed) == len(users) else T("With")
        summary += f"\n-# {write(who)} {', '.join(unnamed)}"
    rows: Rows = (result_row(view, write),)
    shown = view.news() if _ended_by_move(view) else replace(view, sentences=(), breaks=())
    disclosed = _disclosure(view.match, digest)
    body = _body(shown, write, "", picture, disclosed, summary)
    rating = rating_line(changes, write) if changes else unrated_line(view.match, write)
    if rating:
        longer = _body(shown, write, rating, picture, disclosed, summary)
        body = longer if len(longer) <= MESSAGE_LIMIT else body
    # Without a picture, the place takes no files at all, or the picture has failed.
    files = () if picture is None else (picture, *score_file(view, write))
    return OutgoingMessage(body, rows, files=files, mentions=users)


def result_of(match: Match) -> Text:
    """How a match ended, in one sentence."""
    return match.result or T("The match has ended.")


def _ended_by_move(view: MatchView) -> bool:
    """Whether the last turn ended the match; else its sentences are old, and the result says it all."""
    return view.outcome is not None and view.outcome.termination not in {"resignation", "agreement"}


def refusal_about(match: Match, reason: Text, user_id: int, write: Writer) -> OutgoingMessage:
    """A refusal that the state of a match explains, with what to press instead: the result, Go on, or Board."""
    seated = match.seat_of(user_id) is not None
    row: Row = ()
    if match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}:
        row = (board_button(match, write), *((_rematch(match, write),) if seated else ()))
    elif match.paused_at is not None and seated:
        row = (resume_button(match, write),)
    elif match.status is MatchStatus.RUNNING:
        row = (board_button(match, write),)
    return OutgoingMessage(f"⚠️ {write.about(match)(reason)}", (row,) if row else ())


def is_newest(view: MatchView) -> bool:
    """Whether a running match still stands at the ply shown, so that it can be moved from."""
    return view.match.status is MatchStatus.RUNNING and view.ply == view.match.ply


def is_paused(view: MatchView) -> bool:
    """Whether the position shown is that of a match that is paused, so that nobody can move now."""
    return is_newest(view) and view.match.paused_at is not None


def resume_button(match: Match, write: Writer) -> ButtonSpec:
    """The button that proposes to go on with a paused match."""
    return Action("resume", match.id).button(write.plain(T("Go on")), emoji="▶️")


def board_button(match: Match, write: Writer) -> ButtonSpec:
    """The button that shows the newest board, or the result, to the person who presses it."""
    over = match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    label = T("Show the result") if over else T("Board")
    return Action("board", match.id, match.ply).button(write.plain(label), emoji="🖼️")


def match_title(match: Match) -> str:
    """The match in a few characters: the game's name, which is never translated, and the number."""
    return f"{GAMES[match.game].info.title} #{match.id}"


def common_row(view: MatchView, write: Writer) -> Row:
    """The buttons under every board of a running match."""
    board = Action("board", view.match.id, view.ply)
    since = Action("since", view.match.id, view.ply)
    return (
        board.button(write.plain(T("Board")), emoji="🖼️"),
        since.button(write.plain(T("Since you last looked")), emoji="⏪"),
        _more(view, write),
    )


def more_row(view: MatchView, write: Writer) -> Row:
    """The button under a private board."""
    return (_more(view, write),)


def result_row(view: MatchView, write: Writer) -> Row:
    """The buttons under a result."""
    replay = Action("replay", view.match.id).button(write.plain(T("Replay")), emoji="🎞️")
    return (_rematch(view.match, write), replay, *common_row(view, write))


def _rematch(match: Match, write: Writer) -> ButtonSpec:
    return Action("rematch", match.id).button(write.plain(T("Rematch")), emoji="🔁")


def _more(view: MatchView, write: Writer) -> ButtonSpec:
    return Action("more", view.match.id, view.ply).button(write.plain(T("More")), emoji="⚙️")


def _is_end(view: MatchView) -> bool:
    return view.match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED} and view.ply == view.match.ply


def _promise(view: MatchView) -> Text | None:
    """What the first board of a match says about its luck, so that nobody can choose the key later; it goes on saying
    it when its text is written anew. So does the first board at another place.
    """
    match = view.match
    if match.commitment is None:
        return None
    if view.renewed is not None:
        return T(
            "From here on all luck comes from another secret key, shown at the end. Its SHA-256 begins {digits}",
            digits=shown_digits(match.commitment),
        )
    first = view.opening or match.board_message_id is None
    if not (first or match.is_alone):  # whose first board is edited: it still promises
        return None
    return T(
        "All luck comes from a secret key, shown at the end. Its SHA-256 begins {digits}",
        digits=shown_digits(match.commitment),
    )


def _put_back(view: MatchView, write: Writer) -> str:
    """A word on why the board of an earlier position is posted."""
    if view.renewed is None:
        return ""
    return write(
        T(
            "⏪ The bot was restored from a backup of <t:{at}:f>. This is the match now: what was played after that"
            " does not count.",
            at=view.renewed.at,
        )
    )


def _disclosure(match: Match, digest: str | None) -> Text | None:
    """What the result says about the luck of the match and its record, so that nobody can change either later."""
    if match.key is None:
        return None
    if match.earlier:
        return T(
            "The keys of this match’s luck: {earlier}, and after the bot was restored {key} · The SHA-256 of its"
            " record begins {digits} (/match verify recomputes everything)",
            earlier=", ".join(one.key or "" for one in match.earlier),
            key=match.key,
            digits=shown_digits(digest or ""),
        )
    if digest is None:
        return T("The key of this match’s luck: {key} (/match verify recomputes everything)", key=match.key)
    return T(
        "The key of this match’s luck: {key} · The SHA-256 of its record begins {digits} (/match verify recomputes"
        " everything)",
        key=match.key,
        digits=shown_digits(digest),
    )


def _body(
    view: MatchView,
    write: Writer,
    closing: str,
    picture: Attachment | None,
    aside: Text | None = None,
    opening: str = "",
) -> str:
    """The text of a board message; sentences give way first where all of it would be too long."""
    happened = "\n".join(" ".join(map(write, told)) for told in view.paragraphs)
    table = scores_shown(view, write)
    board = text_board(view, write) if picture is None else ""
    footer = f"-# {match_title(view.match)}" + ("" if aside is None else f" · {write(aside)}")
    rest = [part for part in (table, board, closing, footer) if part]
    above = [opening] if opening else []
    room = MESSAGE_LIMIT - sum(len(part) + 1 for part in (*above, *rest))
    return "\n".join([*above, *([fit_written(happened, room)] if happened and room > 5 else []), *rest])


def _users(match: Match, players: Sequence[Player]) -> tuple[int, ...]:
    return tuple(seat.user_id for seat in match.seats if seat.player in players and not seat.is_anonymous)


def message_link(match: Match, message_id: int) -> str:
    """The address of a message in the match's channel or thread."""
    guild = match.place.guild_id if match.place.guild_id is not None else "@me"
    channel = match.place.channel_id if message_id == match.table_message_id else match.place.target_id
    return f"https://discord.com/channels/{guild}/{channel}/{message_id}"
