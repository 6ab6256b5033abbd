"""The message that shows a board: what happened, the picture, whose turn it is, the controls."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.model.match import Match, MatchStatus, has_lasting_board, may_use_hints
from bot.matches.model.rng import shown_digits
from bot.matches.model.views import MatchView
from bot.matches.results.leaderboards import RatingChange
from bot.ui.boards.board_renderer import text_board
from bot.ui.boards.clocks import clock_lines, downtime_lines
from bot.ui.boards.computers import (
    HINT,
    computer_lines,
    given_note,
    harder_button,
    hint_lines,
    reason_lines,
    review_button,
    share_button,
    why_button,
)
from bot.ui.boards.ratings import rating_line, unrated_line
from bot.ui.boards.scores import score_file, scores_shown
from bot.ui.components.custom_id import Action
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import Attachment, ButtonSpec, LinkButtonSpec, OutgoingMessage, Row, Rows
from bot.ui.components.text import MESSAGE_LIMIT, Markup, Writer, fit_written, mention
from bot.ui.planners import planner_of, sheet_planner_of
from engines.game import Player
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text

IN_A_LINE = 3
"""Up to this many sentences, a turn is told in a line; a longer one is a list, which is easier to read on a phone."""


def public_board(
    view: MatchView, write: Writer, picture: Attachment | None, mentioned: Sequence[Player], downtime: int = 0
) -> OutgoingMessage:
    """Return the message that is posted after a turn.

    Players to move are mentioned if they are in ``mentioned``, else named. ``downtime`` is for how many seconds the bot
    was offline since the previous board. A position that is not the newest mentions nobody and has no controls
    for a turn. A paused match offers to resume instead.
    """
    paused = is_paused(view)
    awaited = view.to_move if is_newest(view) and not paused else ()
    planner, sheets = planner_of(view.match.game), sheet_planner_of(view.match.game)
    question = (
        [turn_prompt(view, player) for player in awaited] if sheets is None else sheets.status(view, can_press=True)
    )
    lines = [
        *(write.mentioning(text, mentioned) for text in question),
        *clock_lines(view.match, awaited, write),
        *computer_lines(view.match, write),
    ]
    prompts = "\n".join((*lines, *_absent(view, write), *downtime_lines(downtime, write))) if awaited else ""
    if paused:
        prompts = "\n".join(clock_lines(view.match, (), write))
    body = _body(view.news(), write, prompts, picture, _commitment_note(view), _restore_note(view, write))
    turn = ((resume_button(view.match, write),),) if paused else planner.controls(view, write) if awaited else ()
    rows = (*turn, common_row(view, write))
    users = _users(view.match, [player for player in mentioned if player in awaited])
    return OutgoingMessage(body, rows, files=() if picture is None else (picture,), mentions=users)


def turn_prompt(view: MatchView, player: Player) -> Text:
    """Return what a player to move is asked; a computer player is only named."""
    if view.match.seat_at(player).computer is not None:
        return T("{player} is to move.", player=Seat(player))
    return planner_of(view.match.game).prompt(view, player)


def private_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    *,
    opening: str = "",
    footnote: Text | None = None,
    view_controls: Rows = (),
) -> OutgoingMessage:
    """Return the board for one reader, with the controls if it is the reader's turn.

    ``opening`` is the first line, ``footnote`` describes what the picture shows, and ``view_controls`` switch to other
    views of the board.
    """
    paused = is_paused(view)
    mine = view.viewer is not None and view.viewer in view.to_move and is_newest(view) and not paused
    planner, sheets = planner_of(view.match.game), sheet_planner_of(view.match.game)
    if _is_end(view):
        closing = write(result_of(view.match))
    elif mine:
        closing = write(planner.prompt(view, view.viewer or 0))
    elif paused or (sheets is not None and not is_newest(view)):
        closing = ""  # nobody can do anything about what was to be decided then
    elif sheets is not None:
        idle_reason = None if view.viewer is None else sheets.idle_reason(view, view.viewer)
        status = sheets.status(view, can_press=view.viewer is not None)
        closing = "\n".join(write(text) for text in (*((idle_reason,) if idle_reason else ()), *status))
    else:
        closing = "\n".join(write(T("{player} is to move.", player=Seat(player))) for player in view.to_move)
    if is_newest(view):
        closing = "\n".join(filter(None, (closing, *clock_lines(view.match, view.to_move, write))))
    if not _is_end(view) and not mine:
        closing = "\n".join((closing, *_absent(view, write)))
    # A player who has decided on a sheet may still change the decision there.
    acting = mine or (sheets is not None and view.viewer is not None and is_newest(view))
    controls = planner.controls(view, write) if acting else ()
    if paused and view.viewer is not None and not view.match.seat_at(view.viewer).withdrawn:
        controls = (*controls, (resume_button(view.match, write),))
    rows = (*controls, *view_controls, more_row(view, write))
    body = _body(view, write, closing, picture, footnote, opening)
    pictures = () if picture is None else (picture,)
    return OutgoingMessage(body, rows, files=(*pictures, *score_file(view, write)))


def _absent(view: MatchView, write: Writer) -> Sequence[str]:
    """Return a line for each player to move who is away."""
    return [f"-# {write(away_until(player, until))}" for player, until in view.away]


def away_until(player: Player, until: int) -> Text:
    """Return the text that a player is away."""
    return T("☂️ {player} is away until <t:{until}:f>.", player=Seat(player), until=until)


def plan_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    question: str,
    note: str,
    private: Text | None,
    rows: Rows,
) -> OutgoingMessage:
    """Return a planned position for its player.

    The ``note`` answers what was pressed, so it stands next to the picture: of a long message, a phone shows the end.
    ``private`` says who sees this, and what a choice does.
    """
    mine = [player for player in view.match.to_move if player == view.viewer]
    question = "\n".join((question, *clock_lines(view.match, mine, write)))
    body = _body(view, write, question, picture, private, last=note)
    return OutgoingMessage(body, rows, files=() if picture is None else (picture,))


def result_board(
    view: MatchView,
    write: Writer,
    picture: Attachment | None,
    changes: Sequence[RatingChange],
    digest: str | None,
) -> OutgoingMessage:
    """Return the message that is posted at the end of a match: the result first, every player mentioned once.

    ``changes`` are the changes of ratings. They, or the reason why there are none, are added if there is room.
    ``digest`` is the SHA-256 of the whole record.
    """
    players = [seat.player for seat in view.match.seats]
    summary = f"🏁 {write.mentioning(result_of(view.match), players)}"
    users = _users(view.match, players)
    unnamed = [mention(user_id) for user_id in users if mention(user_id) not in summary]
    if unnamed:
        names = Markup(", ".join(unnamed))
        who = T("Played by {players}", players=names)
        if len(unnamed) < len(users):
            who = T("With {players}", players=names)
        summary += f"\n-# {write(who)}"
    summary = "\n".join((summary, *hint_lines(view.match, write)))
    shown = view.news() if ended_by_move(view) else view.without_story()
    rows: Rows = (result_row(view, write),)
    footnote = None
    if digest is not None:
        footnote = T("The SHA-256 of its record begins with {digits}", digits=shown_digits(digest))
        given = given_note(view.match)
        footnote = footnote if given is None else T("{given} {more}", given=given, more=footnote)
    body = _body(shown, write, "", picture, footnote, summary)
    rating = rating_line(changes, write) if changes else unrated_line(view.match, write)
    if rating:
        longer = _body(shown, write, rating, picture, footnote, summary)
        body = longer if len(longer) <= MESSAGE_LIMIT else body
    # Without a picture, the channel accepts no files, or drawing has failed.
    files = () if picture is None else (picture, *score_file(view, write))
    return OutgoingMessage(body, rows, files=files, mentions=users)


def result_of(match: Match) -> Text:
    """Return how a match ended, in one sentence."""
    return match.result or T("The match has ended.")


def ended_by_move(view: MatchView) -> bool:
    """Return whether the last turn ended the match; otherwise its sentences are not news."""
    return view.outcome is not None and view.outcome.termination not in {"resignation", "agreement"}


def error_with_help(match: Match, reason: Text, user_id: int, write: Writer) -> OutgoingMessage:
    """Return an error message with a button that helps in the state of the match: the result, Resume, or Board."""
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
    """Return whether the match is running and the ply shown is its newest, so that moves are possible."""
    return view.match.status is MatchStatus.RUNNING and view.ply == view.match.ply


def is_paused(view: MatchView) -> bool:
    """Return whether the position shown is the newest of a paused match, so that nobody can move."""
    return is_newest(view) and view.match.paused_at is not None


def resume_button(match: Match, write: Writer) -> ButtonSpec:
    """Return the button that proposes to resume a paused match."""
    return Action("resume", match.id).button(write.plain(T("Resume")), emoji="▶️")


def board_button(match: Match, write: Writer) -> ButtonSpec:
    """Return the button that privately shows the newest board, or the result."""
    over = match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    label = T("Show the result") if over else T("Board")
    return Action("board", match.id, match.ply).button(write.plain(label), emoji="🖼️")


def way_row(match: Match, write: Writer) -> Row:
    """Return the link to a match's newest board, or to its result, for an answer that leaves nothing else to press.

    A board that is not edited is followed by new ones, so the link leads to where they are posted. If nothing can be
    posted there, the button shows the board in private.
    """
    if match.started_at is None:
        return ()
    if match.unreachable_since is not None:
        return (board_button(match, write),)
    over = match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    label = write.plain(T("Go to the result") if over else T("Go to the board"))
    newest = match.board_message_id if has_lasting_board(match) else None
    return (LinkButtonSpec(place_link(match) if newest is None else message_link(match, newest), label),)


def match_title(match: Match) -> str:
    """Return a short title of the match: the game's name, which is never translated, and the number."""
    return f"{GAMES[match.game].info.title} #{match.id}"


def common_row(view: MatchView, write: Writer) -> Row:
    """Return the buttons under every board of a running match.

    Who plays alone has seen everything: where the last turn can be taken back, that button is in the place of the one
    for what the others have done.
    """
    board = Action("board", view.match.id, view.ply)
    since = Action("since", view.match.id, view.ply).button(write.plain(T("Since you last looked")), emoji="⏪")
    return (
        board.button(write.plain(T("Board")), emoji="🖼️"),
        *why_button(view, write),
        *(learn_buttons(write, view.match.game) if view.newcomers else ()),
        *(_hint(view, write) if view.match.is_alone else ()),
        *(_take_back(view, write) or (() if view.opening else (since,))),
        _more(view, write),
    )


def more_row(view: MatchView, write: Writer) -> Row:
    """Return the buttons under a private board: for its reader a hint and the way back, the menu, and the way to the
    public board.
    """
    hint = _hint(view, write) if view.viewer in view.to_move else ()
    return (*hint, *_take_back(view, write), _more(view, write), *way_row(view.match, write))


def result_row(view: MatchView, write: Writer) -> Row:
    """Return the buttons under a result: what people want at once. All others are in the menu of the match."""
    match = view.match
    return (
        _rematch(match, write),
        *harder_button(view, write),
        *review_button(match, write),
        *share_button(match, write),
        _more(view, write),
    )


def _rematch(match: Match, write: Writer) -> ButtonSpec:
    return Action("rematch", match.id).button(write.plain(T("Rematch")), emoji="🔁")


def _hint(view: MatchView, write: Writer) -> Row:
    """Return the button for a hint, where a person to move may use one."""
    asked = any(view.match.seat_at(player).computer is None for player in view.to_move)
    if not (asked and is_newest(view) and not is_paused(view) and may_use_hints(view.match)):
        return ()
    return (Action("hint", view.match.id).button(write.plain(T("Hint")), emoji=HINT),)


def _take_back(view: MatchView, write: Writer) -> Row:
    """Return the button that takes the last turn back, where nobody has to agree."""
    if not (view.may_take_back and is_newest(view) and not is_paused(view)):
        return ()
    take = Action("takeback", view.match.id, detail=str(view.ply))
    return (take.button(write.plain(T("Take back")), emoji="↩️"),)


def _more(view: MatchView, write: Writer) -> ButtonSpec:
    return Action("more", view.match.id, view.ply).button(write.plain(T("More")), emoji="⚙️")


def _is_end(view: MatchView) -> bool:
    return view.match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED} and view.ply == view.match.ply


def _commitment_note(view: MatchView) -> Text | None:
    """Return the commitment to the secret key, so that nobody can choose the key later.

    It is part of the first board of a match, also when that message is edited, and of the first board after a restore.
    """
    match = view.match
    if match.commitment is None:
        return None
    if view.renewed is not None:
        return T(
            "From here on, everything random comes from another secret key. Its SHA-256 begins with {digits}",
            digits=shown_digits(match.commitment),
        )
    given = given_note(match)
    if given is not None:  # a copy has one player, so the note stays
        return T(
            "{given} 🔒 Nobody can change the luck after that: {digits}",
            given=given,
            digits=shown_digits(match.commitment),
        )
    first = view.opening or match.board_message_id is None
    if not (first or has_lasting_board(match)):  # a solo match edits its first board, which keeps the commitment
        return None
    return T("🔒 Nobody can change the luck: {digits}", digits=shown_digits(match.commitment))


def _restore_note(view: MatchView, write: Writer) -> str:
    """Return the note on a board that was posted after a restore."""
    if view.renewed is None:
        return ""
    return write(
        T(
            "⏪ The bot was restored from a backup made <t:{at}:f>. The match is back to that position: later moves do"
            " not count.",
            at=view.renewed.at,
        )
    )


def _body(
    view: MatchView,
    write: Writer,
    closing: str,
    picture: Attachment | None,
    footnote: Text | None = None,
    opening: str = "",
    last: str = "",
) -> str:
    """Return the text of a board message; if it is too long, the oldest turns are left out first."""
    turns = [_told([write(sentence) for sentence in paragraph]) for paragraph in view.paragraphs if paragraph]
    table = scores_shown(view, write)
    board = text_board(view, write) if picture is None else ""
    footer = f"-# {match_title(view.match)}" + ("" if footnote is None else f" · {write(footnote)}")
    rest = [part for part in (table, board, closing, footer, last) if part]
    above = [opening] if opening else []
    room = MESSAGE_LIMIT - sum(len(part) + 1 for part in (*above, *rest))
    since = len(turns) - view.rolled
    happened = _fitted(turns[:since], reason_lines(view, write), turns[since:], room, write)
    return "\n".join([*above, *([happened] if happened else []), *rest])


def _told(sentences: Sequence[str]) -> str:
    """Return a turn; one of many sentences as a list."""
    first, *others = sentences
    return " ".join(sentences) if len(sentences) <= IN_A_LINE else "\n- ".join((first, *others))


def _fitted(turns: Sequence[str], reasons: Sequence[str], since: Sequence[str], room: int, write: Writer) -> str:
    """Return the newest turns that there is room for, with how many are left out, the reasons below the turns that they
    explain, and what was rolled since.
    """
    for left_out in range(len(turns)):
        note = TN(
            "{count} earlier turn is left out here: the replay has it.",
            "{count} earlier turns are left out here: the replay has them.",
            left_out,
        )
        above = [f"-# … {write(note)}"] if left_out else []
        told = "\n".join((*above, *turns[left_out:], *reasons, *since))
        if len(told) <= room:
            return told
    told = "\n".join((*turns[-1:], *reasons, *since))
    return fit_written(told, room) if room > 5 else ""


def _users(match: Match, players: Sequence[Player]) -> tuple[int, ...]:
    return tuple(seat.user_id for seat in match.seats if seat.player in players and seat.has_user)


def message_link(match: Match, message_id: int) -> str:
    """Return the URL of a message in the match's channel or thread."""
    if message_id == match.table_message_id:
        return f"{_guild_link(match)}/{match.channel.table_id}/{message_id}"
    return f"{place_link(match)}/{message_id}"


def place_link(match: Match) -> str:
    """Return the URL of the match's channel or thread."""
    return f"{_guild_link(match)}/{match.channel.target_id}"


def _guild_link(match: Match) -> str:
    guild = match.channel.guild_id if match.channel.guild_id is not None else "@me"
    return f"https://discord.com/channels/{guild}"
