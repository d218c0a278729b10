"""Rules that quote their evidence: what was said plainly in a turn, in Chinese and English, with no model.

`contract.py`   what goes in and comes out: Turn, Known, Finding, Rule
`run.py`        the order of the steps: set aside → sentences → clauses → rules → findings
`aside.py`      what nobody here said: pasted text, code, quoted lines, what memory put into the prompt
`sentences.py`  sentences and clauses with their offsets
`mood.py`       asked, supposed, joked, quoted, invented or guessed: not stated
`dates.py`      `tomorrow`, `下周三`, `March 5` against the day of the turn
`known.py`      which of the things already known a few words mean
`rules/`        one file per topic, both languages side by side; their lists of words are in `../words/`
`llm.py`        what an LLM is asked about a turn, and what of its answer holds up
`quotes.py`     where the words that it quotes stand
"""

from perdure.intake.extract.contract import Finding, Known, KnownItem, Turn
from perdure.intake.extract.run import extract

__all__ = ["Finding", "Known", "KnownItem", "Turn", "extract"]
