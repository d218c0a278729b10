"""Asking the standby process (`perdure.cli.standby`) to run a command with this terminal, this folder and these files.

Whatever goes wrong before the command has begun means that it is run here instead; nothing is lost without it.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import tempfile
import zlib
from contextlib import suppress
from typing import Any

import perdure

LONGEST_PATH = 100
"""Bytes that the name of a socket may have on every system."""
LENGTH = 8
"""Digits of the length that stands before a request."""


def ask(arguments: list[str]) -> int | None:
    """Have the command run and answer its exit code. None: nobody took it, run it yourself."""
    place = address()
    if place is None or not os.path.exists(place):
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(place)
            _send(line, arguments)
            child = _read_number(line)
        except (OSError, ValueError):
            return None
        return None if child is None else _wait(line, child)


def _send(line: socket.socket, arguments: list[str]) -> None:
    body = json.dumps(_request(arguments)).encode()
    # The three files go with the first bytes; the rest follows, however long the environment is.
    socket.send_fds(line, [f"{len(body):0{LENGTH}d}".encode()], [0, 1, 2])
    line.sendall(body)


def _wait(line: socket.socket, child: int) -> int:
    """Wait for the child that runs the command; what this process is told to do, it is told as well."""

    def pass_on(number: int, _: Any) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, pass_on)
    code = _read_number(line)
    if code is None:
        sys.stderr.write("error: the command ended without an answer\nhint: `perdure doctor` checks the memory\n")
        return 1
    return code


def _request(arguments: list[str]) -> dict[str, Any]:
    umask = os.umask(0o077)
    os.umask(umask)
    return {
        "who": identity(),
        "program": sys.argv[0],
        "arguments": arguments,
        "folder": os.getcwd(),
        "umask": umask,
        "environment": dict(os.environ),
        "encodings": [file.encoding if file is not None else None for file in (sys.stdin, sys.stdout, sys.stderr)],
    }


def _read_number(line: socket.socket) -> int | None:
    """A line with a number; None when the other side has gone."""
    read = b""
    while not read.endswith(b"\n"):
        part = line.recv(1)
        if not part:
            return None
        read += part
    return int(read)


def identity() -> list[str]:
    """Whose standby process may run a command of this process: the same interpreter and the same code."""
    return [sys.executable, os.path.dirname(perdure.__file__), perdure.__version__]


def address() -> str | None:
    """The socket of the standby process, in a folder that only this user can enter. None where there cannot be one."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = os.path.join(runtime or tempfile.gettempdir(), f"perdure-{os.getuid()}")
    name = os.path.join(folder, f"{zlib.crc32(repr(identity()).encode()):08x}.sock")
    if len(os.fsencode(name)) > LONGEST_PATH or not _is_private(folder):
        return None
    return name


def _is_private(folder: str) -> bool:
    try:
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        found = os.lstat(folder)
    except OSError:
        return False
    return found.st_uid == os.getuid() and found.st_mode & 0o170077 == 0o040000


def begin() -> None:
    """Start a standby process for the next command, and do not wait for it."""
    place = address()
    if place is None or os.environ.get("CI"):  # a machine that is gone in a minute has no next command
        return
    nowhere = [(os.POSIX_SPAWN_OPEN, file, os.devnull, os.O_RDWR, 0) for file in (0, 1, 2)]
    with suppress(OSError):  # the next command only takes as long as this one
        os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", "perdure.cli.standby", place],
            os.environ,
            file_actions=nowhere,
        )
