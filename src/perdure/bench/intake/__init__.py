"""How well memory takes things in: what a conversation leaves behind, compared with what it should.

`labelled.py`  our own labelled turns, through `commit_turn`: precision, recall, keys, changes, junk
`cases.py`     cases of decisions, one JSON object a line: what is said when, what must and must not be held then
`decisions.py` runs them, each in an agent of its own
`verdicts.py`  what they count: collisions, stale, lost, forgetting, false commands, early lapse
`data.py`      data sets on disk: RealMem's memory points, FactConsolidation's statements in order
`labelled.jsonl`  the turns, half Chinese, a third of which must leave nothing behind
"""
