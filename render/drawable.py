"""What pictures can show of a name."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from render.characters import clusters, is_invisible
from render.glyphs import is_plain
from render.scripts import EMOJI, can_draw, font_for

NAMES = 1024
"""How many names are remembered."""
_PILE = 3
"""Most marks in a row on a letter; more of them are drawn in no language, and cover what stands above and below."""


@lru_cache(maxsize=NAMES)
def drawable(name: str) -> str:
    """What pictures can show of a name: all its letters and digits, or nothing.

    Ornamental letters for which there is no font become plain ones. Signs without a font are left out, as are marks
    that cannot be put on their letters, or would pile up there.
    """
    if is_plain(name):
        return " ".join(name.split())
    kept = []
    for cluster in clusters(unicodedata.normalize("NFC", name)):
        shown = _shown(cluster)
        if shown is None:
            return ""
        kept.append(shown)
    return " ".join("".join(kept).split())


def _shown(cluster: str) -> str | None:
    """What is shown of a grapheme cluster; ``None`` if that would not be the letter that it is."""
    category = unicodedata.category(cluster[0])
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category[0] == "M":
        return ""  # there is no letter before it
    plain = unicodedata.normalize("NFKC", cluster)
    for form in (_without_pile(cluster), cluster[0], plain, plain[0]):
        if can_draw(form):
            # What shows nothing itself may choose how a letter or an emoji looks, in fonts that know such a choice.
            font = font_for(form)
            listens = font is not None and (font.shaped or font is EMOJI)
            return form if listens else "".join(sign for sign in form if not is_invisible(sign))
    return None if category[0] in "LN" and not is_invisible(cluster[0]) else ""


def _without_pile(cluster: str) -> str:
    """The cluster, or its first letter alone where too many marks follow each other."""
    in_a_row = 0
    for sign in cluster:
        in_a_row = in_a_row + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if in_a_row > _PILE:
            return cluster[0]
    return cluster
