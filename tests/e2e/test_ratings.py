"""Ratings in results, leaderboards, player statistics, friendly tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.awethi import start_awethi
from tests.e2e.forged_controls import forge
from tests.e2e.world import (
    Game,
    Message,
    World,
    buttons,
    labels,
    refused,
    selects,
    shown,
    stored,
    written,
)

pytestmark = pytest.mark.usefixtures("unpainted")


async def resigned_match(world: World, **options: Any) -> Game:
    """A match that Ann has resigned_match."""
    game = await world.start_match(**options)
    await game.resign(world.ann)
    return game


def lines(message: Message | Any) -> list[str]:
    """Return the lines of a leaderboard."""
    return [line for line in written(message).splitlines() if line.startswith("`") or line == "…"]


async def rate_users(world: World, people: int) -> None:
    """Rate this many other users of the server, from the best down."""

    def work(tx: Any) -> None:
        for number in range(people):
            user = 9000 + number
            match_id = tx.execute(
                "INSERT INTO matches (game, rules_version, status, options, opener_id, guild_id, channel_id, secret,"
                " created_at, settled) VALUES ('iye', 1, 'finished', '{}', 1, ?, 1, zeroblob(32), 1, ?)",
                (world.guild.id, 1000 + number),
            ).lastrowid
            tx.execute(
                "INSERT INTO seats (match_id, player, user_id, name, standing) VALUES (?, 0, ?, ?, 'seated')",
                (match_id, user, f"```<@{world.dave.id}> @everyone {number}" if number == 3 else f"Player {number}"),
            )
            tx.execute(
                "INSERT INTO ratings (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost,"
                " abandoned, changed_at) VALUES (?1, 'iye', ?2, ?3, 2.5, ?3 - 7.5, 40, 40, 21, 0, 19, 0, 1)",
                (world.guild.id, user, 60 - number),
            )
            tx.execute(
                "INSERT INTO best_scores VALUES (?, 'chiefdom', 'cards=off', ?, ?, ?, 1, 3)",
                (world.guild.id, user, 200 - number, match_id),
            )

    await database(world).write(work)


def database(world: World) -> Any:
    return world.bot.acting.database


async def test_result_shows_rating_changes(world: World) -> None:
    game = await resigned_match(world)
    assert "📈 **Ann** 727? (−73) · **Bob** 938? (+138)" in game.board.content
    again = await resigned_match(world)
    assert "📈 **Ann** 675? (−52) · **Bob** 1048? (+110)" in again.board.content


async def test_aborted_match_changes_no_rating_and_says_so(world: World) -> None:
    game = await world.start_match()
    await world.bob.slash(game.place, "match", action="abort")
    await world.ann.slash(game.place, "match", action="abort", detail="accept")
    assert "📈 Not rated: the match ended without a result." in game.board.content
    assert "Nobody is on a leaderboard here yet" in written(await world.ann.slash(world.channel, "leaderboard"))


async def test_friendly_table_says_so_and_changes_no_rating(world: World) -> None:
    assert "**Rated:** yes" in written(await world.open_table())
    game = await resigned_match(world, rated=False)
    friendly = world.channel.history()[1]
    assert "**Rated:** no, nobody’s rating changes" in written(friendly)
    assert "🏁" in game.board.content
    assert "📈" not in game.board.content
    board = await world.ann.slash(world.channel, "leaderboard", game="iye")
    assert "Nobody is on this leaderboard yet. /play game: iye opens a table." in written(board)
    stats = written(await world.bob.slash(world.channel, "player stats"))
    assert "1 match finished: 1 won, 0 drawn or shared, 0 lost. Abandoned: 0." in stats
    assert "place" not in stats


async def test_rematch_of_a_friendly_match_is_friendly(world: World) -> None:
    game = await resigned_match(world, rated=False)
    await world.ann.click(game.board, label="Rematch")
    await world.bob.click(game.place.history()[-1], label="Accept")
    assert not (await world.bot.services.matches.history.get(2)).rated


async def test_leaderboard_is_private_sorted_and_marks_the_reader(world: World) -> None:
    await resigned_match(world)
    answer = await world.ann.slash(world.channel, "leaderboard", game="iye")
    assert answer.ephemeral
    assert lines(answer) == [
        "` 1. 938?` **Bob** · won 1 of 1",
        "`›2. 727?` **Ann** · won 0 of 1",
    ]
    assert "2 players on this server · page 1 of 1" in written(answer)
    assert "provisional" in written(answer)
    others = await world.carol.slash(world.channel, "leaderboard", game="iye")
    assert "›" not in "".join(lines(others))


async def test_leaderboard_shows_abandoned_matches(world: World) -> None:
    await resigned_match(world)
    sql = "UPDATE ratings SET abandoned = 2 WHERE user_id = ?"
    await database(world).write(lambda tx: tx.execute(sql, (world.ann.id,)))
    answer = await world.bob.slash(world.channel, "leaderboard", game="iye")
    assert lines(answer)[-1] == "` 2. 727?` **Ann** · won 0 of 1, 2 abandoned"


async def test_leaderboard_counts_only_rated_matches(world: World) -> None:
    await resigned_match(world)
    await resigned_match(world, rated=False)
    answer = await world.bob.slash(world.channel, "leaderboard", game="iye")
    assert [line.partition(" · ")[2] for line in lines(answer)] == ["won 1 of 1", "won 0 of 1"]
    assert "Only rated matches count." in written(answer)
    stats = written(await world.bob.slash(world.channel, "player stats"))
    assert "2 matches finished: 2 won" in stats
    assert "The rating is based on 1 rated match." in stats


async def test_rated_match_that_changes_no_rating_says_why(world: World) -> None:
    game = await world.start_match()
    offered = await world.ann.slash(game.place, "match", action="replace", match=game.id)
    await world.ann.click(shown(offered), label="Anyone")
    await world.carol.slash(game.place, "match", action="takeover", match=game.id)
    await game.resign(world.bob)
    assert "📈 Not rated: at least two players must have played from start to end." in written(game.board)
    assert lines(await world.bob.slash(world.channel, "leaderboard", game="iye")) == []


async def test_provisional_rating_explains_its_question_mark(world: World) -> None:
    game = await resigned_match(world)
    assert "? = provisional: few rated matches so far" in written(game.board)
    assert "Everyone starts at 800." in written(game.board)


async def test_leaderboard_overview_shows_games_with_results(world: World) -> None:
    await resigned_match(world)
    await rate_users(world, 5)
    answer = await world.ann.slash(world.channel, "leaderboard")
    text = written(answer)
    assert "**İYE**" in text
    assert "**Chiefdom, alone · Scoring cards: None**" in text
    assert "Totem" not in text
    assert any(line.startswith("`›") and "**Ann**" in line for line in lines(answer))
    (menu,) = selects(answer)
    await world.ann.select(shown(answer), ["iye"], custom_id=menu["custom_id"])
    assert "7 players on this server" in written(answer)


async def test_long_leaderboard_has_pages_with_the_readers_line(world: World) -> None:
    await resigned_match(world)
    await rate_users(world, 23)
    answer = await world.ann.slash(world.channel, "leaderboard", game="iye")
    assert labels(answer) == ["Next", "My statistics", "Show everyone"]
    first = lines(answer)
    assert [line.strip("` ").split()[0] for line in first[:10]] == [f"{rank}." for rank in range(1, 11)]
    assert first[0] == "`  1. 2900` **Player 0** · won 0 of 40"
    assert first[10] == "…"
    assert first[11].startswith("`›25. ")
    assert len(first) == 12
    assert len({line.index("`", 1) for line in first if line != "…"}) == 1, "the names are aligned"
    await world.ann.click(shown(answer), label="Next")
    await world.ann.click(shown(answer), label="Next")
    last = lines(answer)
    assert "page 3 of 3" in written(answer)
    assert [line.split("**")[1] for line in last[-2:]] == ["Bob", "Ann"]
    assert "…" not in last
    await world.ann.click(shown(answer), label="Back")
    assert "page 2 of 3" in written(answer)


async def test_leaderboard_names_are_escaped(world: World) -> None:
    await rate_users(world, 5)
    answer = await world.ann.slash(world.channel, "leaderboard", game="iye")
    assert stored(answer).ping_user_ids == []
    (line,) = (line for line in lines(answer) if "4." in line)
    assert "\\`\\`\\`\\<@" in line
    assert "<@" not in line.replace("\\<@", "")
    assert not stored(answer).mention_everyone


async def test_solo_scores_have_their_own_leaderboards(world: World) -> None:
    await rate_users(world, 2)
    answer = await world.ann.slash(world.channel, "leaderboard", game="chiefdom/cards=off")
    assert lines(answer) == [
        "` 1. 200` **Player 0** · 3 matches",
        "` 2. 199` **Player 1** · 3 matches",
    ]
    assert "The number is the best score. Only matches played alone and to the end count here." in written(answer)
    with_cards = await world.ann.slash(world.channel, "leaderboard", game="chiefdom/cards=on")
    assert "Nobody is on this leaderboard yet." in written(with_cards)


async def test_stats_show_the_reader_or_another_player(world: World) -> None:
    await resigned_match(world)
    own = await world.ann.slash(world.channel, "player stats")
    assert own.ephemeral
    for part in ("## 📊 Ann", "**İYE** · **727?** · place 2 of 2", "0 won, 0 drawn or shared, 1 lost", "<t:"):
        assert part in written(own)
    await world.ann.click(shown(own), label="Leaderboards")
    assert "Leaderboards of this server" in written(own)
    await world.ann.click(shown(own), label="My statistics")
    assert "## 📊 Ann" in written(own)
    of_bob = await world.ann.slash(world.channel, "player stats", player=world.bob)
    assert "**938?** · place 1 of 2" in written(of_bob)
    assert stored(of_bob).ping_user_ids == []
    other_game = await world.ann.slash(world.channel, "player stats", game="totem")
    assert "Nothing to show here yet" in written(other_game)
    nobody = await world.ann.slash(world.channel, "player stats", player=world.carol)
    assert "Nothing to show here yet" in written(nobody)


async def test_awethi_stats_distinguish_herders_and_wairgka(world: World) -> None:
    game = await start_awethi(world, 2)
    await game.resign(world.ann)
    assert "Herder: 0 of 1 won" in written(await world.ann.slash(world.channel, "player stats"))
    assert "Wairgka: 1 of 1 won" in written(await world.ann.slash(world.channel, "player stats", player=world.bob))


async def test_ratings_are_refused_in_direct_messages(world: World) -> None:
    for command in ("leaderboard", "player stats"):
        answer = await world.ann.user.slash(command)
        assert refused(answer).startswith("Ratings belong to a server, so please ask there.")


async def test_leaderboards_are_separate_for_each_server(world: World) -> None:
    await resigned_match(world)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("talk")
    ann_there = elsewhere.add_member(world.ann.user)
    assert "Nobody is on a leaderboard here yet" in written(await ann_there.slash(channel, "leaderboard"))
    assert "Nothing to show here yet" in written(await ann_there.slash(channel, "player stats"))


async def test_unknown_leaderboard_is_refused(world: World) -> None:
    game = await resigned_match(world)
    no_board = "There is no such leaderboard. /leaderboard shows them all."
    option = {"name": "game", "type": 3, "value": "chess"}
    typed = await world.act(
        world.ann, world.channel, {"id": "1", "name": "leaderboard", "type": 1, "options": [option]}
    )
    assert refused(typed) == no_board
    assert refused(await forge(world, world.ann, game, "k:ranks:0:0:chess")) == no_board
    assert refused(await forge(world, world.ann, game, "k:rankboard:0:0:", ["iye/"])) == no_board
    far = await forge(world, world.ann, game, "k:ranks:0:999999999:iye")
    assert "page 1 of 1" in written(far)
    assert far.ephemeral


async def test_unrecorded_results_are_rated_at_the_next_start(world: World) -> None:
    game = await resigned_match(world)
    before = lines(await world.bob.slash(world.channel, "leaderboard", game="iye"))
    assert game.over

    def delete_results(tx: Any) -> None:
        for sql in ("DELETE FROM results", "DELETE FROM ratings", "UPDATE matches SET settled = NULL"):
            tx.execute(sql)

    await database(world).write(delete_results)
    await world.restart()
    await world.env.settle()
    assert lines(await world.bob.slash(world.channel, "leaderboard", game="iye")) == before


async def test_bots_have_no_stats(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    answer = await world.ann.slash(world.channel, "player stats", player=robot)
    assert refused(answer) == "Bots do not play, so they have no statistics."


async def test_leaderboard_controls_have_different_custom_ids(world: World) -> None:
    await resigned_match(world)
    await rate_users(world, 30)
    answer = await world.ann.slash(world.channel, "leaderboard", game="iye")
    ids = [button["custom_id"] for button in buttons(answer)] + [menu["custom_id"] for menu in selects(answer)]
    assert len(set(ids)) == len(ids)
