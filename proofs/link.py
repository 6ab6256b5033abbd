"""A process that passes everything on between a socket of its own and that of a database server.

Frozen, it is a link on which nothing arrives. It is a process of its own so that nothing else delays what it passes on.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class Link:
    """The link of one machine to the database server.

    Args:
        folder: for its socket, which is the address of the server for the machine.
        server: the folder with the server's socket.
    """

    def __init__(self, folder: Path, server: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._server = server
        self._process: asyncio.subprocess.Process | None = None

    async def open(self) -> None:
        """Accept connections."""
        ends = (self.folder / SOCKET, self._server / SOCKET)
        self._process = await asyncio.create_subprocess_exec(sys.executable, __file__, *ends)
        while not ends[0].exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)

    def cut(self) -> None:
        """Pass nothing on, and tell nobody."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    async def mend(self) -> None:
        """Pass everything on, for new connections: the old ones have ended."""
        await self.close()
        await self.open()

    async def close(self) -> None:
        """End all connections."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            (self.folder / SOCKET).unlink(missing_ok=True)


async def _serve(own: str, server: str) -> None:
    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(server)
            await asyncio.gather(copy(reader, server_writer), copy(server_reader, writer))
        except OSError:
            writer.close()  # one of the two has ended the connection, or there is no server

    async with await asyncio.start_unix_server(pass_on, own) as accepting:
        await accepting.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
