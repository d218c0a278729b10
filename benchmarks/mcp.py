"""The MCP server as a host meets it: how long it takes to start, and what a call over stdio costs.

    python -m benchmarks.mcp                          # starts, and `search_memory` at 1,000 and 10,000 items
    python -m benchmarks.mcp --sizes 1000 --queries 50 --starts 3
    python -m benchmarks.mcp --home DIR --json        # keep the stores there, and go on with what is there

Everything is measured beside a server that has the same SDK and nothing else, in the same run: what counts is the
difference. Start: from spawning the process to the answers to `initialize` and the first `tools/list`; then the first
call, which comes at once, `compose_context` of ours and an echo of the bare server. Calls: the
official client, the local embedder warm; beside them the same verb in this process, and two tools of the bare server,
one that says back what it was told and one whose answer is as long as ours.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from benchmarks.loading import Language
from benchmarks.scale import AGENT, Timer, fill
from perdure import Runtime

SHOWN = 8
WARM_UP = 20
BARE = """
import asyncio, json, sys
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent

server = MCPServer("bare")
answer = json.loads(sys.argv[1])

@server.tool()
async def echo(query: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=query)])

if answer:
    @server.tool()
    async def as_long(query: str) -> CallToolResult:
        text = TextContent(type="text", text=answer["text"])
        return CallToolResult(content=[text], structured_content=answer["shape"])

asyncio.run(server.run_stdio_async())
"""
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}


def bare(answer: Any = None) -> list[str]:
    return [sys.executable, "-c", BARE, json.dumps(answer)]


def ours(home: str) -> list[str]:
    return [sys.executable, "-m", "perdure", "mcp", "--home", home, "--agent", AGENT]


def cpu_of(pid: int) -> float | None:
    """Milliseconds of CPU that all threads of a process took so far; None where the system does not say."""
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.is_dir():
        return None
    total = 0
    for task in tasks.iterdir():
        with contextlib.suppress(OSError):  # a thread that ended meanwhile
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e6


def start(command: Sequence[str], tool: str, arguments: dict[str, str]) -> dict[str, float | None]:
    """One start, as a host does it, and the first call of a tool."""
    begun = time.perf_counter()
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdin is not None
    assert server.stdout is not None

    def send(message: dict[str, Any]) -> None:
        assert server.stdin is not None
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()

    send({"id": 1, "method": "initialize", "params": HELLO})
    server.stdout.readline()
    greeted = time.perf_counter() - begun
    send({"method": "notifications/initialized"})
    send({"id": 2, "method": "tools/list", "params": {}})
    server.stdout.readline()
    listed, cpu = time.perf_counter() - begun, cpu_of(server.pid)
    send({"id": 3, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    answer = json.loads(server.stdout.readline())
    called, after = time.perf_counter() - begun, cpu_of(server.pid)
    if "result" not in answer or answer["result"].get("isError"):
        raise SystemExit(f"the first call failed: {answer}")
    server.stdin.close()
    _, status, used = os.wait4(server.pid, 0)
    server.stdout.close()
    server.returncode = os.waitstatus_to_exitcode(status)
    if server.returncode:
        raise SystemExit(f"the server ended with {server.returncode}")
    return {
        "initialize_ms": greeted * 1e3,
        "tools_list_ms": listed * 1e3,
        "cpu_ms": cpu,
        "first_call_ms": (called - listed) * 1e3,
        "first_call_cpu_ms": None if cpu is None or after is None else after - cpu,
        "cpu_to_the_end_ms": (used.ru_utime + used.ru_stime) * 1e3,
    }


def starts(count: int, home: str) -> dict[str, Any]:
    """Medians and the least of many starts, ours and the bare server's by turns."""
    told: dict[str, list[dict[str, float | None]]] = {"perdure": [], "bare SDK": []}
    first = int(count > 1)  # the first of each reads everything from the disk: it does not count
    for _ in range(first + count):
        told["bare SDK"].append(start(bare(), "echo", {"query": "x"}))
        told["perdure"].append(start(ours(home), "compose_context", {"message": "Suggest a dinner."}))
    rows = {}
    for name, all_runs in told.items():
        runs = all_runs[first:]
        columns = {part: [run[part] for run in runs if run[part] is not None] for part in runs[0]}
        rows[name] = {part: round(statistics.median(times)) for part, times in columns.items() if times}
        rows[name] |= {f"least_{part}": round(min(times)) for part, times in columns.items() if times}
    return rows


@contextlib.asynccontextmanager
async def host(command: Sequence[str]) -> AsyncIterator[tuple[Client, int]]:
    """The official client over a server of its own, and the server's process."""
    before = children()
    with open(os.devnull, "w") as nowhere:  # noqa: ASYNC230 - a null device does not block
        parameters = StdioServerParameters(command=command[0], args=[*command[1:]], env=dict(os.environ))
        async with Client(stdio_client(parameters, errlog=nowhere)) as client:
            yield client, next(iter(children() - before), 0)


def children() -> set[int]:
    me = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(map(int, me.read_text().split())) if me.is_file() else set()


async def timed(ask: Callable[[str], Awaitable[Any]], queries: Sequence[str], pid: int) -> dict[str, float]:
    """What each question took: on the clock, and of the CPU of the process that answers."""
    for query in queries[:WARM_UP]:
        await ask(query)
    timer = Timer()
    for query in queries[WARM_UP:]:
        cpu = cpu_of(pid)
        with timer.one():
            await ask(query)
        timer.cpu.pop()
        if (after := cpu_of(pid)) is not None and cpu is not None:
            timer.cpu.append(after - cpu)
    return {name: value for name, value in timer.spread().items() if timer.cpu or "cpu" not in name}


def asking(client: Client, tool: str) -> Callable[[str], Awaitable[Any]]:
    async def ask(query: str) -> Any:
        answer = await client.call_tool(tool, {"query": query})
        if answer.is_error:
            raise SystemExit(f"{tool} failed: {answer.content}")
        return answer

    return ask


async def calls(home: str, size: int, queries: Sequence[str]) -> dict[str, Any]:
    """`search_memory` through the door, the same without it, and the door without a memory."""
    print(f"{size:,} items", file=sys.stderr, flush=True)
    await fill(home, size, vectors=False)
    async with Runtime(home) as runtime:
        agent = await runtime.agent(AGENT)
        await agent.index.catch_up()
        rows = {"verb in process": await timed(lambda q: agent.search_memory(q, k=SHOWN), queries, os.getpid())}
    async with host(ours(home)) as (client, pid):
        ask = asking(client, "search_memory")
        first = await ask(queries[0])
        rows = {"perdure, over stdio": await timed(ask, queries, pid), **rows}
    answer = {"text": first.content[0].text, "shape": first.structured_content}
    async with host(bare(answer)) as (client, pid):
        rows["bare SDK, an answer as long"] = await timed(asking(client, "as_long"), queries, pid)
        rows["bare SDK, echo"] = await timed(asking(client, "echo"), queries, pid)
    return {"items": size, "bytes": len(json.dumps(answer).encode()), "calls": rows}


@contextlib.contextmanager
def place(home: Path | None) -> Iterator[str]:
    if home is not None:
        yield str(home)
        return
    with tempfile.TemporaryDirectory(prefix="perdure-mcp-") as folder:
        yield folder


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=9)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--embedder", default="local", help="`none` measures the door without the model")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    os.environ["PERDURE_EMBEDDER"] = options.embedder  # for the server, and for the verb beside it
    language = Language(seed=2)
    queries = [language.question() for _ in range(options.queries + WARM_UP)]
    with place(options.home) as home:
        result: dict[str, Any] = {"load": os.getloadavg()[0]}
        if options.starts:
            result["start"] = starts(options.starts, home)
        sizes = sorted(int(size) for size in options.sizes.split(",") if size)
        result["rows"] = [asyncio.run(calls(f"{home}/{size}", size, queries)) for size in sizes]
    if options.json:
        print(json.dumps(result))
        return
    for name, row in result.get("start", {}).items():
        print(f"start | {name} | " + " | ".join(f"{part} {value}" for part, value in row.items()))
    for at in result["rows"]:
        for name, row in at["calls"].items():
            print(f"{at['items']:,} items | {name} | " + " | ".join(f"{part} {value}" for part, value in row.items()))


if __name__ == "__main__":
    main()
