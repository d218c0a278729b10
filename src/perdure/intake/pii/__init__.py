"""Cleaning: what is private or secret in a text is found and dealt with before anything keeps, indexes or sends it.

    scan(text)                          what is there, by class, with exact offsets
    clean(text, policy, allow)          the text as it may be kept, and what to tell the user
    clean_json(value, policy, allow)    the same for the arguments and results of tools
    clean_event(event, policy, allow)   the same for a whole event

Names and addresses of people are not found, nor are IP addresses (they are rarely one person's secret). Attachments are
not looked into. Every pattern runs on RE2, so that no input can make it slow.
"""

from perdure.intake.pii.clean import Cleaned, clean
from perdure.intake.pii.kinds import KINDS, Found
from perdure.intake.pii.policy import Action, Policy
from perdure.intake.pii.scan import scan
from perdure.intake.pii.structured import CleanedJSON, Report, clean_event, clean_json, names_secret

__all__ = [
    "KINDS",
    "Action",
    "Cleaned",
    "CleanedJSON",
    "Found",
    "Policy",
    "Report",
    "clean",
    "clean_event",
    "clean_json",
    "names_secret",
    "scan",
]
