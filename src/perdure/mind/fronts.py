"""What an agent shows of this room: one front per `luna.<name>`, or per group of its verbs."""

from __future__ import annotations

from perdure.mind.compaction import Compaction, ContextUse
from perdure.mind.compaction_front import CompactionFront
from perdure.mind.experience_front import ExperienceFront
from perdure.mind.identity_front import IdentityFront
from perdure.mind.knowledge_front import KnowledgeFront
from perdure.mind.patches_front import PatchesFront, notice
from perdure.mind.sessions_front import SessionsFront
from perdure.mind.shown_items import ShownItems
from perdure.mind.skills_front import SkillsFront
from perdure.mind.working_front import WorkingFront

__all__ = [
    "Compaction",
    "CompactionFront",
    "ContextUse",
    "ExperienceFront",
    "IdentityFront",
    "KnowledgeFront",
    "PatchesFront",
    "SessionsFront",
    "ShownItems",
    "SkillsFront",
    "WorkingFront",
    "notice",
]
