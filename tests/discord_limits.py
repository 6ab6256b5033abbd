"""Limits of Discord's API that its OpenAPI description does not state.

Sources: the pages *Message*, *Component Reference*, *Application Commands*, *Receiving and Responding* (interactions)
and *Uploading Files* of https://docs.discord.com/developers. Every function takes a request body (or a part of one) as
decoded JSON and yields one sentence per limit broken; a body that keeps them all yields nothing.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

COMPONENTS_V2 = 1 << 15
"""Message flag: the message consists of components alone."""

CONTENT_CHARACTERS = 2000
COMPONENTS = 40
COMPONENT_CHARACTERS = 4000
EMBED_CHARACTERS = 6000
ALT_TEXT_CHARACTERS = 1024
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
CHOICES = 25
COMMANDS = 100
COMMAND_CHARACTERS = 8000
MODAL_COMPONENTS = 5

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = {3, 5, 6, 7, 8}
LINK_STYLE, PREMIUM_STYLE = 5, 6
CHAT_INPUT, SUBCOMMAND, SUBCOMMAND_GROUP = 1, 1, 2


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    size: int
    """Bytes."""


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component of a tree, depth first: rows, containers, sections with accessories, labels."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk(part for key in ("accessory", "component") if (part := component.get(key)))


def message_problems(body: Json, uploads: Sequence[Upload] = (), *, creates: bool) -> Iterator[str]:
    """Limits of a message that is created (it must not be empty) or edited."""
    if len(body.get("content") or "") > CONTENT_CHARACTERS:
        yield f"content has {len(body['content'])} characters, the limit is {CONTENT_CHARACTERS}"
    if isinstance(nonce := body.get("nonce"), str) and len(nonce) > 25:
        yield f"nonce {nonce!r} has more than 25 characters"
    if body.get("enforce_nonce") and nonce is None:
        yield "enforce_nonce without a nonce"
    filled = any(body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll", "attachments"))
    if creates and not filled and not uploads:
        yield "a message must not be empty"
    yield from mention_problems(body.get("allowed_mentions") or {})
    yield from embed_problems(body.get("embeds") or ())
    yield from file_problems(body, uploads, creates=creates)
    yield from layout_problems(body, creates=creates)
    yield from component_problems(body.get("components") or ())


def mention_problems(mentions: Json) -> Iterator[str]:
    """`parse` and an explicit list of the same kind exclude each other."""
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or ()) and mentions.get(kind):
            yield f"allowed_mentions parses {kind} and lists some: these are mutually exclusive"


def embed_problems(embeds: Iterable[Json]) -> Iterator[str]:
    """All embeds of a message share one limit."""
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or ()
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get(key) or {}).get(name) for key, name in (("footer", "text"), ("author", "name"))]
        texts += [field.get(key) for field in fields for key in ("name", "value")]
        total += sum(len(text or "") for text in texts)
    if total > EMBED_CHARACTERS:
        yield f"the embeds have {total} characters in all, the limit is {EMBED_CHARACTERS}"


def file_problems(body: Json, uploads: Sequence[Upload], *, creates: bool) -> Iterator[str]:
    """Number and size of files, length of alt texts, references to files that are not there."""
    attachments = body.get("attachments")
    if max(len(uploads), len(attachments or ())) > FILES:
        yield f"more than {FILES} files"
    for upload in uploads:
        if upload.size > FILE_BYTES:
            yield f"{upload.filename} has {upload.size} bytes, the limit is {FILE_BYTES}"
    for attachment in attachments or ():
        if len(attachment.get("description") or "") > ALT_TEXT_CHARACTERS:
            yield f"the alt text of an attachment is longer than {ALT_TEXT_CHARACTERS} characters"
    if creates or attachments is not None:
        names = {upload.filename for upload in uploads} | {item.get("filename") for item in attachments or ()}
        for reference in attachment_references(body):
            if reference not in names:
                yield f"attachment://{reference} names a file that the message does not have"


def media(component: Json) -> list[Json]:
    """Return the parts of a component that refer to a picture or a file: gallery items, thumbnails, file components."""
    items = [item for item in component.get("items") or () if "media" in item]
    if "media" in component:
        items.append(component)
    if "file" in component:
        items.append({"media": component["file"]})
    return items


def attachment_references(body: Json) -> Iterator[str]:
    """File names that components and embeds refer to as attachment://NAME."""
    urls = [item["media"].get("url") for part in walk(body.get("components") or ()) for item in media(part)]
    urls += [(embed.get(key) or {}).get("url") for embed in body.get("embeds") or () for key in ("image", "thumbnail")]
    for url in urls:
        if url and url.startswith("attachment://"):
            yield url.removeprefix("attachment://")


def layout_problems(body: Json, *, creates: bool) -> Iterator[str]:
    """What the flag for Components V2 allows and forbids, and the limits of a whole layout."""
    components = body.get("components") or []
    everything = list(walk(components))
    if len(everything) > COMPONENTS:
        yield f"{len(everything)} components in all, the limit is {COMPONENTS}"
    text = sum(len(part.get("content") or "") for part in everything)
    if text > COMPONENT_CHARACTERS:
        yield f"the components have {text} characters in all, the limit is {COMPONENT_CHARACTERS}"
    if (body.get("flags") or 0) & COMPONENTS_V2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                yield f"a message of Components V2 cannot have {key}"
        return
    if len(components) > 5:
        yield f"{len(components)} action rows, the limit is 5"
    if creates and any(part.get("type") != ACTION_ROW for part in components):
        yield "only action rows are allowed without the flag for Components V2"


def component_problems(components: Iterable[Json]) -> Iterator[str]:
    """Identifiers, rows, buttons, selects and alt texts of a tree of components."""
    everything = list(walk(components))
    for name, key in (("custom_id", "custom_id"), ("component id", "id")):
        for value, times in Counter(part[key] for part in everything if part.get(key)).items():
            if times > 1:
                yield f"{name} {value!r} is used {times} times"
    for part in everything:
        kind = part.get("type")
        if kind == ACTION_ROW:
            yield from row_problems(part)
        elif kind == BUTTON:
            yield from button_problems(part)
        elif kind in SELECTS:
            yield from select_problems(part)
        for item in media(part):
            if len(item.get("description") or "") > ALT_TEXT_CHARACTERS:
                yield f"an alt text is longer than {ALT_TEXT_CHARACTERS} characters"


def row_problems(row: Json) -> Iterator[str]:
    """A row holds one to five buttons, or one select or text input."""
    kinds = [part.get("type") for part in row.get("components") or ()]
    if not kinds:
        yield "an action row must not be empty"
    elif all(kind == BUTTON for kind in kinds):
        if len(kinds) > 5:
            yield f"{len(kinds)} buttons in a row, the limit is 5"
    elif len(kinds) > 1:
        yield "an action row holds buttons only, or one select"


def button_problems(button: Json) -> Iterator[str]:
    """A button acts, links or sells, and shows something."""
    custom_id, url, style = button.get("custom_id"), button.get("url"), button.get("style")
    if len(custom_id or "") > 100:
        yield f"custom_id {custom_id!r} has more than 100 characters"
    if style == PREMIUM_STYLE:
        return
    if style == LINK_STYLE and (not url or custom_id):
        yield "a link button needs a url and no custom_id"
    if style != LINK_STYLE and (not custom_id or url):
        yield "a button that is no link needs a custom_id and no url"
    if not button.get("label") and not button.get("emoji"):
        yield f"button {custom_id or url!r} has neither label nor emoji"


def select_problems(select: Json) -> Iterator[str]:
    """How many values a select may take, and that its options differ."""
    name = select.get("custom_id")
    low = 1 if select.get("min_values") is None else select["min_values"]
    high = 1 if select.get("max_values") is None else select["max_values"]
    if low > high:
        yield f"select {name!r} asks for at least {low} and at most {high} values"
    if select.get("type") != STRING_SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"select {name!r} has {len(options)} options, it needs 1 to 25"
    elif high > len(options):
        yield f"select {name!r} asks for up to {high} of {len(options)} options"
    if len({option.get("value") for option in options}) < len(options):
        yield f"select {name!r} has two options of the same value"
    if sum(bool(option.get("default")) for option in options) > high:
        yield f"select {name!r} has more than {high} options chosen beforehand"


def callback_problems(body: Json, uploads: Sequence[Upload]) -> Iterator[str]:
    """Limits of an interaction response, by its type."""
    data = body.get("data") or {}
    match body.get("type"):
        case 4:
            yield from message_problems(data, uploads, creates=True)
        case 7:
            yield from message_problems(data, uploads, creates=False)
        case 8:
            yield from autocomplete_problems(data.get("choices") or ())
        case 9:
            yield from modal_problems(data)


def autocomplete_problems(choices: Sequence[Json]) -> Iterator[str]:
    """At most 25 choices, each with a name and a value of 1 to 100 characters."""
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices, the limit is {CHOICES}"
    for choice in choices:
        value = choice.get("value")
        too_long = isinstance(value, str) and not 1 <= len(value) <= 100
        if not 1 <= len(choice.get("name") or "") <= 100 or too_long:
            yield f"choice {choice!r} needs a name and a value of 1 to 100 characters"


def modal_problems(data: Json) -> Iterator[str]:
    """A modal holds one to five components with different identifiers."""
    components = data.get("components") or []
    if not 1 <= len(components) <= MODAL_COMPONENTS:
        yield f"a modal has {len(components)} components, it needs 1 to {MODAL_COMPONENTS}"
    yield from component_problems(components)
    for part in walk(components):
        if part.get("type") == TEXT_INPUT:
            low, high = part.get("min_length") or 0, part.get("max_length") or 4000
            if not low <= high or len(part.get("value") or "") > high:
                yield f"text input {part.get('custom_id')!r} has lengths that contradict each other"


def commands_problems(commands: Sequence[Json]) -> Iterator[str]:
    """Limits of the list that overwrites all commands."""
    slash = [command for command in commands if (command.get("type") or CHAT_INPUT) == CHAT_INPUT]
    if len(slash) > COMMANDS:
        yield f"{len(slash)} slash commands, the limit is {COMMANDS}"
    names = Counter((command.get("type") or CHAT_INPUT, command.get("name")) for command in commands)
    for (_, name), times in names.items():
        if times > 1:
            yield f"command {name!r} is declared {times} times"
    for command in commands:
        yield from command_problems(command)


def command_problems(command: Json) -> Iterator[str]:
    """Limits of one command: names, descriptions, options and its size in all."""
    if (command.get("type") or CHAT_INPUT) != CHAT_INPUT:
        if command.get("description") or command.get("options"):
            yield f"context menu {command.get('name')!r} cannot have a description or options"
        return
    yield from named_problems(command, "command")
    yield from option_list_problems(command, depth=0)
    if (size := command_size(command)) > COMMAND_CHARACTERS:
        yield f"command {command.get('name')!r} has {size} characters in all, the limit is {COMMAND_CHARACTERS}"


def named_problems(item: Json, kind: str) -> Iterator[str]:
    """Name and description of a command or an option, in every language."""
    for name in (item.get("name"), *(item.get("name_localizations") or {}).values()):
        if not is_command_name(name):
            yield f"{name!r} is no {kind} name: 1 to 32 lower-case letters, digits, - or _"
    for text in (item.get("description"), *(item.get("description_localizations") or {}).values()):
        if not 1 <= len(text or "") <= 100:
            yield f"{kind} {item.get('name')!r} has a description of {len(text or '')} characters, it needs 1 to 100"


def is_command_name(name: Any) -> bool:
    """Discord's pattern ^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$, in lower case where there is one."""
    return (
        isinstance(name, str)
        and 1 <= len(name) <= 32
        and name == name.lower()
        and all(sign in "-_'" or unicodedata.category(sign)[0] in "LN" or is_mark(sign) for sign in name)
    )


def is_mark(sign: str) -> bool:
    """Whether a character is a combining mark of the two scripts that Discord accepts completely."""
    return unicodedata.name(sign, "").startswith(("DEVANAGARI", "THAI"))


def option_list_problems(item: Json, depth: int) -> Iterator[str]:
    """Options of a command or subcommand: count, order, names, nesting, choices."""
    options = item.get("options") or []
    name = item.get("name")
    if len(options) > 25:
        yield f"{name!r} has {len(options)} options, the limit is 25"
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        yield f"{name!r} has two options of the same name"
    nested = [option.get("type") in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in options]
    if any(nested) and not all(nested):
        yield f"{name!r} mixes subcommands and plain options"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{name!r} has a required option after an optional one"
    for option in options:
        if option.get("type") == SUBCOMMAND_GROUP and depth > 0:
            yield f"{name!r} nests a group in a group"
        yield from named_problems(option, "option")
        yield from choice_problems(option)
        yield from option_list_problems(option, depth + 1)


def choice_problems(option: Json) -> Iterator[str]:
    """Fixed choices: how many, how long, and not together with autocomplete."""
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield f"option {option.get('name')!r} has choices and autocomplete"
    if len(choices) > CHOICES:
        yield f"option {option.get('name')!r} has {len(choices)} choices, the limit is {CHOICES}"
    for key in ("name", "value"):
        if len({choice.get(key) for choice in choices}) < len(choices):
            yield f"option {option.get('name')!r} has two choices of the same {key}"


def command_size(item: Json) -> int:
    """Characters of names, descriptions and choice values, each in its longest language."""

    def longest(key: str) -> int:
        return max(len(text or "") for text in (item.get(key), *(item.get(f"{key}_localizations") or {}).values()))

    value = item.get("value")
    own = longest("name") + longest("description") + (len(value) if isinstance(value, str) else 0)
    return own + sum(command_size(part) for key in ("options", "choices") for part in item.get(key) or ())
