"""What is typed, as the toys read it."""

from __future__ import annotations

import re

from engines.text import normalize_typed


def plain(text: str) -> str:
    """Lower-case letters and digits with single spaces between, whatever signs are beside them."""
    return re.sub(r"[\W_]+", " ", normalize_typed(text)).strip()
