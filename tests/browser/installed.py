"""Search for an installed browser."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Its names on different systems."""

ABSENT = "No Chromium is installed, so the pages of `make play` are not tested in a browser."


def find_chromium() -> str | None:
    """Return the browser's path, or ``None`` if none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
