"""How well memory takes things in: what a conversation leaves behind, compared with what it should.

`labelled.py`  our own labelled turns, through `commit_turn`: precision, recall, keys, changes, junk
`data.py`      data sets on disk: RealMem's memory points, FactConsolidation's statements in order
`labelled.jsonl`  the turns, half Chinese, a third of which must leave nothing behind
"""
