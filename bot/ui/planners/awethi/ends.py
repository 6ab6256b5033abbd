"""Ends of an awéthi's walk: their order and their descriptions."""

from __future__ import annotations

from functools import cached_property

from bot.ui.planners.awethi.words import (
    BACK,
    CATCH,
    FREE,
    HOME,
    LOOSE,
    STAY,
    WATER,
    aiwe_listed,
    aiwe_on,
    direction,
    kind_on,
)
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation, ShownAiwe, WalkEnd, Walker
from engines.awethi.squares import distance
from engines.text import T, Text, listed


class Ends:
    """The ends of one awéthi in one position; ``by_ground``: told by their direction and ground alone."""

    def __init__(self, seen: AwethiObservation, walker: Walker, *, by_ground: bool = False) -> None:
        self._seen = seen
        self._walker = walker
        self._by_ground = by_ground

    @cached_property
    def _sought(self) -> list[ShownAiwe]:
        """Return the herder's own uncaught aiwe; all uncaught aiwe if there are none."""
        free = [aiwe for aiwe in self._seen.aiwe if not aiwe.caught]
        return [aiwe for aiwe in free if aiwe.player == self._seen.to_move] or free

    def rank(self, end: WalkEnd) -> tuple[int, ...]:
        """Return a sort key: ends that catch come first and those that release an aiwe last. Between them come ends
        that wake the wairgka, water, and then the distance to the herder's herd.
        """
        away = min((distance(end.square, aiwe.square) for aiwe in self._sought), default=0)
        wakes, wet = end.unleashes, self._seen.terrain[end.square] == "water"
        return -len(end.catches), int(end.manner != "walk"), len(end.frees), -wakes, -wet, away

    def sign(self, end: WalkEnd) -> str | None:
        """Return an emoji for the most important effect of an end."""
        if end.manner != "walk":
            return HOME if end.manner == "home" else STAY
        return next((sign for sign, _ in self._effects(end)), None)

    def word(self, end: WalkEnd) -> Text:
        """Describe an end: its effect, or the aiwe beside it, or else its direction."""
        if end.manner == "home":
            return T("nowhere to go: back to the shelter")
        if end.manner == "stay" and self._seen.terrain[end.square] == "shelter":
            return T("nowhere to go: stays in the shelter")
        if end.manner == "stay":
            return T("nowhere to go: stays on {square}", square=SQUARE_NAMES[end.square])
        texts = [text for _, text in self._effects(end)]
        if self._by_ground:
            if end.square != self._walker.square:
                texts.insert(0, direction(self._walker.square, end.square))
            if self._seen.terrain[end.square] == "forest":
                texts.append(T("in the forest"))
        beside = None if end.catches else self._beside(end)
        if beside is not None:
            texts.append(beside)
        phrase, *others = texts or [direction(self._walker.square, end.square)]
        for text in others:
            phrase = T("{items}; {item}", items=phrase, item=text)
        return phrase

    def _effects(self, end: WalkEnd) -> list[tuple[str, Text]]:
        terrain = self._seen.terrain[end.square]
        effects: list[tuple[str, Text]] = []
        if end.catches:
            effects.append((CATCH, T("catches {aiwe}", aiwe=aiwe_listed(aiwe_on(self._seen, end.catches)))))
        if end.frees:
            effects.append((FREE, T("frees {aiwe}", aiwe=aiwe_listed(aiwe_on(self._seen, end.frees)))))
        if end.unleashes:
            effects.append((LOOSE, T("forest: lets the wairgka loose")))
        if terrain == "water":
            effects.append((WATER, T("water: must leave it next turn")))
        if terrain == "shelter":
            effects.append((HOME, T("your shelter")))
        if end.square == self._walker.square:
            effects.append((BACK, T("back where it began")))
        return effects

    def _beside(self, end: WalkEnd) -> Text | None:
        """Return the herder's own aiwe beside an end."""
        if self._by_ground:
            return None
        beside = [aiwe for aiwe in self._sought if distance(end.square, aiwe.square) == 1]
        if not beside or beside[0].player != self._seen.to_move:
            return None
        return T("by {aiwe}", aiwe=listed(map(kind_on, beside)))
