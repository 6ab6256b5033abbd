"""Stands for pip without a network: `python install_locked.py PYTHON --requirement FILE`.

It copies exactly the packages that a lock file names, in the locked versions, from the environment of the tests into
the environment of an interpreter. A package that the bot needs and the lock lacks is missing there, as on a new host.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

PIN = re.compile(r"^[A-Za-z0-9][^\\\n#]*==[^\\\n#]*", re.MULTILINE)
INCLUDED = re.compile(r"^-r (\S+)$", re.MULTILINE)
SITE_PACKAGES = "import sysconfig; print(sysconfig.get_path('purelib'))"


def pins(lock: Path) -> list[Requirement]:
    """Return what a lock file, and those it includes, pin for this platform."""
    text = lock.read_text(encoding="utf-8")
    found = [Requirement(match.group().strip()) for match in PIN.finditer(text)]
    found = [pin for pin in found if pin.marker is None or pin.marker.evaluate()]
    return found + [pin for name in INCLUDED.findall(text) for pin in pins(lock.parent / name)]


def copy_files(package: Distribution, target: Path) -> None:
    """Copy the modules, data and metadata of a package; no scripts."""
    for file in package.files or ():
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        copy = target.joinpath(*file.parts)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), copy)


def main(python: str, *arguments: str) -> None:
    """Install the packages of the lock file that is the last argument."""
    asked = subprocess.run([python, "-c", SITE_PACKAGES], check=True, capture_output=True, text=True)
    for pin in pins(Path(arguments[-1])):
        package = distribution(pin.name)
        assert pin.specifier.contains(package.version), f"{pin} is installed as {package.version}"
        copy_files(package, Path(asked.stdout.strip()))


if __name__ == "__main__":
    main(*sys.argv[1:])
