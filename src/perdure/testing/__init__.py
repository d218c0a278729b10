"""Tools for tests, shipped to users.

`conformance.Conformance` is a suite that any home can be put through, `model.MemoryMachine` a Hypothesis model of what
a memory promises; `store_conformance` and `store_machine` do the same one level below, for stores. They need pytest or
Hypothesis installed. `Transcript` makes answers comparable, `ManualClock` and
`Ids(seed=…)` make them repeatable.
"""

from perdure.clock import ManualClock
from perdure.ids import Ids
from perdure.testing.fakes import FakeEmbedder, ScriptedLLM
from perdure.testing.transcript import Transcript

__all__ = ["FakeEmbedder", "Ids", "ManualClock", "ScriptedLLM", "Transcript"]
