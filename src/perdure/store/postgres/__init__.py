"""Agents in a PostgreSQL database. Needs the extra `postgres`, and says so when it is missing."""

from perdure.errors import Unsupported
from perdure.messages import say

try:
    import psycopg as psycopg
    import psycopg_pool as psycopg_pool
except ImportError as missing:
    raise Unsupported(
        "a `postgresql://` home needs the packages `psycopg` and `psycopg_pool`",
        hint=say("hint.install_postgres"),
    ) from missing
