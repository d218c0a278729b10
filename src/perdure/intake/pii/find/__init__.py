"""The finders, one for each family. Each takes a `View` and yields what it found; overlaps are settled later."""
