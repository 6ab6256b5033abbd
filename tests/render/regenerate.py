"""``python -m tests.render.regenerate`` redraws the golden images, and then the gallery and the README's pictures.

Look at every one that changed before you commit it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from render import gallery, listing, render_png
from tests.render.golden import GOLDEN, IMAGES

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "images"
DRAWN_FROM = IMAGES / "published.txt"
"""The state of the golden images from which the published ones were drawn."""


def main() -> None:
    """Write the images that differ, and print their names."""
    os.chdir(ROOT)
    IMAGES.mkdir(exist_ok=True)
    for stale in set(IMAGES.glob("*.png")) - {IMAGES / f"{name}.png" for name in GOLDEN}:
        stale.unlink()
        sys.stdout.write(f"removed {stale.name}\n")
    for name, (slug, observation, options) in GOLDEN.items():
        path = IMAGES / f"{name}.png"
        data = render_png(slug, observation, options)
        if not path.exists() or differs(path.read_bytes(), data):
            path.write_bytes(data)
            sys.stdout.write(f"drew {path.name}\n")
    if not DRAWN_FROM.exists() or DRAWN_FROM.read_text(encoding="utf-8") != state_of_pictures():
        draw_published()
        DRAWN_FROM.write_text(state_of_pictures(), encoding="utf-8")


def draw_published() -> None:
    """Draw the gallery, and the README's board of each game and match."""
    gallery.main(["--out", str(PUBLISHED / "gallery.png")])
    for one in listing.read_list(gallery.LIST):
        if one.file.endswith(".gif"):
            (PUBLISHED / one.file).write_bytes(listing.gif(one))
        else:
            (PUBLISHED / one.file).write_bytes(listing.png_of(listing.board(one)))
    sys.stdout.write("drew docs/images\n")


def state_of_pictures() -> str:
    """Return the digest of all golden images and the list of the published ones.

    The published pictures show the same things, so they are drawn again with every change of a golden one.
    """
    whole = hashlib.sha256(gallery.LIST.read_bytes())
    for path in sorted(IMAGES.glob("*.png")):
        whole.update(path.name.encode() + path.read_bytes())
    return f"{whole.hexdigest()}\n"


def differs(one: bytes, other: bytes) -> bool:
    """Return whether two image files have different pixels."""
    first, second = (Image.open(BytesIO(data)).convert("RGB") for data in (one, other))
    return first.size != second.size or ImageChops.difference(first, second).getbbox() is not None


if __name__ == "__main__":
    main()
