"""A bot with a few commands, and a client for the sandbox's pages."""

import io
from collections.abc import Iterator
from typing import Any

import discord
from aiohttp import ClientSession
from discord import app_commands
from discord.ext import tasks
from PIL import Image

from sandbox.pages import CAPABILITY, CONTEXT

SQUARES = ("a1", "a2", "d3", "Hd5")


def picture() -> discord.File:
    file = io.BytesIO()
    Image.new("RGB", (20, 20)).save(file, "PNG")
    file.seek(0)
    return discord.File(file, "sheet.png", description="Your secret sheet")


class TinyBot(discord.Client):
    """Answers ``/open`` with a button, ``/move`` with its argument, and posts a message every minute."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.clicks: list[str] = []
        self.minutes = 0
        self.joined: list[str] = []
        self.was_closed = False
        self.tree.command(name="open", description="Open")(self._open)
        move = self.tree.command(name="move", description="Move")(self._move)
        move.autocomplete("text")(self._choices)

    async def setup_hook(self) -> None:
        await self.tree.sync()
        self._speak.start()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.joined.append(guild.name)

    async def close(self) -> None:
        self._speak.cancel()
        self.was_closed = True
        await super().close()

    async def _open(self, interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Join", custom_id="join")
        button.callback = self._join  # type: ignore[method-assign]
        view.add_item(button)
        await interaction.response.send_message("A table is open.", view=view)

    async def _join(self, interaction: discord.Interaction) -> None:
        self.clicks.append(interaction.user.name)
        await interaction.response.send_message(f"{interaction.user.display_name} joins.")
        await interaction.user.send(f"A sheet for <@{interaction.user.id}>.", file=picture())

    async def _move(self, interaction: discord.Interaction, text: str) -> None:
        await interaction.response.send_message(f"moved {text}", ephemeral=True)

    async def _choices(self, _interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=square, value=square) for square in SQUARES if typed in square]

    @tasks.loop(minutes=1)
    async def _speak(self) -> None:
        if self._speak.current_loop:
            self.minutes += 1
            await self.guilds[0].text_channels[0].send(f"minute {self.minutes}")


class Visitor:
    """Does what SimCord's page does for one user, without a browser."""

    def __init__(self, session: ClientSession, address: str, link: str) -> None:
        self._session = session
        self._address = address
        self._headers = {CAPABILITY: link}
        self._sequence = 0
        self.shown: dict[str, Any] = {}
        """The content of the page: SimCord's snapshot."""

    async def arrive(self) -> None:
        async with self._session.post(f"{self._address}/api/pages", json={}, headers=self._headers) as answer:
            assert answer.status == 200
            self.shown = await answer.json()
        self._headers[CONTEXT] = self.shown["context"]["id"]

    async def look(self) -> None:
        async with self._session.get(f"{self._address}/api/state", headers=self._headers) as answer:
            assert answer.status == 200
            self.shown = await answer.json()

    def name(self) -> str:
        """The user of this page."""
        return str(next(v["name"] for v in self.shown["viewers"] if v["id"] == self.shown["viewerId"]))

    def texts(self) -> list[str]:
        """The visible messages, oldest first."""
        return [self.shown["messages"][message]["content"] for message in self.shown["timeline"]]

    async def act(self, kind: str, **details: Any) -> dict[str, Any]:
        """Send an action that refers to the last snapshot."""
        self._sequence += 1
        action = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"{self._headers[CAPABILITY]}-{self._sequence}",
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"],
            "kind": kind,
            **details,
        }
        async with self._session.post(f"{self._address}/api/action", json=action, headers=self._headers) as answer:
            receipt: dict[str, Any] = await answer.json()
        assert not receipt.get("rejected", True), receipt
        return receipt

    async def command(self, name: str, **options: str) -> dict[str, Any]:
        """Run a slash command."""
        return await self.act("run_command", **await self._chosen(name), options=options)

    async def choices(self, name: str, option: str, typed: str) -> list[str]:
        """Return the suggestions for an option."""
        receipt = await self.act(
            "autocomplete_command", **await self._chosen(name), focused=option, value=typed, options={}
        )
        return [choice["name"] for choice in receipt["result"]["choices"]]

    async def commands(self) -> list[str]:
        """The available commands, without the slash."""
        return [entry["invocation"] for entry in await self._catalog()]

    async def _chosen(self, name: str) -> dict[str, Any]:
        entry = next(entry for entry in await self._catalog() if entry["invocation"] == name)
        return {
            "command_id": entry["commandId"],
            "path": name.split(),
            "schema_fingerprint": entry["schemaFingerprint"],
        }

    async def _catalog(self) -> list[dict[str, Any]]:
        async with self._session.get(f"{self._address}/api/commands", headers=self._headers) as answer:
            catalog = await answer.json()
        return list(catalog["entries"])

    def buttons(self) -> list[str]:
        """The labels of the visible buttons, from top to bottom."""
        return [button["label"] for _message, button in self._buttons()]

    async def press(self, label: str) -> dict[str, Any]:
        """Press the lowest button with this label."""
        message, button = next(found for found in reversed(self._buttons()) if found[1]["label"] == label)
        return await self.act("click", target_id=message, control_key=button["control_key"])

    def _buttons(self) -> list[tuple[str, dict[str, Any]]]:
        return [
            (message, button)
            for message in self.shown["timeline"]
            for button in _nodes(self.shown["messages"][message]["components"])
            if "control_key" in button and "label" in button
        ]


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every object in a tree of components, in reading order."""
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(child)
