"""What a learner is shown of walks: every end, and none marked for what it does."""

from __future__ import annotations

from dataclasses import replace

from engines.awethi.observation import AwethiObservation, Walker


def without_effects(seen: AwethiObservation) -> AwethiObservation:
    """Return an observation whose ends of walks do not tell what they catch, release or wake."""
    return replace(seen, walkers=tuple(map(_walker, seen.walkers)))


def _walker(walker: Walker) -> Walker:
    choices = (
        replace(choice, ends=tuple(replace(end, catches=(), frees=(), unleashes=False) for end in choice.ends))
        for choice in walker.choices
    )
    return replace(walker, choices=tuple(choices))
