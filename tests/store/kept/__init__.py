"""Databases as past versions of the schema wrote them, one folder for each. They are never written again."""
