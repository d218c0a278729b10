"""What a person controls: how it came to be, what waits, what is read again, what it costs, and what goes for good."""

from __future__ import annotations

from perdure.control.audit_front import AuditFront
from perdure.control.doctor import diagnose
from perdure.control.erasure.certificate import Certificate, ErasurePreview
from perdure.control.erasure.erase_front import EraseFront
from perdure.control.erasure.target import ErasureTarget
from perdure.control.history_front import HistoryFront
from perdure.control.portable.reports import ExportReport, ImportReport, Report
from perdure.control.portable_front import PortableFront
from perdure.control.relearn_front import RelearnFront
from perdure.control.review_front import ReviewFront
from perdure.control.type_rules import renew
from perdure.control.usage_front import UsageFront

__all__ = [
    "AuditFront",
    "Certificate",
    "EraseFront",
    "ErasurePreview",
    "ErasureTarget",
    "ExportReport",
    "HistoryFront",
    "ImportReport",
    "PortableFront",
    "RelearnFront",
    "Report",
    "ReviewFront",
    "UsageFront",
    "diagnose",
    "renew",
]
