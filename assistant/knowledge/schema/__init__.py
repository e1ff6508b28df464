"""What the YAML files may say: one module a concept, every record frozen and closed."""

from assistant.knowledge.schema.base import Bilingual, Record
from assistant.knowledge.schema.claim import Claim, Disagreement
from assistant.knowledge.schema.constant import Constant
from assistant.knowledge.schema.fact import FactDeclaration
from assistant.knowledge.schema.gpu import Gpu
from assistant.knowledge.schema.model import LooseName, Model
from assistant.knowledge.schema.offer import Offer
from assistant.knowledge.schema.rate import Rate
from assistant.knowledge.schema.rule import Rule, Table
from assistant.knowledge.schema.slot import Slot
from assistant.knowledge.schema.source import Source
from assistant.knowledge.schema.text import Text
from assistant.knowledge.schema.topic import Concept, Refusal, Topic
from assistant.knowledge.schema.vocabulary import Term
from assistant.knowledge.schema.waiver import LintWaiver

__all__ = [
    "Bilingual",
    "Claim",
    "Concept",
    "Constant",
    "Disagreement",
    "FactDeclaration",
    "Gpu",
    "LintWaiver",
    "LooseName",
    "Model",
    "Offer",
    "Rate",
    "Record",
    "Refusal",
    "Rule",
    "Slot",
    "Source",
    "Table",
    "Term",
    "Text",
    "Topic",
]
