"""What tools did: an artifact that was made, a state that was changed, a call that failed and what it teaches.

Only the distilled result becomes a candidate; the whole course stays in the archive. The source is always the tool.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from perdure.intake.extract.contract import Draft, Span, Turn
from perdure.intake.extract.rules.entities import REF, entity, reference
from perdure.intake.extract.sentences import language_of
from perdure.intake.words import regex, words
from perdure.messages import say
from perdure.values import JSON, Event, Role, Source

_MADE = regex(r"(?:^|[_.\-/ ])<tools.made>(?:$|[_.\-/ ])")
_CHANGED = regex(r"(?:^|[_.\-/ ])<tools.changed>(?:$|[_.\-/ ])")
_READS = regex(r"(?:^|[_.\-/ ])<tools.reads>(?:$|[_.\-/ ])")
_CAMEL = regex(r"(?<=[a-z0-9])(?=[A-Z])")
_FAILED_TEXT = regex(
    r"^\W{0,3}(?:\w{0,40}(?:Error|Exception)\b|error\b|failed\b|failure\b|traceback\b|fatal\b"
    r"|<tools.failed>)",
    re.IGNORECASE,
)
_LAST_ERROR = regex(r"^(?P<e>[\w.]{0,60}(?:Error|Exception|Warning)\b[^\n]{0,160})", re.MULTILINE)
_TASK_NAME = regex(r"(?:^|[_.\-/ ])(?:task|todo|ticket|issue|reminder)s?(?:$|[_.\-/ ])")
_STATUS = {
    "done": "done",
    "completed": "done",
    "complete": "done",
    "closed": "done",
    "finished": "done",
    "resolved": "done",
    "todo": "todo",
    "open": "todo",
    "pending": "todo",
    "doing": "doing",
    "in_progress": "doing",
    "in progress": "doing",
    "blocked": "blocked",
}
_MAX = 160

Told = tuple[str, Draft, str, Span]
"""Rule, conclusion, reason, span."""


def from_tool(event: Event, number: int, turn: Turn) -> Iterator[Told]:
    """What one tool event is worth keeping."""
    name = (event.name or "").strip()
    content = event.content
    language = _language(turn)
    if not name:
        return
    acts = _CAMEL.sub("_", name).lower()
    failure = failed(event)
    if failure is not None:
        yield _lesson(name, failure, event, number, turn, language == "zh")
        return
    if _READS.search(acts) and not _MADE.search(acts) and not _CHANGED.search(acts):
        return
    told = list(_task(acts, event, language == "zh")) or list(_artifacts(name, acts, event, language == "zh"))
    if not told and _CHANGED.search(acts):
        told = list(_change(name, event, turn, language == "zh"))
    for rule, draft, reason in told:
        yield rule, draft, reason, _where(content, draft)


def failed(event: Event) -> str | None:
    """What went wrong, in the tool's words; None if nothing did."""
    result = event.result
    if isinstance(result, Mapping):
        error = (
            result.get("error") or result.get("errors") or result.get("stderr")
            if _says_failed(result)
            else result.get("error")
        )
        if error:
            return _line(error)
        return (
            _line(result.get("message") or result.get("output") or result.get("detail") or "failed")
            if _says_failed(result)
            else None
        )
    text = result if isinstance(result, str) else event.content
    if text and _FAILED_TEXT.match(text[:200]):
        found = _LAST_ERROR.findall(text[-2_000:])
        return _line(found[-1] if found else text)
    return None


def _says_failed(result: Mapping[str, JSON]) -> bool:
    code = next(
        (result[k] for k in ("exit_code", "exitCode", "returncode", "code") if isinstance(result.get(k), int)), 0
    )
    status = str(result.get("status", "")).lower()
    ok = next((result[k] for k in ("ok", "success") if isinstance(result.get(k), bool)), True)
    http = isinstance(result.get("status"), int) and int(result["status"]) >= 400
    is_bad_code = code != 0 and not 200 <= code < 400
    return not ok or is_bad_code or http or status in ("error", "failed", "failure", "timeout", "denied")


def _line(text: JSON) -> str:
    if isinstance(text, Mapping):
        text = text.get("message") or text.get("type") or json.dumps(text, ensure_ascii=False)
    if isinstance(text, list | tuple):
        text = text[0] if text else "failed"
    lines = [line.strip() for line in str(text).strip().splitlines() if line.strip()]
    return (lines[0] if lines else "failed")[:_MAX]


def _lesson(name: str, error: str, event: Event, number: int, turn: Turn, is_zh: bool) -> Told:
    # Numbers, paths and quoted names change from call to call; the kind of failure does not.
    kind = re.sub(r"[\d]+|/[\w./-]+|'[^']{0,60}'|\"[^\"]{0,60}\"", " ", error)
    kind = " ".join(kind.split()[:10]) or "failed"
    value: dict[str, JSON] = {"domain": name, "name": kind[:80], "lesson": f"{name}: {error}", "cause": error}
    later = next(
        (e for e in turn.events[number + 1 :] if e.role == Role.TOOL and e.name == event.name and failed(e) is None),
        None,
    )
    if later is not None and later.arguments is not None and later.arguments != event.arguments:
        value["fix"] = f"worked with {_short(later.arguments)}"
    content = f"工具 {name} 调用失败：{error}" if is_zh else f"The tool {name} failed: {error}"
    reason = say("heard.tool_failed", "zh" if is_zh else "en")
    draft = Draft("lessons", value, content, confidence=0.8, importance=0.5, source=Source.TOOL)
    at = event.content.find(error)
    return "tools.failed", draft, reason, (at, at + len(error)) if at >= 0 else (0, len(event.content))


def _short(arguments: JSON) -> str:
    text = json.dumps(arguments, ensure_ascii=False, default=str) if not isinstance(arguments, str) else arguments
    return text if len(text) <= _MAX else f"{text[: _MAX - 3]}..."


def _task(acts: str, event: Event, is_zh: bool) -> Iterator[tuple[str, Draft, str]]:
    if not _TASK_NAME.search(acts):
        return
    given = {
        **(event.arguments if isinstance(event.arguments, Mapping) else {}),
        **(event.result if isinstance(event.result, Mapping) else {}),
    }
    title = next(
        (str(given[k]) for k in ("title", "name", "summary", "task", "text") if isinstance(given.get(k), str)), ""
    )
    status = _STATUS.get(str(given.get("status") or given.get("state") or "").lower())
    if status is None:
        status = (
            "done"
            if re.search(r"complete|close|finish", acts)
            else "todo"
            if re.search(r"create|add|new|open", acts)
            else None
        )
    ident = next(
        (str(given[k]) for k in ("task_id", "id", "key", "number", "issue_id") if given.get(k) not in (None, "")), None
    )
    if status is None or not (title or ident):
        return
    value: dict[str, JSON] = {"title": title or str(ident), "status": status}
    if ident and ident != title:
        value["task_id"] = ident
    shown = {"todo": "待办", "doing": "进行中", "done": "已完成", "blocked": "受阻"}[status] if is_zh else status
    draft = Draft("tasks", value, f"{value['title']} [{shown}]", source=Source.TOOL, confidence=0.85)
    yield "tools.task", draft, say("heard.tool_changed_task", "zh" if is_zh else "en")


def _artifacts(name: str, acts: str, event: Event, is_zh: bool) -> Iterator[tuple[str, Draft, str]]:
    if not (_MADE.search(acts) or _CHANGED.search(acts)) or re.search(r"delete|remove|cancel", acts):
        return
    seen: set[str] = set()
    for place in _places(event.result, event.arguments, event.content):
        found = reference(place)
        if (
            found is None
            and re.fullmatch(r"[^\s]{1,120}", place)
            and re.search(r"[./\\]", place)
            and not place.startswith(".")
        ):
            found = ("file", place, {})
        if found is None or found[1] in seen:
            continue
        seen.add(found[1])
        kind, ref, attrs = found
        draft = entity(
            kind,
            ref,
            f"由工具 {name} 生成" if is_zh else f"made by {name}",
            is_zh=is_zh,
            attrs={**attrs, "made_by": name},
        )
        made = Draft(draft.type, draft.value, draft.content, source=Source.TOOL, confidence=0.9, importance=0.55)
        yield "tools.artifact", made, say("heard.tool_made", "zh" if is_zh else "en")


def _places(*sources: JSON) -> Iterator[str]:
    for source in sources:
        if isinstance(source, Mapping):
            for key in words("tools.places"):
                value = source.get(key)
                for one in value if isinstance(value, list | tuple) else (value,):
                    if isinstance(one, str) and one.strip():
                        yield one.strip()
        elif isinstance(source, str):
            yield from (m.group() for m in list(REF.finditer(source[:1_000]))[:3])


def _change(name: str, event: Event, turn: Turn, is_zh: bool) -> Iterator[tuple[str, Draft, str]]:
    what = _what(event)
    title = f"{name}: {what}" if what else name
    day = (event.timestamp.date() if event.timestamp else turn.today).isoformat()
    draft = Draft(
        "events",
        {"date": day, "title": title},
        f"{day}：{title}" if is_zh else f"{day}: {title}",
        source=Source.TOOL,
        confidence=0.85,
        importance=0.5,
    )
    yield "tools.change", draft, say("heard.tool_changed", "zh" if is_zh else "en")


def _what(event: Event) -> str:
    for source in (event.result, event.arguments):
        if isinstance(source, Mapping):
            for key in words("tools.about"):
                if isinstance(source.get(key), str | int) and not isinstance(source.get(key), bool):
                    return str(source[key])[:80]
    text = event.result if isinstance(event.result, str) else event.content
    return _line(text)[:80] if text else ""


def _where(content: str, draft: Draft) -> Span:
    for name in ("canonical", "title", "task_id"):
        value = draft.value.get(name)
        if isinstance(value, str) and value and (at := content.find(value)) >= 0:
            return at, at + len(value)
    return 0, len(content)


def _language(turn: Turn) -> str:
    said: Sequence[str] = [e.content for e in turn.events if e.role == Role.USER]
    return language_of(said[-1][:400]) if said else "en"
