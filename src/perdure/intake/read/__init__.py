"""The reader: what a turn states, clause by clause, with no model behind it but the packaged encoder.

A pure library. Nothing in here writes, waits or decides: `read` proposes, the rules of memory decide.
"""
