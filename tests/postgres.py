"""A PostgreSQL server for tests: a cluster of its own in a temporary folder, run by an unprivileged user.

Nothing of a server that was there before is used. Without an installed server its tests are skipped;
``KURULTAI_REQUIRE_POSTGRES=1`` makes that a failure.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import pytest

ABSENT = "PostgreSQL is not installed, so its tests were left out (Debian: postgresql)."
REQUIRED = "KURULTAI_REQUIRE_POSTGRES"

UNPRIVILEGED = ("postgres", "nobody")
"""Users as whom the server runs if the tests run as root, which it refuses."""

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For servers whose crash is not tested."""


@cache
def find_programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest if there are several."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    found = shutil.which("initdb")
    folders += [Path(found).resolve().parent] if found else []
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def is_available() -> bool:
    """Whether tests with PostgreSQL can run: there is a server, and psycopg."""
    try:
        import psycopg  # noqa: F401, PLC0415 - optional
    except ModuleNotFoundError:
        return False
    return find_programs() is not None


def require() -> Path:
    """Return the folder with PostgreSQL's programs, or skip the test."""
    programs = find_programs()
    if programs is None or not is_available():
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    return programs


class Cluster:
    """A running server that listens on a socket only."""

    def __init__(self, programs: Path, folder: Path, settings: dict[str, str]) -> None:
        self._programs = programs
        self._settings = settings
        self._options = _unprivileged()
        self.folder = folder
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = iter(range(1, 10**9))

    @classmethod
    @contextmanager
    def running(cls, programs: Path, **settings: str) -> Iterator[Self]:
        """Make a cluster, and delete it afterwards."""
        # A short path: a socket's has at most 107 bytes.
        with tempfile.TemporaryDirectory(prefix="kpg") as name:
            folder = Path(name)
            cluster = cls(programs, folder, settings)
            if "user" in cluster._options:
                os.chown(folder, cluster._options["user"], -1)
            cluster._run("initdb", "--pgdata", str(folder / "data"), "--username=kurultai", "--auth=trust",
                "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")  # fmt: skip
            cluster.start()
            try:
                yield cluster
            finally:
                cluster.stop(signal.SIGQUIT)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "40"}
        settings |= {"shared_buffers": "32MB"} | self._settings
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [self._programs / "postgres", "-D", self.folder / "data", *options],
                stdout=log, stderr=log, cwd="/", **self._options,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.pg_isready():
                return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "log").read_text("utf-8"))

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends connections and writes everything, SIGQUIT ends it as a crash would."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    @property
    def pid(self) -> int:
        """The server's process."""
        assert self._server is not None
        return self._server.pid

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let no process of the server run in the block."""
        processes = [self.pid, *map(int, Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii").split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def pg_isready(self) -> bool:
        """Whether the server accepts connections."""
        command = [str(self._programs / "pg_isready"), "--quiet", "--host", str(self.folder)]
        return subprocess.run(command, check=False, cwd="/").returncode == 0

    def address(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://kurultai@/{database}?host={quote(str(self.folder), safe='')}"

    def create(self, template: str = "template0") -> str:
        """Create a database, empty or a copy of another one; returns its name."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def execute(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run one statement; returns its rows."""
        import psycopg  # noqa: PLC0415 - optional

        with closing(psycopg.connect(self.address(database), autocommit=True)) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], check=False, capture_output=True, cwd="/", **self._options
        )
        assert done.returncode == 0, done.stderr.decode()


def _unprivileged() -> dict[str, Any]:
    """Return the options with which a process is started as another user, if this one is root."""
    if os.geteuid() != 0:
        return {}
    for name in UNPRIVILEGED:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    pytest.fail("PostgreSQL does not run as root, and there is no other user")


class Reading:
    """A connection that only reads, with the program's statements. Close it."""

    def __init__(self, address: str) -> None:
        from bot.storage.postgres.connection import Statements, connect  # noqa: PLC0415 - optional

        self._connection = connect(address, 5.0, read_only=True)
        self.execute = Statements(self._connection).execute

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


class Databases:
    """The databases of a test run: one for most tests, emptied before each."""

    def __init__(self, cluster: Cluster) -> None:
        import psycopg  # noqa: PLC0415 - optional

        from bot.storage.postgres.connection import connect  # noqa: PLC0415 - optional
        from bot.storage.postgres.migrate import migrate  # noqa: PLC0415 - optional

        self.cluster = cluster
        self.template = cluster.create()
        with closing(connect(cluster.address(self.template), 5.0)) as connection:
            migrate(connection, lambda _version: None)
        self._shared = cluster.address(cluster.create(self.template))
        self._cleaner = psycopg.connect(self._shared, autocommit=True)

    def fresh(self) -> str:
        """Return the address of a database of its own with the current schema."""
        return self.cluster.address(self.cluster.create(self.template))

    def emptied(self) -> str:
        """Return the address of the shared database, with no row left."""
        self._cleaner.execute(_EMPTY)
        return self._shared

    def close(self) -> None:
        """End the connections."""
        self._cleaner.close()


_EMPTY = b"""
    DO $$
    DECLARE name TEXT;
    BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE 'DELETE FROM ' || name;
        END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
            EXECUTE 'ALTER SEQUENCE ' || name || ' RESTART';
        END LOOP;
    END $$
"""
