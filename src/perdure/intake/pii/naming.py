"""Names of things (sessions, scopes, speakers, tools, keys): kept exactly, so what is private in one cannot be masked.

Two people whose addresses were masked alike would become one. A name that holds something private is therefore refused,
unless the policy keeps the class; what only has to be told apart, such as an idempotency key, may be kept as a hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from perdure.errors import InvalidInput
from perdure.intake.pii.kinds import KINDS
from perdure.intake.pii.policy import Policy, PrivacyAction, as_policy, check_allow
from perdure.intake.pii.scan import scan
from perdure.messages import say


def private_in(
    name: str, policy: Policy | Mapping[str, PrivacyAction | str] | None = None, allow: Iterable[str] = ()
) -> tuple[str, ...]:
    """The classes of what stands in the name and must not be kept as it is; empty for nearly every name."""
    rules, allowed = as_policy(policy), check_allow(allow)
    found = {one.kind for one in scan(name) if rules.action(one.kind, allowed) is not PrivacyAction.STORE}
    return tuple(kind for kind in KINDS if kind in found)


def clean_name(
    name: str, field: str, policy: Policy | Mapping[str, PrivacyAction | str] | None = None, allow: Iterable[str] = ()
) -> str:
    """The name as given. One that holds something private is refused, without repeating it."""
    kinds = private_in(name, policy, allow)
    if not kinds:
        return name
    what = ", ".join(f"`{kind}`" for kind in kinds)
    raise InvalidInput(
        f"`{field}` contains private text ({what}), and a name is kept exactly as it is",
        field=field,
        hint=say("hint.id_without_pii", kind=kinds[0]),
    )
