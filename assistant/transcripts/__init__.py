"""Conversations as tests: recorded, replayed, accepted."""

from assistant.transcripts.form import Transcript, load, said
from assistant.transcripts.record import record, write
from assistant.transcripts.replay import Outcome, replay

__all__ = ["Outcome", "Transcript", "load", "record", "replay", "said", "write"]
