"""What is to be done with each class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from perdure.errors import InvalidInput
from perdure.intake.pii.kinds import KINDS
from perdure.messages import say
from perdure.values import check_list


class PrivacyAction(StrEnum):
    """What happens to a value of a class."""

    MASK = "mask"
    """A placeholder takes its place; the sentence around it stays."""
    STORE = "store"
    """It is kept as it was said."""
    REFUSE = "refuse"
    """The text that holds it must not be kept at all."""
    CONFIRM = "confirm"
    """Masked like `mask`, and the user is asked to send it again with `allow` if it should be kept."""


@dataclass(frozen=True, slots=True)
class Policy:
    """An action for each class; `default` for those not named. `Policy({"email": "store", "bank_card": "refuse"})`."""

    actions: Mapping[str, PrivacyAction | str] = field(default_factory=dict)
    default: PrivacyAction | str = PrivacyAction.MASK

    def __post_init__(self) -> None:
        if not isinstance(self.actions, Mapping):
            raise InvalidInput("`actions` must map classes to actions", field="actions")
        actions = {check_kind(kind, "actions"): _action(action) for kind, action in self.actions.items()}
        object.__setattr__(self, "actions", MappingProxyType(actions))
        object.__setattr__(self, "default", _action(self.default))

    def action(self, kind: str, allow: Iterable[str] = ()) -> PrivacyAction:
        """For this class, when the user allows these. What the policy refuses no `allow` can admit."""
        action = PrivacyAction(self.actions.get(kind, self.default))
        return PrivacyAction.STORE if kind in allow and action is not PrivacyAction.REFUSE else action


def as_policy(policy: Policy | Mapping[str, PrivacyAction | str] | None) -> Policy:
    if policy is None:
        return Policy()
    return policy if isinstance(policy, Policy) else Policy(policy)


def check_allow(allow: Iterable[str]) -> frozenset[str]:
    several = allow if isinstance(allow, set | frozenset) else check_list(allow, "allow")
    return frozenset(check_kind(kind, "allow") for kind in several)


def check_kind(kind: object, name: str) -> str:
    """A class that exists. What was given is not repeated: somebody may have put the value there instead."""
    if isinstance(kind, str) and kind in KINDS:
        return kind
    raise InvalidInput(
        f"`{name}` names a class that does not exist",
        field=name,
        hint=_known("hint.pii_kinds", "hint.near_pii_kind", kind, KINDS),
    )


def _action(action: object) -> PrivacyAction:
    try:
        return PrivacyAction(str(action))
    except ValueError:
        hint = _known("hint.pii_actions", "hint.near_pii_action", action, [a.value for a in PrivacyAction])
        raise InvalidInput("a policy names an action that does not exist", field="actions", hint=hint) from None


def _known(code: str, near_code: str, given: object, known: Iterable[str]) -> str:
    """The names there are; by the second code where one of them comes near to what was given."""
    from difflib import get_close_matches

    wanted, names = given.lower().replace("-", "_")[:40] if isinstance(given, str) else "", list(known)
    shown = [f"`{name}`" for name in names]
    near = get_close_matches(wanted, names, n=1, cutoff=0.5)
    return say(near_code, near=near[0], names=shown) if near else say(code, names=shown)
