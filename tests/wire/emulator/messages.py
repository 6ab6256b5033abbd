"""Messages: made from what the bot sends, as Discord stores and shows them."""

import mimetypes
import re
import struct
from collections.abc import Iterator, Sequence
from typing import Any

from tests.discord_limits import media, walk
from tests.wire.emulator.requests import Json, ReceivedFile
from tests.wire.emulator.world import Account, Channel, World, timestamp

CDN = "https://cdn.discordapp.com"

EPHEMERAL = 1 << 6
LOADING = 1 << 7

CHAT, REPLY, COMMAND = 0, 19, 20

MENTION = re.compile(r"<@!?(\d+)>")
PNG = b"\x89PNG\r\n\x1a\n"


def new_message(world: World, channel: Channel, author: Account, body: Json, files: Sequence[ReceivedFile]) -> Json:
    """Make a message of a request's body. The caller decides where it is stored."""
    message: Json = {
        "id": str(world.snowflake()),
        "channel_id": str(channel.id),
        "type": REPLY if body.get("message_reference") else CHAT,
        "author": author.json(),
        "content": "",
        "timestamp": timestamp(),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": 0,
    }
    if body.get("nonce") is not None:
        message["nonce"] = body["nonce"]
    if reference := body.get("message_reference"):
        message["message_reference"] = {"channel_id": str(channel.id), **reference}
    fill(world, message, body, files)
    return message


def edit(world: World, message: Json, body: Json, files: Sequence[ReceivedFile]) -> None:
    """Change a message as a request asks."""
    fill(world, message, body, files)
    message["edited_timestamp"] = timestamp()


def fill(world: World, message: Json, body: Json, files: Sequence[ReceivedFile]) -> None:
    """Update the fields that a body has."""
    message["attachments"] = attachments(world, message, body, files)
    for key, empty in (("content", ""), ("embeds", []), ("components", [])):
        if key in body:
            message[key] = snapshot(body[key]) or empty
    if "flags" in body:
        message["flags"] = (message["flags"] & EPHEMERAL) | (body["flags"] or 0)
    if "components" in body:
        message["components"] = numbered(resolved(message["components"], message["attachments"]))
    if "content" in body or "components" in body or "allowed_mentions" in body:
        message["mentions"] = mentions(world, message, body.get("allowed_mentions"))


def attachments(world: World, message: Json, body: Json, files: Sequence[ReceivedFile]) -> list[Json]:
    """Store the files: the old ones that are kept, then the new ones."""
    named = body.get("attachments")
    kept: list[Json] = message["attachments"]
    descriptions: dict[int, str | None] = {}
    if named is not None:
        wanted = {str(item["id"]) for item in named}
        kept = [item for item in kept if item["id"] in wanted]
        descriptions = {int(item["id"]): item.get("description") for item in named}
    added = []
    for file in files:
        index = int(re.sub(r"\D", "", file.field) or 0)
        attachment_id = world.snowflake()
        world.files[attachment_id] = file
        added.append(attachment(message, attachment_id, file, descriptions.get(index)))
    return kept + added


def attachment(message: Json, attachment_id: int, file: ReceivedFile, description: str | None) -> Json:
    """Discord's attachment object."""
    url = f"{CDN}/attachments/{message['channel_id']}/{attachment_id}/{file.filename}"
    shown: Json = {
        "id": str(attachment_id),
        "filename": file.filename,
        "size": len(file.data),
        "url": url,
        "proxy_url": url,
        "content_type": mimetypes.guess_type(file.filename)[0],
    }
    if description is not None:
        shown["description"] = description
    if file.data.startswith(PNG):
        shown["width"], shown["height"] = struct.unpack(">II", file.data[16:24])
    return shown


def resolved(components: list[Json], attached: list[Json]) -> list[Json]:
    """Replace attachment://NAME by the file's address."""
    by_name = {item["filename"]: item for item in attached}
    for part in walk(components):
        for item in media(part):
            source = item["media"]
            found = by_name.get(source["url"].removeprefix("attachment://"))
            if found is not None:
                copied = {
                    key: found[key] for key in ("url", "proxy_url", "content_type", "width", "height") if key in found
                }
                source.update(copied, attachment_id=found["id"])
    return components


def numbered(components: list[Json]) -> list[Json]:
    """Give every component without an id the next free one."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    free = (number for number in range(1, 1000) if number not in taken)
    for part in walk(components):
        if not part.get("id"):
            part["id"] = next(free)
    return components


def texts(message: Json) -> Iterator[str]:
    """All texts in a message: content, embeds, text displays, labels, alt texts."""
    yield from filter(None, [message.get("content")])
    for embed in message.get("embeds") or ():
        fields = [text for item in embed.get("fields") or () for text in (item["name"], item["value"])]
        yield from filter(None, [embed.get("title"), embed.get("description"), *fields])
    for part in walk(message.get("components") or ()):
        yield from filter(None, [part.get("content"), part.get("label"), part.get("placeholder")])
        yield from (item["description"] for item in media(part) if item.get("description"))
        for option in part.get("options") or ():
            yield from filter(None, [option["label"], option.get("description")])
    for item in message.get("attachments") or ():
        yield from filter(None, [item.get("description")])


def mentions(world: World, message: Json, allowed: Json | None) -> list[Json]:
    """The users whom a message notifies."""
    written = [message["content"], *(part.get("content") or "" for part in walk(message["components"]))]
    named = dict.fromkeys(int(number) for text in written for number in MENTION.findall(text))
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        listed = {int(number) for number in allowed.get("users") or ()}
        named = dict.fromkeys(number for number in named if number in listed)
    return [world.accounts[number].json() for number in named if number in world.accounts]


def component(message: Json, name: str) -> Json:
    """Find a button or select by its custom_id, else by its label or placeholder.

    Raises:
        LookupError: there is none, or it is disabled; the message lists the others.
    """
    parts = [part for part in walk(message["components"]) if part.get("custom_id")]
    for key in ("custom_id", "label", "placeholder"):
        for part in parts:
            if part.get(key) == name:
                if part.get("disabled"):
                    raise LookupError(f"{name!r} is switched off")
                return part
    raise LookupError(f"no {name!r} among {[part.get('label') or part['custom_id'] for part in parts]}")


def inputs(modal: Json) -> list[Json]:
    """Return the inputs of a modal, in order."""
    return [part for part in walk(modal["components"]) if "custom_id" in part]


def snapshot(value: Any) -> Any:
    """Return an independent copy of JSON."""
    if isinstance(value, dict):
        return {key: snapshot(item) for key, item in value.items()}
    return [snapshot(item) for item in value] if isinstance(value, list) else value
