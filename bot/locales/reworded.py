"""Texts that earlier versions stored in other words: in results, managers' actions and unposted notices.

A stored text is an English pattern, which is the key of its translations. When one is read, it is replaced by the
current wording listed here, so that its translation is found. The new wording has no field that the old one lacks.
Singular and plural patterns are listed separately.
"""

from __future__ import annotations

from collections.abc import Mapping

REWORDED: Mapping[str, str] = {
    "A channel or category for matches; with none, they are played everywhere": (
        "A channel or category for matches; if you choose none, they are played everywhere"
    ),
    "A manager of the server closed the table: {reason}": "A server manager closed the table: {reason}",
    "A manager of the server ended the match.": "A server manager ended the match.",
    "A manager of the server ended the match: {reason}": "A server manager ended the match: {reason}",
    "Alone: {score} points at best in {count} match": "Alone: best score {score} in {count} match",
    "Alone: {score} points at best in {count} matches": "Alone: best score {score} in {count} matches",
    "An exchange is worth more than any run that was compared.": (
        "A new piece is worth more than any run that was compared."
    ),
    "Another board …": "Another leaderboard …",
    "Begun": "Started",
    "Behind the button “My sheet”": "With the button “My sheet”",
    "Changes take effect at once. Matches already under way stay where they are and keep their pace.": (
        "Changes take effect at once. Running matches stay where they are and keep their pace."
    ),
    "Channels for matches: everywhere": "Everywhere",
    "Entry {ply} of the log does not follow from the position before and the match’s key.": (
        "Entry {ply} of the log does not follow from the position before it and the match’s key."
    ),
    "Everybody has left the table, so it is closed.": "Everyone has left the table, so it was closed.",
    "Everybody’s time has run out and nobody came back, so the match ends without a result.": (
        "Everyone ran out of time and nobody came back, so the match ends without a result."
    ),
    "Go on by the rules of the game": "Continue by the rules of the game",
    "How boards are turned": "Which side of a board is at the bottom",
    "How often you are reminded of a match that waits for you": (
        "How often I remind you of a match that is waiting for you"
    ),
    "How you are told": "Notifications",
    "How you are told that a match waits for you": "How I notify you that a match is waiting for you",
    "How your private sheets come to you": "How you receive your private sheets",
    "I cannot post there any more: move it to another channel.": (
        "I can no longer post there. Move the match to another channel."
    ),
    (
        "I need permission to create public threads in this channel and to write in them. Until I have it, matches are "
        "played in the channel itself. You can give it to me under Server Settings → Roles."
    ): (
        "I need permission to create public threads in this channel and to write in them. You can give it to me under "
        "Server Settings → Roles. Until then, matches are played in the channel itself."
    ),
    "Most open tables of one player": "Maximum open tables per player",
    "Most running matches of one player": "Maximum running matches per player",
    "My figures": "My statistics",
    "No herder has brought enough aiwe home, and nobody plays the wairgka any more: nobody wins.": (
        "No herder has brought enough aiwe home, and the wairgka player has left: nobody wins."
    ),
    "Nobody has come or gone here for {days} days, so the table was closed.": (
        "Nobody has joined or left for {days} days, so the table was closed."
    ),
    "Nobody has more than one piece beside the totem, and all reserves are empty: the match is a tie.": (
        "Nobody has more than one piece besides the totem, and all reserves are empty: the match is a tie."
    ),
    "Nobody is on a board here yet. /play opens a table.": (
        "Nobody is on a leaderboard here yet; matches with the computer do not count. /play opens a table."
    ),
    "Nobody is on this board yet. /play {game} opens a table.": (
        "Nobody is on this leaderboard yet. /play game: {game} opens a table."
    ),
    "Nothing has been decided for so long that it comes to an end: {what}": "Nothing was decided for too long: {what}",
    "Nothing has been decided, so it is as agreed at the table: {what}": (
        "Nothing was decided. As agreed at the table: {what}"
    ),
    (
        "Nothing has been played for {days} days. In {left} days the match ends without a result, unless somebody "
        "plays."
    ): ("Nobody has moved for {days} days. In {left} days the match ends without a result, unless a player moves."),
    "Nothing was played for {days} days, and the match ends without a result.": (
        "Nobody moved for {days} days, so the match ends without a result."
    ),
    "Open tables of one player": "Open tables per player",
    "Pace of new tables: one of the list, or a bank and what each turn adds, such as 3d+24h": (
        "Pace of new tables: one from the list, or time for the match + for each turn, such as 3d+24h"
    ),
    "Post {post} ({kind}) was given up: {why}": "Message {post} ({kind}) was dropped: {why}",
    "Press Go on or type /match resume to propose playing on. It goes on once the others accept.": (
        "To propose playing on, press Resume or use /match action: resume. The match resumes when the others accept."
    ),
    "Ratings belong to a server: ask there. Matches in direct messages have none.": (
        "Ratings belong to a server, so please ask there. Matches in direct messages have no ratings."
    ),
    "Row {row} of {table} refers to nothing.": "Row {row} of {table} refers to a row that does not exist.",
    "Running matches of one player": "Running matches per player",
    "Safe for colour-blind eyes": "Colour-blind safe",
    "Somebody whose data was deleted": "A player whose data was deleted",
    "That setting does not exist (any more).": "There is no such setting.",
    (
        "The best score of user {user} in {game} on server {server} does not follow from the results: “python -m bot "
        "recompute” makes it anew."
    ): (
        "The best score of user {user} in {game} on server {server} does not match the results. “python -m bot "
        "recompute” computes it again."
    ),
    "The clock of {player} should run, or stand still.": (
        "The clock of {player} runs when it should be stopped, or is stopped when it should run."
    ),
    "The deadline of {player} has no appointment.": "The deadline of {player} has no job.",
    "The language of private answers, direct messages and pictures": (
        "Language of private replies, direct messages and pictures"
    ),
    "The match ends without a result, because everybody stopped playing.": (
        "The match ends without a result, because everyone stopped playing."
    ),
    "The match ends without a result, because everybody’s time had run out.": (
        "The match ends without a result, because everyone had run out of time."
    ),
    "The match goes on.": "The match continues.",
    (
        "The match has been paused for {days} days. In {left} days it ends without a result, unless it goes on: /match "
        "resume."
    ): (
        "The match has been paused for {days} days. In {left} days it ends without a result, unless you resume it with "
        "/match action: resume."
    ),
    (
        "The match has been paused for {days} days. In {left} days it ends without a result, unless you resume it: "
        "/match resume."
    ): (
        "The match has been paused for {days} days. In {left} days it ends without a result, unless you resume it with "
        "/match action: resume."
    ),
    "The match has not begun, but it has a log.": "The match has not started, but it has a log.",
    "The match is not over, but its result has been entered.": (
        "The match is not over, but its result has been recorded."
    ),
    "The match is paused for one day: nothing is played, and no time runs.": (
        "The match is paused for one day: nobody plays, and all clocks are stopped."
    ),
    "The match is paused for {count} days: nothing is played, and no time runs.": (
        "The match is paused for {count} days: nobody plays, and all clocks are stopped."
    ),
    "The match is paused: nothing is played, and no time runs.": (
        "The match is paused: nobody plays, and all clocks are stopped."
    ),
    "The number is the best score. Only matches alone that were played to the end count here.": (
        "The number is the best score. Only matches played alone and to the end count here."
    ),
    (
        "The number is the rating; with a question mark it is provisional. Only rated matches are counted. {mark} is "
        "you."
    ): (
        "The number is the rating. A question mark means that it is provisional. Only rated matches count. {mark} is "
        "you."
    ),
    "The pause is over as agreed, and the match goes on.": "The agreed pause is over, and the match resumes.",
    "The people who host me can add languages: CONTRIBUTING.md says how.": (
        "The person who runs me can add languages: see CONTRIBUTING.md."
    ),
    "The rating is provisional: it comes from few matches and still moves a lot.": (
        "The rating is provisional: it is based on few matches and can still change a lot."
    ),
    (
        "The rating of user {user} in {game} on server {server} does not follow from the results: “python -m bot "
        "recompute” makes it anew."
    ): (
        "The rating of user {user} in {game} on server {server} does not match the results. “python -m bot recompute” "
        "computes it again."
    ),
    "The ratings stored with its result do not follow from those before.": (
        "The ratings stored with its result do not follow from the earlier ones."
    ),
    "The result has not been entered for its players yet: the bot does that after its start.": (
        "The result has not been recorded for the players yet. The bot does that after its next start."
    ),
    "The result that is stored for its players is not the one that the match came to.": (
        "The stored results of the players differ from the result of the match."
    ),
    "The rules {rules} are not known.": "The rules {rules} are unknown.",
    "The same for everybody": "The same for everyone",
    "The seat of {player} has been declined.": "The offer of {player}’s seat was declined.",
    (
        "The seat of {player} is free. If you do not play in this match, you may take it over: press the button, or "
        "type /match takeover. Until somebody does, the turns of this seat pass."
    ): (
        "{player}’s seat is free. Anyone who is not playing in this match can take it over: press the button or use "
        "/match action: takeover. Until then its turns are skipped."
    ),
    "The seat of {player} is offered to anybody who does not play here: press the button, or type /match takeover.": (
        "{player}’s seat is offered to anyone who is not playing in this match: press the button or use /match action: "
        "takeover."
    ),
    "The seat of {player} is offered to you. Do you want to play on?": (
        "You are offered {player}’s seat. Do you want to take it?"
    ),
    "The stored ratings cannot be computed anew: {error}": "The stored ratings cannot be recomputed: {error}",
    "The time of {players} has run out again, so it is as decided before: {what}": (
        "{players} ran out of time again. As decided before: {what}"
    ),
    (
        "This applies to what only you see: Board, /board, /next, plans, sheets, replays. The boards that everybody "
        "sees look the same to all."
    ): (
        "This applies to what only you see: Board, /board, /next, plans, sheets and replays. Public boards look the "
        "same to everyone."
    ),
    "This channel is not one of those chosen for matches.": "This channel is not among those chosen for matches.",
    (
        "This is how you are called to your turn and reminded. Direct messages and reminders wait until quiet hours "
        "are over. The test mention is posted in this channel."
    ): (
        "This is how I notify you when it is your turn, and how I remind you. Direct messages and reminders wait "
        "until your quiet hours are over. The test mention is posted in this channel."
    ),
    "This match is paused. Press Go on to play on.": "This match is paused. Press Resume to play on.",
    "This match is paused. Press Go on to propose playing on. It goes on once the others accept.": (
        "This match is paused. Press Resume to propose playing on. The match resumes when the others accept."
    ),
    "To play on earlier, press Go on or type /match resume.": (
        "To play on earlier, press Resume or use /match action: resume."
    ),
    "To play on earlier, press Resume or use /match resume.": (
        "To play on earlier, press Resume or use /match action: resume."
    ),
    "To play on, press Go on or type /match resume.": "To play on, press Resume or use /match action: resume.",
    "To play on, press Resume or use /match resume.": "To play on, press Resume or use /match action: resume.",
    "To propose playing on earlier, press Go on or type /match resume.": (
        "To propose playing on earlier, press Resume or use /match action: resume."
    ),
    "To propose playing on earlier, press Resume or use /match resume.": (
        "To propose playing on earlier, press Resume or use /match action: resume."
    ),
    "To propose playing on, press Resume or use /match resume. The match resumes when the others accept.": (
        "To propose playing on, press Resume or use /match action: resume. The match resumes when the others accept."
    ),
    "Too late, the match has already started. /match watch follows it; /play {game} opens a new table.": (
        "Too late, the match has already started. To follow it, use /match action: watch. /play game: {game} opens a "
        "new table."
    ),
    (
        "Too late, the match has already started. To follow it, use /match action: watch; /play {game} opens a new "
        "table."
    ): (
        "Too late, the match has already started. To follow it, use /match action: watch. /play game: {game} opens a "
        "new table."
    ),
    "Nobody is on this leaderboard yet. /play {game} opens a table.": (
        "Nobody is on this leaderboard yet. /play game: {game} opens a table."
    ),
    "Too late, the match has begun. /match watch follows it; /play {game} opens a new table.": (
        "Too late, the match has already started. To follow it, use /match action: watch. /play game: {game} opens a "
        "new table."
    ),
    "Wait on": "Keep waiting",
    "What managers have done": "Actions by server managers",
    "Who has resigned according to the log is not who has according to the seats.": (
        "The log and the seats disagree about who has resigned."
    ),
    "With that, what was proposed before does not stand any more. Whoever still wants it asks again.": (
        "Open proposals were cancelled. Propose again if you still want to."
    ),
    "Your clocks stand still in quiet hours and on days off, and nobody reminds you. /player away is for holidays.": (
        "In quiet hours and on days off your clocks stop, and you get no reminders. For holidays, use /player away."
    ),
    "Your time zone: a city nearby, or the difference to UTC such as UTC+5:30": (
        "Your time zone: a city nearby, or the difference from UTC such as UTC+5:30"
    ),
    "a computer player of level {level} takes over from {players}.": "a computer player of level {level} takes over.",
    "an exchange on {cell}": "a new piece on {cell}",
    "as this server has it on Discord": "the language of this server on Discord",
    "daily: 1 day and 12 hours more for each turn": "daily: 1 day, plus 12 hours for each turn",
    "everybody": "everyone",
    "its digest is not that of the record.": "its digest does not match the record.",
    "its log does not lead to the end and the result that are recorded.": (
        "its log does not lead to the recorded end and result."
    ),
    "live: 15 minutes and 1 minute more for each turn": "live: 15 minutes, plus 1 minute for each turn",
    "one channel that was deleted": "one deleted channel",
    "people who manage this server": "server managers",
    "people with a role that was deleted, so only those who manage this server": (
        "members with a deleted role, so only server managers"
    ),
    "people with the role {role}, and those who manage this server": (
        "members with the role {role}, and server managers"
    ),
    "relaxed: 3 days and 24 hours more for each turn": "relaxed: 3 days, plus 24 hours for each turn",
    "somebody": "someone",
    "somebody else may take the seat of {players}.": "another player may take the seat of {players}.",
    "the game decides for {players} until the next own decision.": (
        "the game plays for {players} until they move themselves."
    ),
    "the match ends, because the time of {players} has run out.": "the match ends because {players} ran out of time.",
    "the match goes on waiting for {players}.": "the match keeps waiting for {players}.",
    "the players’ names are not those that were sealed when it ended.": (
        "the players’ names are not those recorded when it ended."
    ),
    "these entries of its log do not fit what came before: {plies}.": (
        "these log entries do not follow from what came before: {plies}."
    ),
    "{away} The clock stands still meanwhile.": "{away} The clock is stopped until then.",
    "{away} The yearly allowance lasts until <t:{rests}:f>: till then the clock stands still, then it runs.": (
        "{away} The clock is stopped until <t:{rests}:f>, when the yearly allowance is used up. Then it runs again."
    ),
    "{away} This match has no holidays, so the clock keeps running. To wait anyway, agree on a pause: /match pause.": (
        "{away} This match has no holidays, so the clock keeps running. To wait anyway, agree on a pause with /match "
        "action: pause."
    ),
    (
        "{away} This table agreed on no holidays, so the clock runs on. To wait all the same, agree on a pause: /match "
        "pause."
    ): (
        "{away} This match has no holidays, so the clock keeps running. To wait anyway, agree on a pause with /match "
        "action: pause."
    ),
    "{bank} and {credit} more for each turn": "{bank}, plus {credit} for each turn",
    "{count} channels that were deleted": "{count} deleted channels",
    "{count} rated match made the rating.": "The rating is based on {count} rated match.",
    "{count} rated matches made the rating.": "The rating is based on {count} rated matches.",
    "{language}, the only one that I speak so far": "{language}, the only one I speak so far",
    "{loser} gives up the match. {winner} wins.": "{loser} resigns. {winner} wins.",
    "{player} alone has stayed to the end and has {points}.": "Only {player} stayed to the end and has {points}.",
    "{player} does not take the holiday after all.": "{player} has cancelled the holiday.",
    "{player} does not want to go on yet.": "{player} does not want to resume yet.",
    "{player} gives up the match.": "{player} resigns.",
    "{player} goes on alone. ⚙️ More can end the match.": "{player} plays on alone. Press ⚙️ More to end the match.",
    "{player} has let the time run out and is out of the match.": "{player} ran out of time and is out of the match.",
    (
        "{player} has not answered {count} reminders, so I stop reminding. The match waits: /next shows the board, and "
        "everything begins anew with the next turn."
    ): (
        "{player} has not answered {count} reminders, so I will send no more this turn. The match is waiting: /next "
        "shows the board. Reminders start again with the next turn."
    ),
    "{player} is back from the holiday.": "{player} is back from holiday.",
    "{player} keeps the seat after all.": "{player} keeps their seat after all.",
    "{player} no longer wants to go on.": "{player} no longer wants to resume.",
    "{player} no longer wants to play on elsewhere.": "{player} no longer wants to move the match.",
    "{player} offers a draw. It stands until it is answered or played on.": (
        "{player} offers a draw. The offer is open until the others answer or play on."
    ),
    "{player} proposes a pause of one day, in which nothing is played and no time runs.": (
        "{player} proposes a pause of one day: nobody plays, and all clocks stop."
    ),
    "{player} proposes a pause of {count} days, in which nothing is played and no time runs.": (
        "{player} proposes a pause of {count} days: nobody plays, and all clocks stop."
    ),
    "{player} proposes a pause, in which nothing is played and no time runs.": (
        "{player} proposes a pause: nobody plays, and all clocks stop."
    ),
    "{player} proposes to play on in another channel:": "{player} proposes to move the match to another channel:",
    "{player} takes back a turn: the match is back at its beginning.": (
        "{player} takes back a turn: the match is back at its start."
    ),
    "{player} wins the tie of {points} with more fish left over: {fish} to {others}.": (
        "{player} wins the tie at {points} with more fish left over: {fish} to {others}."
    ),
    "{player} would like to go on with the match.": "{player} would like to resume the match.",
    (
        "{player} would like to hand over their seat. Anyone who is not playing in this match can take it: press the "
        "button or use /match takeover."
    ): (
        "{player} would like to hand over their seat. Anyone who is not playing in this match can take it: press the "
        "button or use /match action: takeover."
    ),
    "{player} would like to hand the seat over to you. Do you want to play on?": (
        "{player} would like to hand over their seat to you. Do you want to take it?"
    ),
    (
        "{player} would like to hand the seat over. Anybody who does not play here may take it: press the button, or "
        "type /match takeover."
    ): (
        "{player} would like to hand over their seat. Anyone who is not playing in this match can take it: press the "
        "button or use /match action: takeover."
    ),
    (
        "{player} would like to take back a turn ({moves}) and everything played since. What was rolled since is "
        "rolled anew. Do you agree?"
    ): (
        "{player} would like to take back a turn ({moves}) and everything played since. What was rolled since is "
        "rolled again. Do you agree?"
    ),
    (
        "{player} would like to take back a turn ({moves}) and everything played since. What was rolled since is "
        "rolled anew. Do you all agree?"
    ): (
        "{player} would like to take back a turn ({moves}) and everything played since. What was rolled since is "
        "rolled again. Do you all agree?"
    ),
    "{player}, I cannot send you direct messages, so I remind you here alone.": (
        "{player}, I cannot send you direct messages, so I will only remind you here."
    ),
    "{player}, I cannot send you direct messages. Your sheet is behind the button “My sheet” under the board.": (
        "{player}, I cannot send you direct messages. To see your sheet, press “My sheet” under the board."
    ),
    (
        "{player}’s seat is free. Anyone who is not playing in this match can take it over: press the button or use "
        "/match takeover. Until then its turns are skipped."
    ): (
        "{player}’s seat is free. Anyone who is not playing in this match can take it over: press the button or use "
        "/match action: takeover. Until then its turns are skipped."
    ),
    "After {moves}, I expect to win {then} of 100 such matches, not {now}.": (
        "After {moves}, I would expect to win with a chance of about {then}%."
    ),
    "No match has been finished here yet. /play opens a table.": (
        "Nothing to show here yet: finished matches with other people count, and wins against the computer."
    ),
    (
        "{player}’s seat is offered to anyone who is not playing in this match: press the button or use /match "
        "takeover."
    ): (
        "{player}’s seat is offered to anyone who is not playing in this match: press the button or use /match action: "
        "takeover."
    ),
    "{run} eliminates {owner} on {cell}": "{run} eliminates {owner}’s piece on {cell}",
    "… or people with this role": "… or with this role",
    "↩️ {player} takes back a turn ({moves}) and everything played since. Everybody who was asked agrees.": (
        "↩️ {player} takes back a turn ({moves}) and everything played since. Everyone who was asked agreed."
    ),
    "↩️ {player} takes back the last turn ({moves}). Everybody who was asked agrees.": (
        "↩️ {player} takes back the last turn ({moves}). Everyone who was asked agreed."
    ),
    "↩️ {player} takes back what was played of this turn ({moves}).": (
        "↩️ {player} takes back the moves of this turn so far ({moves})."
    ),
}
"""Former pattern to current one."""
