"""The words of one language: a template per code, and how lists and fixed words are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Template = str | tuple[str, str]
"""A text with `{parameters}`; two of them where `count` decides: the first for one, the second for any other number.

A parameter is written as it is, a list with commas between, a message in the language of the whole. Behind a colon:
`word` translates a fixed word such as a source, `and` ends a list as a sentence does, `or` offers one of a list,
`json` writes it as JSON, `each X` puts X before every member.
"""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that is said in one language."""

    messages: Mapping[str, Template]
    surfaces: Mapping[str, Mapping[str, Template]] = field(default_factory=dict)
    """Per surface, what it says in other words than the library."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Fixed words that stand in parameters: sources, states. What is not listed is written as it is."""
    comma: str = ", "
    last: str = ", "
    """What stands before the last member of a list that ends a sentence."""
    either: str = ", "
    """What stands between members of which one is meant."""

    def template(self, code: str, surface: str | None) -> Template | None:
        """The template of a code; None where this language has none."""
        return self.surfaces.get(surface or "", {}).get(code) or self.messages.get(code)

    def fill(self, template: Template, params: Mapping[str, object], show: Callable[[object], str]) -> str:
        """The template with its parameters. `show` writes one that is neither a list nor asked for in a special way."""
        if isinstance(template, tuple):
            template = template[0] if params.get("count") == 1 else template[1]
        return template.format_map({name: _Parameter(value, self, show) for name, value in params.items()})


class _Parameter:
    """A parameter that writes itself as its template asks."""

    def __init__(self, value: object, catalogue: Catalogue, show: Callable[[object], str]) -> None:
        self._value = value
        self._catalogue = catalogue
        self._show = show

    def __format__(self, spec: str) -> str:
        catalogue, members = self._catalogue, self._members()
        match spec.partition(" "):
            case ("word", _, _):
                return catalogue.comma.join(catalogue.words.get(member, member) for member in members)
            case ("and", _, _):
                return catalogue.last.join(filter(None, (catalogue.comma.join(members[:-1]), *members[-1:])))
            case ("or", _, _):
                return catalogue.either.join(members)
            case ("json", _, _):
                return json.dumps(self._value, ensure_ascii=False)
            case ("each", _, before):
                return " ".join(f"{before}{member}" for member in members)
        return catalogue.comma.join(members)

    def _members(self) -> Sequence[str]:
        value = self._value
        return [self._show(member) for member in value] if isinstance(value, list | tuple) else [self._show(value)]
