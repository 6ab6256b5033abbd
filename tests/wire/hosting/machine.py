"""A new machine for the bot, in a folder: the project's files, an environment of its own, an unprivileged user.

Where the tests run as root, the bot runs as a user without privileges, so that files which it must not write cannot be
written. Otherwise it runs as the user of the tests.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.wire.emulator import DiscordEmulator
from tests.wire.loopback import AUTHORITY_VARIABLE

ROOT = Path(__file__).resolve().parents[3]
USER = 10_001
"""Of the Dockerfile; any user that owns nothing does."""

MOVED = re.compile(r"(?<![\w.}/])/(?=(?:data|opt|tmp|var)\b)")
"""Matches the beginning of absolute paths that are moved into the machine's folder."""

PYTHON = """#!/bin/sh
# python3 of the machine. Packages are copied from the environment of the tests instead of downloaded.
case "$*" in
    "-m venv --without-pip "*) exec {real} "$@" ;;
    "-m venv "*) exec {real} -m venv --without-pip "$3" ;;
    "-m pip --python "*) for last; do :; done; exec {installer} "$4" "$last" ;;
esac
exec {real} "$@"
"""

CONNECTOR = """
import os, sys
if sys.orig_argv[1:] == ["-m", "bot"]:
    from bot.process import connections
    from loopback import connector_from
    connections.limited_connector = lambda: connector_from(os.environ)
"""
"""Leads the bot to the emulated Discord, without a change to its files or its command."""


class Machine:
    """The machine. Use it with ``with``: its processes are killed and its folder is deleted at the end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kurultai-machine-"))
        self.folder.chmod(0o755)
        self.app = self.folder / "opt" / "kurultai"
        self.processes: list[asyncio.subprocess.Process] = []
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._user = {"user": USER, "group": USER, "extra_groups": []}
        for name in ("opt", "tmp", "tools", "wire"):
            (self.folder / name).mkdir(mode=0o755)
        (self.folder / "tmp").chmod(0o1777)
        real = self._interpreter()
        installer = f"{sys.executable} {ROOT / 'tests' / 'wire' / 'hosting' / 'install_locked.py'}"
        self.pip = f"{installer} .venv/bin/python"
        """Stands for ``pip install`` into .venv; file names follow."""
        self.python = self._tool("python3", PYTHON.format(real=real, installer=installer))
        self._tool("apt-get", "#!/bin/sh\n")
        if not self._user:  # nobody else can be given a folder
            self._tool("install", '#!/bin/sh\nfor last; do :; done\nexec mkdir -m 700 "$last"\n')
        shutil.copy(ROOT / "tests" / "wire" / "loopback.py", self.folder / "wire")
        (self.folder / "wire" / "sitecustomize.py").write_text(CONNECTOR, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.kill()
        subprocess.run(["chmod", "-R", "u+w", self.folder], check=True)
        shutil.rmtree(self.folder)

    def clone(self) -> None:
        """Lay down the project's files as `git clone` does, with changes that are not committed."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (self.app / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.app / name)

    def moved(self, text: str) -> str:
        """A text with absolute paths moved into the machine's folder."""
        return MOVED.sub(f"{self.folder}/", text)

    def run(self, command: str, folder: Path) -> None:
        """Run a step of an installation in a shell, with the machine's tools."""
        environment = {"PATH": f"{self.folder / 'tools'}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.folder)}
        done = subprocess.run(
            ["sh", "-euc", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def give(self, folder: Path) -> None:
        """Make the unprivileged user the owner of a folder."""
        if self._user:
            subprocess.run(["chown", "-R", f"{USER}:{USER}", folder], check=True)

    def protect(self, folder: Path) -> None:
        """Make a folder unwritable for everyone."""
        subprocess.run(["chmod", "-R", "a-w", folder], check=True)

    def environment(self, discord: DiscordEmulator, **more: str) -> dict[str, str]:
        """Return environment variables with which a bot finds the emulated Discord."""
        found = discord.environment()
        authority = self.folder / "wire" / "authority.pem"
        shutil.copyfile(found[AUTHORITY_VARIABLE], authority)
        return {
            **found,
            AUTHORITY_VARIABLE: str(authority),
            "PYTHONPATH": f"{self.folder / 'wire'}:{self.app}",
            "PATH": "/usr/bin:/bin",
            "TMPDIR": str(self.folder / "tmp"),
            "HOME": "/nonexistent",
            **more,
        }

    async def start(
        self, command: Sequence[str], environment: Mapping[str, str], umask: int = -1
    ) -> asyncio.subprocess.Process:
        """Start a command in the project's folder as the unprivileged user; its output goes to a file."""
        program = shutil.which(command[0], path=environment["PATH"])
        assert program is not None, command
        with self.log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                program,
                *command[1:],
                cwd=self.app,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=umask,
                **self._user,
            )
        self.processes.append(process)
        return process

    @property
    def log(self) -> Path:
        """Where the output of all processes is."""
        return self.folder / "log"

    def _tool(self, name: str, script: str) -> Path:
        path = self.folder / "tools" / name
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)
        return path

    def _interpreter(self) -> str:
        """Find a Python of the tests' version that the unprivileged user can run."""
        version = "import sys; print(sys.version_info[:2])"
        for path in (sys._base_executable, "/usr/local/bin/python3", "/usr/bin/python3"):  # type: ignore[attr-defined]
            try:
                done = subprocess.run([path, "-c", version], capture_output=True, text=True, check=True, **self._user)
            except (OSError, subprocess.CalledProcessError):
                continue
            if done.stdout.strip() == str(sys.version_info[:2]):
                return str(path)
        self._user = {}
        return str(sys._base_executable)  # type: ignore[attr-defined]
