"""The file of learned weights that comes with the package."""

from __future__ import annotations

from pathlib import Path

from perdure.errors import Unsupported
from perdure.messages import say
from perdure.models.kept import Damaged, Kept, open_kept

VERSION = "perdure reader 1"
"""Changes whenever weights of another form are needed."""
FILE = Path(__file__).parent / "weights.bin"


def open_weights(file: Path = FILE) -> Kept:
    """The weights; `Unsupported` where the file is missing, damaged, or made for another version of this reader."""
    try:
        return open_kept(file, source=VERSION)
    except (Damaged, OSError, ValueError, KeyError) as error:
        problem = error
    raise refusal(file, problem)


def refusal(file: Path, problem: Exception) -> Unsupported:
    """What to raise for a file of the reader that cannot be used."""
    reason = f"cannot be used ({problem})" if isinstance(problem, Damaged) else "cannot be opened"
    return Unsupported(
        f"the reader's weights, `{file.name}`, {reason}; `{VERSION}` is expected",
        hint=say("hint.reinstall"),
    )
