"""The tests. A package, so that `tests.postgres` means this folder whatever else is installed."""
