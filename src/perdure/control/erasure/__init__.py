"""Erasing: what a person asks to be gone is gone from rows, versions, copies, indexes and files, and that is proved.

target       what is asked for                 closure      what goes with it, and what is kept without it
choose       which items, spans and records    remove       rows: versions, spans, copies, tombstones
patterns     the forms a text takes in bytes   folder       files: rewriting text, looking at every byte
standing     where the words stand besides     certificate  what is answered: ids and counts, never text
replay       older copies of the database      erase_front  the steps, and finishing what was cut short
"""
