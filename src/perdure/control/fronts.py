"""What an agent shows of this room: one front per `luna.<name>`, or per group of its verbs."""

from __future__ import annotations

from perdure.control.audit_front import AuditFront
from perdure.control.history_front import HistoryFront
from perdure.control.portable.reports import ExportReport, ImportReport, Report
from perdure.control.portable_front import PortableFront
from perdure.control.relearn_front import RelearnFront
from perdure.control.review_front import ReviewFront
from perdure.control.type_rules import renew
from perdure.control.usage_front import UsageFront

__all__ = [
    "AuditFront",
    "ExportReport",
    "HistoryFront",
    "ImportReport",
    "PortableFront",
    "RelearnFront",
    "Report",
    "ReviewFront",
    "UsageFront",
    "renew",
]
