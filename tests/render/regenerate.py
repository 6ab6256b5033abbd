"""``python -m tests.render.regenerate`` redraws the golden images.

Look at every one that changed before you commit it.
"""

from __future__ import annotations

import sys
from io import BytesIO

from PIL import Image, ImageChops

from render import render_png
from tests.render.golden import GOLDEN, IMAGES


def main() -> None:
    """Write the images that differ, and print their names."""
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


def differs(one: bytes, other: bytes) -> bool:
    """Return whether two image files have different pixels."""
    first, second = (Image.open(BytesIO(data)).convert("RGB") for data in (one, other))
    return first.size != second.size or ImageChops.difference(first, second).getbbox() is not None


if __name__ == "__main__":
    main()
