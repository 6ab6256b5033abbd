"""The pictures in ``tests/images``: what each one shows. ``python -m tests.render.regenerate`` redraws them."""

from __future__ import annotations

from pathlib import Path

from render import CARD, PictureOptions
from render.options import DEFAULT_SIZE, ThemeName
from tests.render import awethi_positions as awethi
from tests.render import card_contents as cards
from tests.render import chiefdom_positions as chiefdom
from tests.render import totem_positions as totem
from tests.render.positions import BEGINNING, CHOICE, CYCLE_END, EMPTY, END, FIRST_MOVE, MIDDLE
from tests.render.refused_positions import refusal_at
from tests.render.sample_texts import ALONE, GALLERY, HIEROGLYPHS, LONG_NAMES, lengthened

IMAGES = Path(__file__).parents[1] / "images"

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle", "Temür")
CHIEFTAINS = (*NAMES[:4], "Erol Iğdır", "Иван", "Özgür", "Şule")
SCRIPTS = (*GALLERY, ALONE["Korean"], ALONE["Chinese"], "Björk 👩‍🔬 🇹🇷")
"""Drawing these needs system libraries."""


def _refused(
    slug: str, *places: str, theme: ThemeName = "dark", size: int = DEFAULT_SIZE
) -> tuple[str, object, PictureOptions]:
    observation, marked = refusal_at(slug, *places)
    return slug, observation, PictureOptions(names=NAMES, marked=marked, theme=theme, size=size)


GOLDEN: dict[str, tuple[str, object, PictureOptions]] = {
    "iye-beginning": ("iye", BEGINNING, PictureOptions(names=NAMES)),
    "iye-first-move-light": ("iye", FIRST_MOVE, PictureOptions(names=NAMES, theme="light", viewer=1)),
    "iye-middle": ("iye", MIDDLE, PictureOptions(names=NAMES)),
    "iye-middle-light": ("iye", MIDDLE, PictureOptions(names=NAMES, theme="light")),
    "iye-middle-colour-blind": ("iye", MIDDLE, PictureOptions(names=NAMES, palette="colour-blind")),
    "iye-middle-colour-blind-light": (
        "iye",
        MIDDLE,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "iye-middle-400": ("iye", MIDDLE, PictureOptions(names=NAMES, size=400)),
    "iye-cycle-end": ("iye", CYCLE_END, PictureOptions(names=NAMES)),
    "iye-choice-light": ("iye", CHOICE, PictureOptions(names=NAMES, theme="light")),
    "iye-end": ("iye", END, PictureOptions(names=NAMES)),
    "iye-landscape": ("iye", MIDDLE, PictureOptions(names=NAMES, landscape=True)),
    "iye-landscape-end-light": ("iye", END, PictureOptions(names=NAMES, theme="light", landscape=True)),
    "iye-landscape-600": (
        "iye",
        CHOICE,
        PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx", size=600, landscape=True),
    ),
    "iye-empty": ("iye", EMPTY, PictureOptions()),
    "iye-long-words": ("iye", MIDDLE, PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx")),
    "totem-place": ("totem", totem.PLACE, PictureOptions(names=NAMES)),
    "totem-placed-light": ("totem", totem.PLACED, PictureOptions(names=NAMES, theme="light")),
    "totem-middle": ("totem", totem.MIDDLE, PictureOptions(names=NAMES)),
    "totem-middle-400": ("totem", totem.MIDDLE, PictureOptions(names=NAMES, size=400)),
    "totem-full-colour-blind": ("totem", totem.FULL, PictureOptions(names=NAMES, palette="colour-blind")),
    "totem-full-colour-blind-light": (
        "totem",
        totem.FULL,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "totem-cascade-light": ("totem", totem.CASCADE, PictureOptions(names=NAMES, theme="light", viewer=2)),
    "totem-exchange": ("totem", totem.EXCHANGE, PictureOptions(names=NAMES)),
    "totem-reroll": ("totem", totem.REROLL, PictureOptions(names=NAMES)),
    "totem-focus": ("totem", totem.MANY, PictureOptions(names=NAMES, focus="g11")),
    "totem-focus-cut-light": ("totem", totem.CUT, PictureOptions(names=NAMES, theme="light", focus="i6")),
    "totem-focus-stop": ("totem", totem.CUT, PictureOptions(names=NAMES, focus="i6-h8")),
    "totem-end": ("totem", totem.END, PictureOptions(names=NAMES)),
    "totem-landscape": ("totem", totem.FULL, PictureOptions(names=NAMES, landscape=True)),
    "totem-landscape-end-light": ("totem", totem.END, PictureOptions(names=NAMES, theme="light", landscape=True)),
    "totem-landscape-600": (
        "totem",
        totem.RUN,
        PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx", size=600, landscape=True),
    ),
    "totem-long-words": ("totem", totem.RUN, PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx")),
    "chiefdom-own": ("chiefdom", chiefdom.MIDDLE, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-planned-light": ("chiefdom", chiefdom.PLANNED, PictureOptions(names=CHIEFTAINS, theme="light")),
    "chiefdom-decided-400": ("chiefdom", chiefdom.DECIDED, PictureOptions(names=CHIEFTAINS, size=400)),
    "chiefdom-impossible": ("chiefdom", chiefdom.IMPOSSIBLE, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-asking-light": ("chiefdom", chiefdom.ASKING, PictureOptions(names=CHIEFTAINS, theme="light")),
    "chiefdom-chosen-colour-blind": (
        "chiefdom",
        chiefdom.CHOSEN,
        PictureOptions(names=CHIEFTAINS, palette="colour-blind"),
    ),
    "chiefdom-full": ("chiefdom", chiefdom.FULL, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-full-400-light": ("chiefdom", chiefdom.FULL, PictureOptions(names=CHIEFTAINS, size=400, theme="light")),
    "chiefdom-public": ("chiefdom", chiefdom.PUBLIC, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-triple-light": ("chiefdom", chiefdom.TRIPLE, PictureOptions(names=CHIEFTAINS, theme="light")),
    "chiefdom-open": ("chiefdom", chiefdom.OPEN, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-solo-end": ("chiefdom", chiefdom.SOLO_END, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-end-light": ("chiefdom", chiefdom.END, PictureOptions(names=CHIEFTAINS, theme="light")),
    "chiefdom-end-of-eight": ("chiefdom", chiefdom.END_OF_EIGHT, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-scripts": ("chiefdom", chiefdom.END_OF_EIGHT, PictureOptions(names=SCRIPTS)),
    "chiefdom-scripts-400-light": (
        "chiefdom",
        chiefdom.END_OF_EIGHT,
        PictureOptions(names=SCRIPTS, size=400, theme="light"),
    ),
    "chiefdom-other-edition": ("chiefdom", chiefdom.OTHER_EDITION, PictureOptions(names=CHIEFTAINS)),
    "chiefdom-long-words": (
        "chiefdom",
        chiefdom.IMPOSSIBLE,
        PictureOptions(names=(*LONG_NAMES, HIEROGLYPHS), translate=lengthened, language="xx"),
    ),
    "awethi-start": ("awethi", awethi.START, PictureOptions(names=NAMES)),
    "awethi-crowd": ("awethi", awethi.CROWD, PictureOptions(names=NAMES)),
    "awethi-crowd-400": ("awethi", awethi.CROWD, PictureOptions(names=NAMES, size=400)),
    "awethi-crowd-colour-blind-light": (
        "awethi",
        awethi.CROWD,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "awethi-river-light": ("awethi", awethi.RIVER, PictureOptions(names=NAMES, theme="light")),
    "awethi-three-colour-blind": ("awethi", awethi.THREE, PictureOptions(names=NAMES, palette="colour-blind")),
    "awethi-two-light": ("awethi", awethi.TWO, PictureOptions(names=NAMES, theme="light")),
    "awethi-alone": ("awethi", awethi.ALONE, PictureOptions(names=NAMES)),
    "awethi-eaten": ("awethi", awethi.EATEN, PictureOptions(names=NAMES)),
    "awethi-end-light": ("awethi", awethi.END, PictureOptions(names=NAMES, theme="light")),
    "awethi-area": ("awethi", awethi.CROWD, PictureOptions(names=NAMES, focus="area:h9-r17")),
    "awethi-walk": ("awethi", awethi.UNLEASH, PictureOptions(names=NAMES, focus="walk:1")),
    "awethi-walk-one-die-light": (
        "awethi",
        awethi.WALKS,
        PictureOptions(names=NAMES, theme="light", focus="walk:2:3"),
    ),
    "awethi-hunt": ("awethi", awethi.HUNT, PictureOptions(names=NAMES, focus="hunt:2")),
    "awethi-long-words": (
        "awethi",
        awethi.LEFT,
        PictureOptions(names=(*LONG_NAMES, HIEROGLYPHS, *LONG_NAMES), translate=lengthened, language="xx"),
    ),
    "card-games": (CARD, cards.GAMES_CARD, PictureOptions()),
    "card-games-400-colour-blind-light": (
        CARD,
        cards.GAMES_CARD,
        PictureOptions(size=400, palette="colour-blind", theme="light"),
    ),
    "card-title-iye": (CARD, cards.title_of("iye"), PictureOptions()),
    "card-title-totem-light": (CARD, cards.title_of("totem"), PictureOptions(theme="light")),
    "card-title-awethi": (CARD, cards.title_of("awethi"), PictureOptions(translate=lengthened, language="xx")),
    "card-title-chiefdom": (CARD, cards.title_of("chiefdom"), PictureOptions()),
    "card-boards": (CARD, cards.BOARDS, PictureOptions()),
    "card-boards-light": (CARD, cards.BOARDS, PictureOptions(theme="light")),
    "card-result-iye": (CARD, cards.IYE, PictureOptions(names=NAMES)),
    "card-result-totem-light": (CARD, cards.TOTEM, PictureOptions(names=NAMES, theme="light")),
    "card-result-awethi": (CARD, cards.AWETHI, PictureOptions(names=NAMES)),
    "card-result-chiefdom": (CARD, cards.CHIEFDOM, PictureOptions(names=CHIEFTAINS)),
    "card-result-solo-light": (CARD, cards.SOLO, PictureOptions(names=CHIEFTAINS, theme="light")),
    "card-result-drawn": (CARD, cards.DRAWN, PictureOptions(names=NAMES)),
    "card-result-drawn-light": (CARD, cards.DRAWN_TOTEM, PictureOptions(names=NAMES, theme="light")),
    "card-result-eight": (CARD, cards.EIGHT, PictureOptions(names=CHIEFTAINS)),
    "card-result-scripts": (CARD, cards.EIGHT, PictureOptions(names=SCRIPTS)),
    "card-result-long-words": (
        CARD,
        cards.AWETHI,
        PictureOptions(names=(*LONG_NAMES, HIEROGLYPHS, *LONG_NAMES), translate=lengthened, language="xx"),
    ),
    "card-leaderboard": (CARD, cards.leaderboard(8), PictureOptions(names=CHIEFTAINS)),
    "card-leaderboard-400-light": (CARD, cards.leaderboard(5), PictureOptions(names=NAMES, size=400, theme="light")),
    "card-leaderboard-long-words": (
        CARD,
        cards.leaderboard(3),
        PictureOptions(names=(*LONG_NAMES, HIEROGLYPHS), translate=lengthened, language="xx"),
    ),
    "card-leaderboard-scripts": (
        CARD,
        cards.leaderboard(10),
        PictureOptions(names=(*SCRIPTS, "Ñandú", "Temür"), theme="light"),
    ),
    "iye-refused": _refused("iye", "c5", "b1"),
    "totem-refused": _refused("totem", "j4", "k3", "l3"),
    "chiefdom-refused-light": _refused("chiefdom", "d2", "e2", theme="light"),
    "awethi-refused-400": _refused("awethi", "r6", size=400),
}
"""Game, observation and options of each picture, by the name of its file."""
