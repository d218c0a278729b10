"""All memory types by name: those in this folder, and those that other packages bring under `perdure.types`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import perdure.types
from perdure.errors import InvalidInput, Unsupported
from perdure.messages import say
from perdure.types.base import MemoryType, OnConflict
from perdure.values import check_text

GROUP = "perdure.types"
MAX_PARTS = 8

_WORD = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Registry:
    """The types in force. Iterating gives them in the order of their names; `get` also knows their other names."""

    types: Mapping[str, MemoryType]
    aliases: Mapping[str, str]

    def __iter__(self) -> Iterator[MemoryType]:
        return iter(self.types.values())

    def __len__(self) -> int:
        return len(self.types)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _folded(name) in self.aliases

    @property
    def names(self) -> tuple[str, ...]:
        """The accepted names, without aliases."""
        return tuple(self.types)

    @property
    def stored_names(self) -> frozenset[str]:
        """The names that items in a store may have: today's and earlier ones."""
        return frozenset(self.types) | {was.type for kind in self for was in kind.formerly}

    def get(self, name: str) -> MemoryType:
        """The type of that name or alias, in upper or lower case."""
        if name in self:
            return self.types[self.aliases[_folded(name)]]
        accepted = ", ".join(f"`{known}`" for known in self.names)
        raise InvalidInput(
            f"`type` is unknown: got {_shown(name)}; accepted are {accepted}",
            field="type",
            hint=self._nearest(name),
        )

    def normal_key(self, key: str) -> str:
        """A key as a person wrote it, in its normal form. Its first part says which type it is of."""
        check_text(key, "key", max_bytes=8_000)
        prefix = key.replace("：", ":").split(":")[0].strip().casefold()
        for known in self:
            if known.prefix == prefix:
                return known.check_key(key)
        rules = [f"`{known.key_rule}`" for known in self]
        raise InvalidInput(
            "`key` begins with no known prefix", field="key", hint=say("hint.keys_look_like", rules=rules)
        )

    def _nearest(self, name: object) -> str:
        from difflib import get_close_matches  # only a wrong name needs it

        near = get_close_matches(_folded(name[:40]), self.aliases, n=1, cutoff=0.6) if isinstance(name, str) else []
        return say("hint.did_you_mean", name=self.aliases[near[0]]) if near else say("hint.add_types")


def _shown(name: object) -> str:
    """What was given, as it can be written down."""
    if not isinstance(name, str):
        return type(name).__name__
    return f"`{name[:40].encode('utf-8', 'backslashreplace').decode()}`"


def _folded(name: str) -> str:
    return name.strip().casefold()


@cache
def builtin() -> Registry:
    """The types of this folder: every module here that has a `TYPE`."""
    modules = (import_module(f"{GROUP}.{module.name}") for module in iter_modules(perdure.types.__path__))
    return _registry(("perdure", module.TYPE) for module in modules if hasattr(module, "TYPE"))


@cache
def load() -> Registry:
    """The types of this folder and of all installed packages, looked up once."""
    return _registry([*(("perdure", known) for known in builtin()), *_installed()])


def _installed() -> Iterator[tuple[str, object]]:
    from importlib.metadata import entry_points  # a tenth of the start-up time, needed once

    for point in sorted(
        entry_points(group=GROUP), key=lambda point: (point.dist.name if point.dist else "", point.name)
    ):
        package = point.dist.name if point.dist else point.value
        try:
            yield package, point.load()
        except Exception as bad:  # importing another package may raise anything
            raise _unusable(package, f"`{point.name}` cannot be loaded ({type(bad).__name__})") from bad


def _registry(found: Iterable[tuple[str, object]]) -> Registry:
    types: dict[str, MemoryType] = {}
    aliases: dict[str, str] = {}
    prefixes: set[str] = set()
    for package, kind in found:
        if not isinstance(kind, MemoryType):
            raise _unusable(package, f"a `{GROUP}` entry must be a MemoryType: got {type(kind).__name__}")
        if wrong := _broken_rule(kind):
            raise _unusable(package, f"type `{kind.name}`: {wrong}")
        former = {was.type for was in kind.formerly} - {kind.name}
        names = [kind.name, *map(_folded, kind.aliases), *sorted(former - {*map(_folded, kind.aliases)})]
        taken = [name for name in names if name in aliases]
        if taken or kind.prefix in prefixes:
            raise _unusable(package, f"type `{kind.name}`: `{(*taken, kind.prefix)[0]}` is already taken")
        types[kind.name] = kind
        prefixes.add(kind.prefix)
        aliases.update(dict.fromkeys(names, kind.name))
    in_order = dict(sorted(types.items()))
    return Registry(MappingProxyType(in_order), MappingProxyType(aliases))


def _broken_rule(kind: MemoryType) -> str | None:
    """Which of the rules that every type follows this one breaks, if any."""
    parts = [part.name for part in kind.shape]
    for word, what in ((kind.name, "name"), (kind.prefix, "prefix"), *((part, "key part") for part in parts)):
        if not _WORD.fullmatch(word):
            return f"its {what} must be a lower-case word"
    if not 1 <= len(parts) <= MAX_PARTS or len(set(parts)) < len(parts):
        return f"its key needs one to {MAX_PARTS} parts with names of their own"
    if kind.on_conflict in (OnConflict.MERGE, OnConflict.ACCUMULATE) and kind.combine is None:
        return f"`{kind.on_conflict}` needs a `combine`"
    if len(kind.formerly) != kind.rules - 1:
        return f"rules {kind.rules} need {kind.rules - 1} in `formerly`, so that what is stored can follow"
    return None


def _unusable(package: str, wrong: str) -> Unsupported:
    return Unsupported(f"package `{package}`: {wrong}", hint=say("hint.update_package", package=package))
