"""Erasing: what a person asks to be gone is gone from rows, versions, copies, indexes and files, and that is proved.

target       what is asked for                 closure   what goes with it, and what is kept without it
choose       which items, spans and records    remove    rows: versions, spans, copies, tombstones
patterns     the forms a text takes in bytes   notes     text files of the agent's folder
scan         looking through every byte        certificate   what is answered: ids and counts, never text
"""
