"""The standby process: it has everything loaded, and runs each short command in a copy of itself.

It holds no memory, no connection and no thread: a command runs in a fork, with the files, folder and environment of
whoever asked, exactly as it would run by itself. It serves its own user only, leaves after ten quiet minutes, and at
once when the code on disk is no longer what it has loaded.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import Any, TextIO

from perdure.cli.standby_client import LENGTH, identity

IDLE = 600.0
"""Seconds without a command after which it leaves."""
PATIENCE = 5.0
"""Seconds for a request to arrive whole."""


def main(place: str) -> int:
    """Serve at a socket until nobody has asked for a while."""
    with open(f"{place}.lock", "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return 0  # another one is there, or just coming up
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        with suppress(OSError):
            os.setsid()
        os.chdir("/")
        load()
        code = fingerprint()
        with suppress(FileNotFoundError):
            os.unlink(place)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(place)
            listener.listen(8)
            listener.settimeout(IDLE)
            signal.signal(signal.SIGCHLD, _reap)
            try:
                while _serve_one(listener, code):
                    pass
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(place)
    return 0


def _reap(*_: object) -> None:
    """Let go of children that have ended. They answer for themselves."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def load() -> None:
    """Load what commands need, without starting a thread: a copy of a process has only one."""
    import importlib

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in (
        "perdure.cli.main",
        "perdure.cli.show",
        "perdure.cli.receipts",
        "perdure.cli.scenes",
        "perdure.integrations.claude_code",
        "perdure.blocking",
        "perdure.store.sqlite.engine",
        "rich.live",
    ):
        importlib.import_module(name)
    from perdure.segment import segment
    from perdure.types.registry import load as load_types

    load_types()
    segment("ready 就绪")
    _load_models()
    gc.collect()
    gc.freeze()


def _load_models() -> None:
    from perdure.config import cache_folder
    from perdure.errors import Unsupported
    from perdure.intake.read.reader import load_beforehand
    from perdure.models import local

    with suppress(Unsupported, ImportError, OSError, ValueError):  # a command that needs it says what is wrong with it
        local.load_encoder().encode(["ready 就绪"])
        load_beforehand(cache_folder())


def fingerprint() -> dict[str, int]:
    """When each loaded file of this package was last changed."""
    files = [module.__file__ for name, module in list(sys.modules.items()) if name.partition(".")[0] == "perdure"]
    return {file: os.stat(file).st_mtime_ns for file in files if file}


def _serve_one(listener: socket.socket, code: dict[str, int]) -> bool:
    """Run one command in a child. False when it is time to leave."""
    try:
        line, _ = listener.accept()
    except TimeoutError:
        return False
    with line:
        line.settimeout(PATIENCE)
        try:
            request, files = _receive(line)
        except (OSError, ValueError):
            return True
        try:
            if not is_current(code):
                return False
            if request.get("who") == identity() and len(files) == 3 and os.fork() == 0:
                listener.close()
                _run(line, request, files)
        finally:
            for file in files:
                os.close(file)
    return True


def is_current(code: dict[str, int]) -> bool:
    """Whether the files are still those that were loaded."""
    try:
        return fingerprint().items() >= code.items()
    except OSError:
        return False


def _receive(line: socket.socket) -> tuple[dict[str, Any], list[int]]:
    head, files, _, _ = socket.recv_fds(line, LENGTH, 3)
    length, body = int(head), b""
    while len(body) < length:
        part = line.recv(length - len(body))
        if not part:
            raise ValueError("cut off")
        body += part
    request = json.loads(body)
    if not isinstance(request, dict):
        raise ValueError("not a request")
    return request, files


def _run(line: socket.socket, request: dict[str, Any], files: list[int]) -> None:
    """In the child: become the process that asked, run its command, and say how it ended."""
    code = 1
    try:
        line.settimeout(None)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # The standby may have been started where interrupts are ignored; whoever asks now has a keyboard of their own.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number, file in enumerate(files):
            os.dup2(file, number)
        _take_on(request)
        line.sendall(b"%d\n" % os.getpid())
        from perdure.cli.main import main as run

        code = run(request["arguments"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:  # before the command was ready to answer it, or while it was ending
        sys.stderr.write("interrupted\n")
        code = 130
    except BaseException:  # noqa: BLE001  # the last line of a process: told as Python tells it, and over
        import traceback

        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        with suppress(OSError):
            line.sendall(b"%d\n" % code)
        os._exit(0)


def _take_on(request: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    os.umask(request["umask"])
    os.chdir(request["folder"])
    sys.argv = [request["program"], *request["arguments"]]
    names = ("stdin", "stdout", "stderr")
    for number, (name, encoding) in enumerate(zip(names, request["encodings"], strict=True)):
        setattr(sys, name, None if encoding is None else _stream(number, encoding))


def _stream(number: int, encoding: str) -> TextIO:
    return open(
        number,
        "w" if number else "r",
        encoding=encoding,
        errors="backslashreplace" if number == 2 else None,
        buffering=1 if number and os.isatty(number) else -1,
        closefd=False,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
