"""Files a person can read: the notes of a day (`notes`) and MEMORY.md (`memory_md`), written safely (`safe`)."""
