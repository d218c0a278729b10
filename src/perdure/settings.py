"""From a configuration file and the environment to settings, each with the place it came from.

The file is JSON or TOML with the sections `agent`, `storage`, `memory`, `llm` and `embedding`. First that applies: what
a caller says, the environment (`PERDURE_MEMORY_RECALL_TOP_K`), the file, the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from perdure.config import Config, config_file, default_agent, default_home, environment
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.models.presets import USUAL_KEYS
from perdure.models.settings import ModelSettings
from perdure.parsing import read_json, read_toml
from perdure.urls import shown_url

DEFAULT = "default"
PREFIX = "PERDURE_"
SECRET = ("api_key", "proxy")
FILES = ("config.toml", "config.json")
MAX_FILE = 1 << 20
AGENT = ("id", "name")
STORAGE = ("home", "db_path", "faiss_dir")
# Names of the documents that are not fields of Config: what each means here.
ARCHIVE_ALWAYS = "archival_enabled"
KEY_FROM = "api_key_env"


@dataclass(frozen=True, slots=True)
class SettingValue:
    """One setting: its name, what it is, and where it came from."""

    name: str
    value: Any = field(repr=False)
    source: str

    def as_json(self) -> dict[str, Any]:
        """As it may be shown: no keys, and addresses without their passwords."""
        secret = self.name.rpartition(".")[2] in SECRET and self.value is not None
        return {"name": self.name, "value": "***" if secret else self._shown(plain(self.value)), "source": self.source}

    def _shown(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._shown(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._shown(each) for each in value]
        is_address = isinstance(value, str) and ("://" in value or self.name == "storage.home")
        return shown_url(value) if is_address else value


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, ready to open a runtime with."""

    home: str = field(repr=False)
    agent: str
    agent_name: str | None
    """Its first identity, as long as nobody has said who it is."""
    config: Config
    llm: ModelSettings | None
    embedding: ModelSettings | None
    values: tuple[SettingValue, ...] = field(repr=False)


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, frozenset | set):
        return sorted(plain(each) for each in value)
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def load(file: str | Path | None = None, *, home: str | None = None, agent: str | None = None) -> Settings:
    """Read the settings. Without a file named, `$PERDURE_CONFIG`, else `config.toml` or `config.json` in the home."""
    found = _find(file, home)
    given = {} if found is None else _read(found)
    spoken = environment(PREFIX)
    chosen: dict[str, SettingValue] = {}

    def choose(section: str, name: str, default: Any, hint: Any) -> Any:
        full = f"{section}.{name}"
        variable = f"{PREFIX}{section}_{name}".upper()
        if variable in spoken:
            value, source = _from_text(spoken[variable], hint, variable), f"${variable}"
        elif name in given.get(section, {}):
            value, source = _fit(given[section][name], hint, full), str(found)
        else:
            value, source = default, DEFAULT
        chosen[full] = SettingValue(full, value, source)
        return value

    _check_sections(given, found)
    said_home = _storage(choose, found)
    said_in = chosen["storage.db_path" if chosen["storage.home"].value is None else "storage.home"].source
    agent_id, name = choose("agent", "id", None, str | None), choose("agent", "name", None, str | None)
    config = _memory(choose)
    models = {section: _model(section, choose) for section in ("llm", "embedding")}
    places = {
        "storage.home": ((home, "option"), (spoken.get("PERDURE_HOME"), "$PERDURE_HOME"), (said_home, said_in)),
        "agent.id": ((agent, "option"), (spoken.get("PERDURE_AGENT"), "$PERDURE_AGENT"), (agent_id, str(found))),
    }
    ends = {"storage.home": default_home(), "agent.id": default_agent()}
    for full, told in places.items():
        value, source = next(((value, source) for value, source in told if value), (ends[full], DEFAULT))
        chosen[full] = SettingValue(full, value, source)
    where, who = chosen["storage.home"].value, chosen["agent.id"].value
    called = name if who == (agent_id or default_agent()) else None  # another agent than the file's has another name
    return Settings(where, who, called, config, models["llm"], models["embedding"], tuple(chosen.values()))


Choose = Callable[[str, str, Any, Any], Any]


def _storage(choose: Choose, found: Path | None) -> str | None:
    """The home. A document's `db_path` names it too: one folder per agent stands where it had one file for all."""
    home = choose("storage", "home", None, str | None)
    path = choose("storage", "db_path", None, str | None)
    choose("storage", "faiss_dir", None, str | None)  # vectors are kept in the database; the folder has nothing to hold
    if home is not None or path is None:
        return str(home) if home is not None else None
    base = Path(path.removesuffix(".db")).expanduser()
    return str(base if base.is_absolute() or found is None else found.parent / base)


def _memory(choose: Choose) -> Config:
    hints = get_type_hints(Config)
    base = Config()
    if choose("memory", ARCHIVE_ALWAYS, True, bool) is not True:
        raise InvalidInput(
            "`memory.archival_enabled` must be true: items without the archive would have no evidence",
            field="memory.archival_enabled",
            hint=say("hint.forget_instead"),
        )
    chosen = {name: choose("memory", name, getattr(base, name), hints[name]) for name in _settable()}
    for name, value in chosen.items():
        if isinstance(value, Mapping):  # what a table does not name keeps its default
            chosen[name] = MappingProxyType({**getattr(base, name), **value})
    return Config(**chosen)


def _model(section: str, choose: Choose) -> ModelSettings | None:
    hints = get_type_hints(ModelSettings)
    names = ("provider", "model", "base_url", "api_key", "dimension", "batch", "cached", "proxy")
    base = ModelSettings()
    wanted = {name: choose(section, name, None, hints[name] | None) for name in names}
    if wanted["provider"] is None:
        return None
    variable = choose(section, KEY_FROM, USUAL_KEYS.get(wanted["provider"].lower()), str | None)
    if wanted["api_key"] is None and variable is not None:
        wanted["api_key"] = environment("").get(variable)
    given_ones = {name: value for name, value in wanted.items() if value is not None}
    return ModelSettings.of({"batch": base.batch, "cached": base.cached, **given_ones})


def _find(file: str | Path | None, home: str | None) -> Path | None:
    named = file or config_file()
    if named:
        path = _expanded(named)
        if not _is_file(path):
            shown = str(path)[:200].encode("utf-8", "backslashreplace").decode()
            raise InvalidInput(f"there is no configuration file `{shown}`", field="config", hint=say("hint.check_path"))
        return path
    where = home or default_home()
    if "://" in where:
        return None
    folder = _expanded(where)
    return next((folder / name for name in FILES if _is_file(folder / name)), None)


def _expanded(path: str | Path) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:  # nobody of the name after `~`
        return Path(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_FILE + 1)
        if len(text) > MAX_FILE:
            raise InvalidInput(f"`{path}` is longer than {MAX_FILE:,} characters", field="config")
        content = read_json(text) if path.suffix.lower() == ".json" else read_toml(text)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"`{path}` cannot be read", field="config") from error
    except ValueError as error:  # what both parsers raise
        raise InvalidInput(f"`{path}` is not well formed: {error}", field="config") from None
    if not isinstance(content, dict):
        raise InvalidInput(f"`{path}` must contain sections", field="config", hint=say("hint.list_sections"))
    return content


def _settable() -> list[str]:
    """The fields of Config that a file can hold: all but the token counter and the policy, which are code."""
    return [f.name for f in fields(Config) if f.name not in ("tokens", "policy")]


def known() -> dict[str, tuple[str, ...]]:
    """The names of every section."""
    memory = (*_settable(), ARCHIVE_ALWAYS)
    model = (*(f.name for f in fields(ModelSettings) if f.name != "limits"), KEY_FROM)
    return {"agent": AGENT, "storage": STORAGE, "memory": memory, "llm": model, "embedding": model}


def _check_sections(given: Mapping[str, Any], found: Path | None) -> None:
    names = known()
    for section, content in given.items():
        if section not in names:
            raise _unknown(section, names, found)
        if not isinstance(content, Mapping):
            raise InvalidInput(f"`{section}` must be a section with names and values", field=section)
        for name in content:
            if name not in names[section]:
                raise _unknown(f"{section}.{name}", {f"{section}.{each}" for each in names[section]}, found)


def _unknown(name: str, accepted: Any, found: Path | None) -> InvalidInput:
    near = get_close_matches(name, list(accepted), n=1)
    hint = say("hint.did_you_mean", name=near[0]) if near else say("hint.list_settings")
    return InvalidInput(f"`{name}` in `{found}` is not a setting", field=name, hint=hint)


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    timedelta: "seconds",
    Mapping: "a table",
    frozenset: "a list",
    tuple: "a list",
    Path: "a path",
}


def _fit(value: Any, hint: Any, name: str) -> Any:
    """A value of a file as the setting's type, or an error that says what is accepted."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for kind in kinds:
        base = get_origin(kind) or kind
        if base is type(None) and value is None:
            return None
        if base is timedelta and isinstance(value, int | float) and not isinstance(value, bool):
            return timedelta(seconds=value)
        if base is Path and isinstance(value, str):
            return value
        if base is float and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        if base in (frozenset, tuple) and isinstance(value, list):
            return base(value)
        if base is bool or isinstance(value, bool):
            if base is bool and isinstance(value, bool):
                return value
        elif isinstance(base, type) and isinstance(value, base):
            return value
    wanted = " or ".join(_KINDS.get(get_origin(k) or k, str(k)) for k in kinds if k is not type(None))
    raise InvalidInput(f"`{name}` must be {wanted}, not {type(value).__name__}", field=name)


def _from_text(text: str, hint: Any, name: str) -> Any:
    """A value of the environment: what reads as JSON is taken so, all else is text."""
    try:
        value = read_json(text)
    except ValueError:
        value = text
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return _fit(text if str in kinds and not isinstance(value, str) else value, hint, name)
