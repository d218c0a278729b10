"""What every test may use: PostgreSQL, and the count of requirements at the end of a run."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

from tests import postgres
from tests.requirements import manifest

# A deadline is an assertion about the wall clock, and the machine may be busy.
hypothesis.settings.register_profile("perdure", deadline=None, print_blob=True)
hypothesis.settings.load_profile("perdure")

# Vectors follow writes in the background: a test that wants them says so; the others get the same answers each time.
os.environ.setdefault("PERDURE_EMBEDDER", "none")
# The days of a test are those of its clock, wherever the machine stands.
os.environ["TZ"] = "UTC"
time.tzset()
# Workspaces of agents in a database: never in the folder of whoever runs the tests.
os.environ.setdefault("PERDURE_WORKSPACES", tempfile.mkdtemp(prefix="perdure-workspaces-"))
# A command runs in the process that the test starts, and leaves none behind.
os.environ.setdefault("PERDURE_STANDBY", "0")

RUN = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Name this run. Parallel workers get the name of the process that started them, and so share one server."""
    started_by = getattr(config, "workerinput", None)
    config.stash[RUN] = started_by["perdure_run"] if started_by else secrets.token_hex(4)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["perdure_run"] = node.config.stash[RUN]


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and RUN in config.stash:
        postgres.wait_until_gone(config.stash[RUN])


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL of a PostgreSQL 16 server with pgvector, one for the whole run. Without the packages it fails."""
    with postgres.shared_server(pytestconfig.stash[RUN]) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of this test's own; it is dropped afterwards, whoever is still connected."""
    with postgres.fresh_database(postgres_server) as url:
        yield url


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, said in report.user_properties:
            if name == "measured":  # what a loop has counted, told with `record_property`
                terminalreporter.write_line(f"measured: {said}")
    terminalreporter.write_line(manifest.summary(manifest.load()))


@pytest.fixture
def shanghai(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose clock is eight hours ahead of UTC."""
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Shanghai")
        time.tzset()
        yield
    time.tzset()
