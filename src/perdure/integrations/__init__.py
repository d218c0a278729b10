"""Ways into programs that people already use."""
