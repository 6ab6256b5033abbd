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
    "Alone: {score} points at best in {count} match": "Alone: best score {score} in {count} match",
    "Alone: {score} points at best in {count} matches": "Alone: best score {score} in {count} matches",
    "Another board …": "Another leaderboard …",
    "Begun": "Started",
    "Behind the button “My sheet”": "With the button “My sheet”",
    "Go on by the rules of the game": "Continue by the rules of the game",
    "How boards are turned": "Which side of a board is at the bottom",
    "How often you are reminded of a match that waits for you": (
        "How often I remind you of a match that is waiting for you"
    ),
    "How you are told": "Notifications",
    "How you are told that a match waits for you": "How I tell you that a match is waiting for you",
    "How your private sheets come to you": "How you receive your private sheets",
    "I cannot post there any more: move it to another channel.": (
        "I can no longer post there. Move the match to another channel."
    ),
    (
        "I need permission to create public threads in this channel and to write in them. Until I have it,"
        " matches are played in the channel itself. You can give it to me under Server Settings → Roles."
    ): (
        "I need permission to create public threads in this channel and to write in them. You can give it to"
        " me under Server Settings → Roles. Until then, matches are played in the channel itself."
    ),
    "Most open tables of one player": "Maximum open tables per player",
    "Most running matches of one player": "Maximum running matches per player",
    "My figures": "My statistics",
    "Nobody is on a board here yet. /play opens a table.": "Nobody is on a leaderboard here yet. /play opens a table.",
    "Nobody is on this board yet. /play {game} opens a table.": (
        "Nobody is on this leaderboard yet. /play {game} opens a table."
    ),
    "Open tables of one player": "Open tables per player",
    "Pace of new tables: one of the list, or a bank and what each turn adds, such as 3d+24h": (
        "Pace of new tables: one from the list, or time for the match + for each turn, such as 3d+24h"
    ),
    "Ratings belong to a server: ask there. Matches in direct messages have none.": (
        "Ratings belong to a server, so please ask there. Matches in direct messages have no ratings."
    ),
    "Running matches of one player": "Running matches per player",
    "Safe for colour-blind eyes": "Colour-blind safe",
    "That setting does not exist (any more).": "That setting does not exist, or no longer does.",
    "The language of private answers, direct messages and pictures": (
        "Language of private replies, direct messages and pictures"
    ),
    "The number is the best score. Only matches alone that were played to the end count here.": (
        "The number is the best score. Only matches that were played alone and to the end count here."
    ),
    (
        "The number is the rating; with a question mark it is provisional. Only rated matches are counted."
        " {mark} is you."
    ): (
        "The number is the rating. A question mark means that it is provisional. Only rated matches count."
        " {mark} is you."
    ),
    "The rating is provisional: it comes from few matches and still moves a lot.": (
        "The rating is provisional: it is based on few matches and can still change a lot."
    ),
    "The same for everybody": "The same for everyone",
    (
        "This applies to what only you see: Board, /board, /next, plans, sheets, replays. The boards that"
        " everybody sees look the same to all."
    ): (
        "This applies to what only you see: Board, /board, /next, plans, sheets and replays. Public boards"
        " look the same to everyone."
    ),
    "This channel is not one of those chosen for matches.": "This channel is not among those chosen for matches.",
    (
        "This is how you are called to your turn and reminded. Direct messages and reminders wait until quiet"
        " hours are over. The test mention is posted in this channel."
    ): (
        "This is how I tell you that it is your turn, and how I remind you. Direct messages and reminders"
        " wait until your quiet hours are over. The test mention is posted in this channel."
    ),
    "Wait on": "Keep waiting",
    ("Your clocks stand still in quiet hours and on days off, and nobody reminds you. /player away is for holidays."): (
        "In quiet hours and on days off your clocks stop, and you get no reminders. For holidays, use /player away."
    ),
    "Your time zone: a city nearby, or the difference to UTC such as UTC+5:30": (
        "Your time zone: a city nearby, or the difference from UTC such as UTC+5:30"
    ),
    "as this server has it on Discord": "the language of this server on Discord",
    "daily: 1 day and 12 hours more for each turn": "daily: 1 day, plus 12 hours for each turn",
    "everybody": "everyone",
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
    "{bank} and {credit} more for each turn": "{bank}, plus {credit} for each turn",
    "{count} channels that were deleted": "{count} deleted channels",
    "{count} rated match made the rating.": "The rating is based on {count} rated match.",
    "{count} rated matches made the rating.": "The rating is based on {count} rated matches.",
    "{language}, the only one that I speak so far": "{language}, the only one I speak so far",
    "… or people with this role": "… or members with this role",
}
"""Former pattern to current one."""
