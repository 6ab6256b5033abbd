"""Find text that is not in the generated pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.registry import GAMES
from lessons.lesson import OPPONENTS
from tests.e2e.world import (
    Answer,
    Message,
    alt_texts,
    parts,
    written,
)

BRACKETS = re.compile(r"\[[^\[\]]*\]")


def untranslated(text: str) -> str:
    """Return the text outside all brackets, without names, numbers, punctuation and Discord's own markup."""
    text = re.sub(r"\\(.)", r"\1", text)
    text = re.sub(r"<[^>]*>|```.*?```|https?://\S+", "", text, flags=re.DOTALL)
    while BRACKETS.search(text):
        text = BRACKETS.sub("", text)
    if text.endswith("…"):  # truncated to Discord's limit, within brackets
        text = text.partition("[")[0]
    titles = (game.info.title for game in GAMES.values())
    for allowed in ("Kurultai", *titles, "Ann", "Bob", "Carol", "Dave", *OPPONENTS):
        text = text.replace(allowed, "")
    text = re.sub(r"\b[a-y][0-9]{1,2}\b", "", text)  # cells and squares on buttons and in menus
    return "".join(re.findall(r"[A-Za-zÀ-ÿ]+", text))


def everything(message: Message | Answer) -> Iterator[str]:
    """Return every text of a message, alt texts included."""
    yield from written(message).splitlines()
    yield from alt_texts(message)
    for part in parts(message):
        yield part.get("label") or ""
        yield part.get("placeholder") or ""
        for option in part.get("options") or ():
            label, description = option["label"], option.get("description") or ""
            if description and label.count("[") > label.count("]"):  # one text in two lines
                label, description = f"{label}: {description}", ""
            yield label
            yield description
        for item in part.get("items") or ():
            yield item.get("description") or ""
