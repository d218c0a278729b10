from tests.homes import busy_database, busy_home, clock, home, luna, runtime, sqlite_runtime

__all__ = ["busy_database", "busy_home", "clock", "home", "luna", "runtime", "sqlite_runtime"]
