"""`make audit`: known vulnerabilities of what is installed, and plainly how much of it could be looked up.

pip-audit ends well also where it could look up nothing. That is not the same as nothing found: here it is told apart.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SOUND, VULNERABLE, NOT_CHECKED = 0, 1, 2
OURS = "perdure"


@dataclass(frozen=True)
class Audit:
    """What came of it: an exit code, and lines for a person."""

    code: int
    lines: tuple[str, ...]


def judged(report: Mapping[str, Any]) -> Audit:
    """A report of pip-audit as something to act on."""
    found = [package for package in report.get("dependencies", ()) if package["name"] != OURS]
    checked = [package for package in found if "vulns" in package]
    skipped = sorted(package["name"] for package in found if "vulns" not in package)
    if not checked:
        return Audit(NOT_CHECKED, ("the vulnerability service cannot be reached: nothing was checked",))
    bad = [
        f"{package['name']} {package['version']}: {vulnerability['id']}, fixed in {_versions(vulnerability)}"
        for package in checked
        for vulnerability in package["vulns"]
    ]
    lines = [*bad, f"{len(checked)} packages checked, {len(bad)} known vulnerabilities"]
    if skipped:
        lines.append(f"not checked, since the service does not know them: {', '.join(skipped)}")
    return Audit(VULNERABLE if bad else SOUND, tuple(lines))


def _versions(vulnerability: Mapping[str, Any]) -> str:
    return ", ".join(vulnerability.get("fix_versions") or ()) or "no version yet"


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--format", "json", "--skip-editable"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        audit = judged(json.loads(done.stdout))
    except ValueError:  # it said something else than its report
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        audit = Audit(NOT_CHECKED, (f"pip-audit could not run: nothing was checked ({last[:300]})",))
    sys.stdout.write("\n".join(audit.lines) + "\n")
    return audit.code


if __name__ == "__main__":
    sys.exit(main())
