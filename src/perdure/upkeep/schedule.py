"""When the daily run is due, in local time, and how other programs are told to start it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, get_args
from xml.sax.saxutils import escape

from perdure.errors import InvalidInput
from perdure.messages import say

Scheduler = Literal["cron", "launchd", "systemd"]
USUAL = "03:30"


Zone = tzinfo | None
"""Whose clock counts; None is this machine's."""


def local_day(now: datetime, zone: Zone) -> date:
    """The day it is there."""
    return now.astimezone(zone).date()


def day_span(day: date, zone: Zone) -> tuple[datetime, datetime]:
    """A local day from its first moment up to the first of the next, however long it is."""
    return _at(day, time.min, zone), _at(day + timedelta(days=1), time.min, zone)


def is_due(now: datetime, at: str, last: date | None, zone: Zone) -> bool:
    """Whether the run of a day is still to be done: today's after its time, or one that was missed altogether."""
    local = now.astimezone(zone)
    today = local.date()
    if last is not None and last >= today:
        return False
    return local.time() >= time.fromisoformat(at) or (last is not None and last < today - timedelta(days=1))


def seconds_until(now: datetime, at: str, zone: Zone) -> float:
    """Seconds until the clock next shows this time."""
    today, moment = local_day(now, zone), time.fromisoformat(at)
    then = next(t for n in range(3) if (t := _at(today + timedelta(days=n), moment, zone)) > now)
    return (then - now).total_seconds()


def _at(day: date, moment: time, zone: Zone) -> datetime:
    """When the clock shows this on a day. A time without a zone is taken for this machine's."""
    return datetime.combine(day, moment, zone).astimezone(UTC)


def lines_for(scheduler: str, command: Sequence[str], at: str = USUAL) -> str:
    """What to put into the crontab, a launchd agent or a systemd user unit, so that the command runs every day."""
    try:
        moment = time.fromisoformat(at)
    except ValueError:
        raise InvalidInput("`at` must be a time of day such as `03:30`", field="at") from None
    match scheduler:
        case "cron":
            # In a crontab `%` ends the command.
            quoted = shlex.join(command).replace("%", "\\%")
            return f"{moment.minute} {moment.hour} * * * {quoted}"
        case "launchd":
            return _launchd(command, moment)
        case "systemd":
            return _systemd(command, moment)
    known = ", ".join(f"`{name}`" for name in get_args(Scheduler))
    raise InvalidInput(
        f"there is no scheduler of this name; there are {known}", field="scheduler", hint=say("hint.daily")
    )


def _launchd(command: Sequence[str], at: time) -> str:
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in command)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- ~/Library/LaunchAgents/perdure.daily.plist, then: launchctl load ~/Library/LaunchAgents/perdure.daily.plist -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>perdure.daily</string>
  <key>ProgramArguments</key>
  <array>
{words}
  </array>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>{at.hour}</integer>
    <key>Minute</key>
    <integer>{at.minute}</integer>
  </dict>
</dict>
</plist>"""


def _systemd(command: Sequence[str], at: time) -> str:
    quoted = shlex.join(command).replace("%", "%%")
    return f"""# ~/.config/systemd/user/perdure-daily.service
[Unit]
Description=Daily upkeep of Perdure

[Service]
Type=oneshot
ExecStart={quoted}

# ~/.config/systemd/user/perdure-daily.timer, then: systemctl --user enable --now perdure-daily.timer
[Unit]
Description=Daily upkeep of Perdure

[Timer]
OnCalendar=*-*-* {at:%H:%M}:00
Persistent=true

[Install]
WantedBy=timers.target"""
