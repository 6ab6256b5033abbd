"""The stages between a press and its post, by the names that `bot_process.py` reports them under."""

UNDECIDED = ("received", "decision before", "decision written")
"""Nothing is committed yet."""

DECIDED = ("decision committed", "answer before", "answer accepted")
"""It is committed; who pressed may not know."""

NOTING = ("delivery before", "delivery written", "delivery committed")
"""Noting what was posted."""

POSTING = ("row read", "drawn", "post before", "post accepted", *NOTING)
"""Posting a board."""

STRIPPING = ("row read", "edit before", "edit accepted", *NOTING)
"""Taking the buttons off the board before, which follows the post of the new one."""

STAGES = ("decision", "delivery", "upkeep")
"""Kinds of transactions."""

ENDS = ("committed", "failed", "refused")
"""How a transaction ends."""

Stop = tuple[str, int]
"""A boundary, and which of its passages is the last."""


def stops(boundaries: tuple[str, ...], passage: int = 1, **others: int) -> list[Stop]:
    """Every boundary at a passage; ``others``: at another one, by the boundary's first word."""
    return [(boundary, others.get(boundary.partition(" ")[0], passage)) for boundary in boundaries]
