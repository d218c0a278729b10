"""`make audit` tells three things apart: nothing found, something found, and nothing looked up."""

from __future__ import annotations

from tests.audit import NOT_CHECKED, SOUND, VULNERABLE, judged

FINE = {"name": "numpy", "version": "2.0.0", "vulns": []}
BAD = {
    "name": "apsw",
    "version": "3.1",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.2"]}, {"id": "GHSA-2", "fix_versions": []}],
}
UNKNOWN = {"name": "rich", "skip_reason": "Dependency not found on PyPI and could not be audited: rich (13)"}
OURS = {"name": "perdure", "skip_reason": "distribution marked as editable"}


def test_what_was_looked_up_and_is_sound_is_said_to_be() -> None:
    audit = judged({"dependencies": [FINE, OURS]})
    assert (audit.code, audit.lines) == (SOUND, ("1 packages checked, 0 known vulnerabilities",))


def test_a_vulnerability_is_named_with_the_version_that_fixes_it() -> None:
    audit = judged({"dependencies": [FINE, BAD, UNKNOWN]})
    assert audit.code == VULNERABLE
    assert audit.lines == (
        "apsw 3.1: PYSEC-1, fixed in 3.2",
        "apsw 3.1: GHSA-2, fixed in no version yet",
        "2 packages checked, 2 known vulnerabilities",
        "not checked, since the service does not know them: rich",
    )


def test_nothing_looked_up_is_not_nothing_found() -> None:
    for report in ({"dependencies": [UNKNOWN, OURS]}, {"dependencies": []}, {}):
        audit = judged(report)
        assert audit.code == NOT_CHECKED
        assert "nothing was checked" in audit.lines[0]
