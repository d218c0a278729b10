"""A line to PostgreSQL that can be cut between any two messages of the protocol."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

COMMITTED = b"C" + (11).to_bytes(4, "big") + b"COMMIT\0"
"""The server's word that a transaction is durable."""


class Line:
    """Carries bytes between TCP clients and the server's socket, and is cut once when armed."""

    def __init__(self, url: str) -> None:
        parts = conninfo_to_dict(url)
        self._server = str(Path(str(parts["host"])) / ".s.PGSQL.5432")
        self._guard = threading.Lock()
        self._left: int | None = None
        self._commits_only = False
        self._threads: list[threading.Thread] = []
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}/{parts['dbname']}?sslmode=disable&gssencmode=disable"
        self.cuts = 0
        self._start(self._accept)

    def cut_after(self, messages: int) -> None:
        """Cut when so many more messages of the server have been passed on."""
        with self._guard:
            self._left, self._commits_only = messages, False

    def cut_before_answer(self, commits: int) -> None:
        """Cut when the server answers so many more commits: the last of the answers does not arrive."""
        with self._guard:
            self._left, self._commits_only = commits, True

    def cut_now(self) -> None:
        self.cuts += 1
        for end in self._ends:
            _shut(end)

    def disarm(self) -> None:
        with self._guard:
            self._left = None

    def close(self) -> None:
        _shut(self._listener)
        for end in self._ends:
            _shut(end)
        for thread in self._threads:
            thread.join()

    def _start(self, target: object, *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # messages are passed on one by one
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self._server)
            except OSError:
                _shut(client)
                _shut(server)
                continue
            self._ends += [client, server]
            self._start(self._to_server, client, server)
            self._start(self._to_client, client, server)

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := client.recv(1 << 16):
                server.sendall(part)
        _shut(client)
        _shut(server)

    def _to_client(self, client: socket.socket, server: socket.socket) -> None:
        held = b""
        with contextlib.suppress(OSError):
            while part := server.recv(1 << 16):
                held += part
                if not self._pass_on(held, client):
                    break
                held = _incomplete(held)
        _shut(client)
        _shut(server)

    def _pass_on(self, held: bytes, client: socket.socket) -> bool:
        """Pass on whole messages, one by one, until it is time to cut."""
        for message in _messages(held):
            if message == COMMITTED and self._is_due(commit=True):
                return False
            client.sendall(message)
            if self._is_due(commit=False):
                return False
        return True

    def _is_due(self, *, commit: bool) -> bool:
        """Count down, and say whether this is the place."""
        with self._guard:
            if self._left is None or self._commits_only is not commit:
                return False
            self._left -= 1
            if self._left > 0:
                return False
            self._left = None
            self.cuts += 1
            return True


def _messages(held: bytes) -> Iterator[bytes]:
    while len(held) >= 5 and len(held) >= (size := 1 + int.from_bytes(held[1:5], "big")):
        yield held[:size]
        held = held[size:]


def _incomplete(held: bytes) -> bytes:
    return held[sum(map(len, _messages(held))) :]


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def line_to(url: str) -> Iterator[Line]:
    line = Line(url)
    try:
        yield line
    finally:
        line.close()
