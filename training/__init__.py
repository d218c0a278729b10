"""Everything that makes the reader's weights: the corpus, its checks, the learning and the figures. Numpy alone."""
