"""The drawable part of names."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from render.characters import clusters, is_invisible
from render.glyphs import is_plain
from render.scripts import EMOJI, can_draw, font_for

NAMES = 1024
"""Number of cached names."""
_PILE = 3
"""Maximum number of marks on a letter; no language uses more, and they would cover the lines above and below."""


@lru_cache(maxsize=NAMES)
def drawable(name: str) -> str:
    """Return the part of a name that pictures can show: all its letters and digits, or nothing.

    Ornamental letters without a font become plain ones. Signs without a font are left out, and so are marks that cannot
    be placed on their letters or would be stacked too high.
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
    """Return how a grapheme cluster is shown, or ``None`` if its letter cannot be shown."""
    category = unicodedata.category(cluster[0])
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category[0] == "M":
        return ""  # a mark without a letter
    plain = unicodedata.normalize("NFKC", cluster)
    for form in (_without_pile(cluster), cluster[0], plain, plain[0]):
        if can_draw(form):
            # Invisible characters may select a variant of a letter or emoji, in fonts that support it.
            font = font_for(form)
            listens = font is not None and (font.shaped or font is EMOJI)
            return form if listens else "".join(sign for sign in form if not is_invisible(sign))
    return None if category[0] in "LN" and not is_invisible(cluster[0]) else ""


def _without_pile(cluster: str) -> str:
    """Return the cluster, or only its first letter if it has too many marks in a row."""
    in_a_row = 0
    for sign in cluster:
        in_a_row = in_a_row + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if in_a_row > _PILE:
            return cluster[0]
    return cluster
