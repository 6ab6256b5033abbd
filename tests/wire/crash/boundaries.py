"""The stages between a press and its post, by the names in the reports of `bot_process.py`."""

UNDECIDED = ("received", "decision before", "decision written")
"""Nothing is committed yet."""

DECIDED = ("decision committed", "answer before", "answer accepted")
"""It is committed; the user may not know it."""

NOTING = ("delivery before", "delivery written", "delivery committed")
"""Recording what was posted."""

POSTING = ("row read", "drawn", "post before", "post accepted", *NOTING)
"""Posting a board."""

STRIPPING = ("row read", "edit before", "edit accepted", *NOTING)
"""Removing the buttons of the previous board, after the new one was posted."""

STAGES = ("decision", "delivery", "upkeep")
"""Kinds of transactions."""

ENDS = ("committed", "failed", "refused")
"""How a transaction ends."""

Stop = tuple[str, int]
"""A boundary, and the number of its last passage."""


def stops(boundaries: tuple[str, ...], passage: int = 1, **others: int) -> list[Stop]:
    """Yield each boundary with the passage to stop at; ``others`` has other passages, by the boundary's first word."""
    return [(boundary, others.get(boundary.partition(" ")[0], passage)) for boundary in boundaries]
