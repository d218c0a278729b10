"""The terminal in the README: types commands into a home of its own and draws what they say as an SVG that plays once.

`python benchmarks/terminal_picture.py` writes docs/terminal.svg.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

FILE = Path(__file__).parents[1] / "docs" / "terminal.svg"
TYPED = (
    'perdure remember "I\'m allergic to peanuts."',
    'perdure remember "备用钥匙在小安那里。"',
    'perdure search "what can I not eat?"',
    'perdure search "钥匙在谁那里？" -k 1',
    "perdure why peanuts",
)
COLUMNS, MOST = 84, 6
WIDE, HIGH, LEFT, TOP = 8.4, 19, 16, 44
PAUSE, PER_LINE = 1.1, 0.08


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "PERDURE_HOME": home,
            "PERDURE_STANDBY": "0",
            "PERDURE_EMBEDDER": "local",
            "COLUMNS": str(COLUMNS),
            "LANG": "C.UTF-8",
        }
        lines: list[tuple[float, str, str]] = []
        moment = 0.3
        for command in TYPED:
            lines.append((moment, "typed", f"$ {command}"))
            moment += PAUSE
            for line in shown(command, environment):
                lines.append((moment, "said", line))
                moment += PER_LINE
            lines.append((moment, "said", ""))
    FILE.write_text(picture(lines), encoding="utf-8")


def shown(command: str, environment: dict[str, str]) -> list[str]:
    script = f'perdure() {{ "{sys.executable}" -m perdure "$@"; }}; {command}'
    done = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True, check=True)
    rows = [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
    return rows if len(rows) <= MOST else [*rows[:MOST], "…"]


def picture(lines: list[tuple[float, str, str]]) -> str:
    width, height = LEFT * 2 + COLUMNS * WIDE, TOP + HIGH * len(lines) + 10
    rows = "\n".join(
        f'<text x="{LEFT}" y="{TOP + HIGH * (n + 1)}" class="{kind}" style="animation-delay:{at:.2f}s">'
        f"{escape(text)}</text>"
        for n, (at, kind, text) in enumerate(lines)
        if text
    )
    lights = "".join(
        f'<circle cx="{x}" cy="20" r="6" fill="{fill}"/>'
        for x, fill in ((20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840"))
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img">
<title>perdure in a terminal</title>
<style>
text {{ font: 13.5px ui-monospace, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; white-space: pre; }}
.said {{ fill: #d6deeb; opacity: 0; animation: come .15s forwards; }}
.typed {{ fill: #7fdbca; font-weight: bold; opacity: 0; animation: come .15s forwards; }}
@keyframes come {{ to {{ opacity: 1; }} }}
@media (prefers-reduced-motion: reduce) {{ .said, .typed {{ animation: none; opacity: 1; }} }}
</style>
<rect width="100%" height="100%" rx="8" fill="#011627"/>
{lights}
{rows}
</svg>
"""


if __name__ == "__main__":
    main()
