"""Whether there is a browser on this machine."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""What it is called by different systems."""

ABSENT = "No Chromium is installed here: nobody has looked at the pages of `make play` in a real browser."


def find_chromium() -> str | None:
    """The browser's path, or ``None`` where none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
