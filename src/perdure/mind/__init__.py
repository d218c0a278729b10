"""What goes on in a mind: who it is, the current task, what a session was about, what of it to keep.

`identity.py`       who the agent is, as it is shown and changed
`heard.py`          the part of a session that somebody said: without direct writes and without what memory put there
`topics.py`         what task a message sets, and whether the task has changed
`working.py`        working memory and what may happen to it
`scratchpad.py`     working memory as it is shown
`completion.py`     a finished task as an experience
`tempfiles.py`      temporary files, removed only inside the agent's own folder
`episodes.py`       what a finished session was about
`consolidation.py`  the three to eight things of a session worth keeping
`compaction.py`     a long conversation made shorter, without losing what it needs
`grounding.py`      whether a model's words rest on what was said
"""
