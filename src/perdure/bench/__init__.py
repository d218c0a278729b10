"""Measuring recall on public data sets, through the same verbs that everybody uses."""
