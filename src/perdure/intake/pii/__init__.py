"""Cleaning: what is private or secret in a text is found and dealt with before anything keeps, indexes or sends it.

    scan(text)                          what is there, by class, with exact offsets
    clean(text, policy, allow)          the text as it may be kept, and what to tell the user
    clean_json(value, policy, allow)    the same for the arguments and results of tools
    clean_event(event, policy, allow)   the same for a whole event, with its attachments as far as they are text
    clean_name(name, field, policy)     a name of a session, scope, speaker, tool: refused if anything in it is private

A text is normalised first (width, digits of any script, invisible characters, `[at]` and `[dot]`, numbers digit by
digit or in words), then looked through; what is masked is the given text. Every pattern over a whole text runs on RE2
and the others see a bounded piece, so that no input can make it slow.

Found, in English and Chinese: passwords, PINs and codes that are called so (`my password is …`, `验证码…`), settings
and fields (`DB_PASS=`, `"token":`), columns, command lines, Wi-Fi strings, logins in links and headers, keys by their
shape, links that post, JWTs, private keys, passphrases, seed phrases; cards, IBANs, ID numbers, phone numbers, e-mail
addresses, passports, plates. In sentences before or after their name, in forms, tables, settings, programs and chats.

Not promised, because nothing in the text tells it from other words:
    names, addresses and birthdays of people; IP addresses (they are rarely one person's secret)
    a secret without a word that says so (`it is hunter2`), or whose name stands in another message
    a password that is an adjective, a participle or a word of grammar (`my password is wrong`), or Chinese characters
    alone, unless it is called a phrase; a phrase without `is`, a sign or quotes before it
    a `code`, a `key` or a `secret` said without what it opens (`the code is 4821`), and short ones behind `token`
    answers to security questions, licence keys, ids of sessions
    secrets that are encoded (Base64, hex), spelled letter by letter, split over messages or shown in a picture
    words for secrets, and seed phrases, in other languages than English and Chinese
    attachments that are no text, or larger than a megabyte: the receipt counts them
"""

from perdure.intake.pii.clean import Cleaned, clean
from perdure.intake.pii.kinds import KINDS, FoundSecret
from perdure.intake.pii.naming import clean_name, private_in
from perdure.intake.pii.policy import Policy, PrivacyAction
from perdure.intake.pii.scan import scan
from perdure.intake.pii.structured import CleanedJSON, Report, clean_event, clean_json, names_secret

__all__ = [
    "KINDS",
    "Cleaned",
    "CleanedJSON",
    "FoundSecret",
    "Policy",
    "PrivacyAction",
    "Report",
    "clean",
    "clean_event",
    "clean_json",
    "clean_name",
    "names_secret",
    "private_in",
    "scan",
]
