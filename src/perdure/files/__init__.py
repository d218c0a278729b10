"""Files a person can read and edit: MEMORY.md, USER.md and notes, and how they and memory are kept in step."""
