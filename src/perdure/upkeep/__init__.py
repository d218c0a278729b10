"""What a memory does with itself once a day: `steps` in their order, run by `run`, and what was forgotten by them.

report      what a run did, or would do          steps      one function per step
forgotten   what ended, and putting it back      alike      items that may say the same in other words
summary     a day in a few lines                 schedule   when the next run is due, and lines for cron and its like
"""
