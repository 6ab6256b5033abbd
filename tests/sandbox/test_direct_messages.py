"""Direct messages in a terminal."""

from typing import Any, cast

import discord

from sandbox.direct_messages import format_direct_message


class FakeMessage:
    """The parts of a message that are formatted."""

    def __init__(self, content: str = "", components: tuple[Any, ...] = (), attachments: tuple[Any, ...] = ()) -> None:
        self.content = content
        self.components = components
        self.attachments = attachments


def formatted(message: FakeMessage) -> list[str]:
    names = {7: "Björk"}
    text = format_direct_message("Ada", cast(discord.Message, message), lambda user: names[user])
    head, *lines = text.splitlines()
    assert head == "Direct message to Ada:"
    return [line.removeprefix("    ") for line in lines]


def test_every_line_is_indented() -> None:
    assert format_direct_message("Ada", cast(discord.Message, FakeMessage("one\ntwo")), str) == (
        "Direct message to Ada:\n    one\n    two"
    )


def test_mentions_and_timestamps_are_readable() -> None:
    assert formatted(FakeMessage("<@7> and <@!7>")) == ["@Björk and @Björk"]
    (line,) = formatted(FakeMessage("until <t:1790000000:R>"))
    assert line.startswith("until 2026-09-2")
    assert "<" not in line


def test_components_are_shown_by_texts_and_descriptions() -> None:
    view: Any = discord.ui.LayoutView()
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container()
    container.add_item(discord.ui.TextDisplay("Your sheet"))
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://sheet.png", description="Nine Suns")
    gallery.add_item(media="attachment://back.png")
    container.add_item(gallery)
    container.add_item(discord.ui.ActionRow(discord.ui.Button(label="Open")))
    view.add_item(container)
    components = tuple(
        component
        for payload in view.to_components()
        if (component := discord.components._component_factory(payload)) is not None
    )
    assert formatted(FakeMessage(components=components)) == [
        "Your sheet",
        "[picture: Nine Suns]",
        "[picture: no description]",
        "[button: Open]",
    ]
