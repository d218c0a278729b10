"""The registry: which types there are, by which names, and how another package adds one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import perdure.types
from perdure.errors import InvalidInput, Unsupported
from perdure.types.base import OnConflict, Tier
from perdure.types.registry import builtin, load
from perdure.values import Source
from tests.types.examples import CONTEXT

NINE = ("profile", "preferences", "goals", "tasks", "decisions", "entities", "events", "cases", "patterns")
MORE = ("facts", "rules", "relationships", "lessons", "skills", "episodes", "identity", "patches", "notes")

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with one entry point on the path, as an installer would."""
    modules: list[str] = []

    def put(package: str, source: str) -> None:
        (tmp_path / f"{package}.py").write_text(source, encoding="utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[perdure.types]\n{package}_type = {package}:TYPE\n")
        modules.append(package)
        load.cache_clear()

    monkeypatch.syspath_prepend(str(tmp_path))
    load.cache_clear()
    yield put
    load.cache_clear()
    for module in modules:
        sys.modules.pop(module, None)


RECIPE = """
from perdure.types.base import MemoryType, OnConflict, Part, Value

class Recipe(Value):
    cuisine: str
    dish: str

TYPE = MemoryType(
    name={name!r}, prefix={prefix!r}, value=Recipe, parts=lambda value, _: (value.cuisine, value.dish)[:{parts}],
    shape=(Part("cuisine"), Part("dish"))[:{parts}], on_conflict=OnConflict.{conflict},
    describe=lambda value: value.dish, aliases={aliases!r},
)
"""


def recipe(
    name: str = "recipes",
    prefix: str = "recipe",
    parts: int = 2,
    conflict: str = "OVERWRITE",
    aliases: tuple[str, ...] = ("dish",),
) -> str:
    return RECIPE.format(name=name, prefix=prefix, parts=parts, conflict=conflict, aliases=aliases)


@pytest.mark.requirement("R006", "R057", "R355")
def test_the_nine_first_types_and_nine_more_are_there() -> None:
    assert builtin().names == tuple(sorted((*NINE, *MORE)))
    assert len(builtin()) == 18


def test_a_new_type_is_one_new_file() -> None:
    files = {path.stem for path in Path(perdure.types.__path__[0]).glob("*.py")}
    assert {kind.name for kind in builtin()} <= files


@pytest.mark.requirement("R081", "R088")
@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("fact", "facts"),
        ("preference", "preferences"),
        ("relationship", "relationships"),
        ("goal", "goals"),
        ("rule", "rules"),
        ("summary", "episodes"),
        ("FACT", "facts"),
        ("PREFERENCE", "preferences"),
        ("SKILL", "patterns"),
        ("ERROR", "lessons"),
        ("RULE", "rules"),
        ("procedure", "patterns"),
        ("correction", "patches"),
        ("Experience", "cases"),
        ("memory_skills", "skills"),
        ("memory_identity", "identity"),
        (" Preferences ", "preferences"),
    ],
)
def test_the_words_of_other_documents_lead_to_one_type(word: str, name: str) -> None:
    assert builtin().get(word).name == name
    assert word in builtin()


@pytest.mark.parametrize(
    ("word", "near"),
    [("preferance", "preferences"), ("Tsaks", "tasks"), ("decison", "decisions"), ("errors", "lessons")],
)
def test_an_unknown_type_is_refused_with_the_accepted_and_the_nearest(word: str, near: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        builtin().get(word)
    assert (bad.value.field, bad.value.hint) == ("type", f"did you mean `{near}`?")
    assert all(f"`{name}`" in bad.value.message for name in builtin().names)


@pytest.mark.parametrize("word", ["", "火星", None, 3, "x" * 10_000])
def test_nonsense_is_refused_in_few_words(word: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        builtin().get(word)
    assert bad.value.field == "type"
    assert len(bad.value.message) < 500


@pytest.mark.requirement("R006")
def test_every_type_has_its_conflict_rule() -> None:
    by_rule = {rule: {kind.name for kind in builtin() if kind.on_conflict is rule} for rule in OnConflict}
    assert by_rule == {
        OnConflict.OVERWRITE: {"preferences", "goals", "tasks", "facts", "rules", "episodes", "identity"},
        OnConflict.VERSIONED: {"decisions", "events", "cases", "patterns", "relationships", "patches"},
        OnConflict.MERGE: {"profile", "entities", "lessons"},
        OnConflict.ACCUMULATE: {"skills"},
        OnConflict.APPEND: {"notes"},
    }


@pytest.mark.requirement("R006")
def test_gate_authority_and_scope_are_fixed_by_the_type() -> None:
    kinds = list(builtin())
    assert {kind.name for kind in kinds if kind.tier is Tier.MUST} == {"decisions", "tasks"}
    assert {kind.name for kind in kinds if kind.tier is Tier.DIRECT} == {"episodes", "identity", "notes"}
    assert {kind.name for kind in kinds if kind.least_source is Source.USER} == {"identity", "patches", "rules"}
    assert {kind.name for kind in kinds if kind.least_source is Source.RELAYED} == {"preferences", "profile"}
    assert {kind.name for kind in kinds if kind.always_shared} == {"identity", "patches"}
    assert {kind.name for kind in kinds if kind.renewed_by_use} == {"tasks", "entities"}


@pytest.mark.requirement("R079")
def test_an_installed_package_adds_a_type(install: Install) -> None:
    assert "recipes" not in load()
    install("cooking", recipe())
    kind = load().get("Dish")
    assert (kind.name, len(load()), load() is load()) == ("recipes", 19, True)
    assert kind.key(kind.parse({"cuisine": "川菜", "dish": "Mapo Tofu"}), CONTEXT) == "recipe:川菜:mapo_tofu"
    assert "recipes" not in builtin()


@pytest.mark.requirement("R079")
@pytest.mark.parametrize(
    "source",
    [
        recipe(prefix="Recipe"),
        recipe(prefix="re:cipe"),
        recipe(prefix="1recipe"),
        recipe(prefix=""),
        recipe(name="Recipes!"),
        recipe(parts=0),
        recipe(conflict="MERGE"),
        recipe(name="preferences"),
        recipe(name="rule"),
        recipe(prefix="pref"),
        recipe(aliases=("FACT",)),
        recipe(aliases=("goals",)),
        "TYPE = 3",
        "raise RuntimeError('broken')",
        "",
    ],
)
def test_a_package_that_breaks_the_rules_is_refused_by_its_name(install: Install, source: str) -> None:
    install("cooking", source)
    with pytest.raises(Unsupported) as bad:
        load()
    assert "`cooking`" in bad.value.message
    assert "cooking" in (bad.value.hint or "")


def test_two_packages_cannot_bring_the_same_type(install: Install) -> None:
    install("cooking", recipe())
    install("kitchen", recipe(prefix="meal"))
    with pytest.raises(Unsupported, match="`kitchen`"):
        load()
