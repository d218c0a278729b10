from tests.homes import busy_database, busy_home, clock

__all__ = ["busy_database", "busy_home", "clock"]
