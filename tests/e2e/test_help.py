"""Rules, ``/about``, settings and the greeting."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import VERSION
from bot.invite import invite_link
from engines.registry import GAMES
from tests.e2e.conftest import running
from tests.e2e.world import Answer, World, alt_texts, labels, parts, selects, shown, stored, written


@pytest.mark.parametrize("slug", list(GAMES))
async def test_rules_have_pages_with_pictures(world: World, slug: str) -> None:
    answer = await world.carol.slash(world.channel, "rules", game=slug)
    pages = GAMES[slug].rules_pages()
    seen = []
    for number, page in enumerate(pages, start=1):
        text = written(answer)
        seen.append(text)
        assert f"Page {number} of {len(pages)}" in text
        assert bool(stored(answer).attachments) == (page.figure is not None)
        assert all(alt_texts(answer))
        if number < len(pages):
            await world.carol.click(shown(answer), label="Next")
    assert len(set(seen)) == len(pages)
    assert "Next" not in labels(answer)
    if len(pages) > 1:
        await world.carol.click(shown(answer), label="Back")
    menu = selects(answer)[0]
    await world.carol.select(shown(answer), ["0"], custom_id=menu["custom_id"])
    assert written(answer) == seen[0]


async def test_rules_without_a_game_lead_to_those_of_each_game(world: World) -> None:
    games = await world.carol.user.slash("rules")
    assert labels(games) == [game.info.title for game in GAMES.values()]
    await world.carol.user.click(shown(games), label="Totem")
    assert "Page 1 of" in written(games)


async def test_rules_open_from_a_match(world: World) -> None:
    game = await world.start_match()
    panel = await world.bob.click(game.board, label="More")
    rules = await world.bob.click(shown(panel), label="Rules")
    assert "Page 1 of" in written(rules)
    assert rules.ephemeral


async def test_about_shows_the_games_and_first_steps(world: World) -> None:
    answer = await world.ann.slash(world.channel, "about")
    text = written(answer)
    for part in ("Kurultai", "/play", "/next", "/help", "/player privacy", f"Version {VERSION}"):
        assert part in text
    (alt,) = alt_texts(answer)
    assert all(game.info.title in alt for game in GAMES.values())


async def test_computer_players_are_named_where_games_are_explained_unless_they_are_off(world: World) -> None:
    async def texts() -> list[str]:
        asked = [await world.ann.slash(world.channel, "rules", game=slug) for slug in GAMES]
        return [
            *map(written, asked),
            written(await world.ann.slash(world.channel, "about")),
            written(await world.ann.slash(world.channel, "help")),
            written(await world.ann.user.slash("help")),
        ]

    named = ("against computer players", "with computer players", "against the computer")
    assert all(any(one in text for one in named) for text in await texts())
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert not any(one in text for text in await texts() for one in named)


async def test_about_links_what_the_operator_has_set_and_adds_the_bot(tmp_path: Path) -> None:
    pages: dict[str, Any] = {
        "support_url": "https://discord.gg/example",
        "terms_url": "https://example.org/terms",
        "privacy_url": "https://example.org/privacy",
        "source_url": "https://example.org/source",
    }
    none: dict[str, Any] = {}
    for given in (none, pages):
        folder = tmp_path / str(len(given))
        folder.mkdir()
        async with running(folder, **given) as world:
            await world.found()
            answer = await world.ann.slash(world.channel, "about")
            links = [part["url"] for part in parts(answer) if part.get("url")]
            assert world.bot.application_id is not None
            assert links == [invite_link(world.bot.application_id), *given.values()]


async def test_settings_apply_to_private_boards(world: World) -> None:
    game = await world.start_match()
    before = await picture(await world.ann.slash(game.place, "board"))
    answer = await world.ann.slash(world.channel, "player settings", background="light", width="600")
    assert "**Background:** Light" in written(answer)
    assert "**Width:** 600 pixels" in written(answer)
    after = await picture(await world.ann.slash(game.place, "board"))
    assert width(before) == 1000
    assert width(after) == 600
    menu = next(menu for menu in selects(answer) if menu["custom_id"].endswith(":boards"))
    await world.ann.select(shown(answer), ["text"], custom_id=menu["custom_id"])
    assert "**Boards:** Text" in written(answer)
    text = await world.ann.slash(game.place, "board")
    assert stored(text).attachments == []
    assert "a   b   c" in written(text)
    drawn = await world.ann.slash(game.place, "board", form="picture")
    assert stored(drawn).attachments
    others = await world.bob.slash(game.place, "board")
    assert width(await picture(others)) == 1000


async def picture(answer: Answer) -> bytes:
    return await shown(answer).attachments[0].read()


def width(png: bytes) -> int:
    return int.from_bytes(png[16:20], "big")
