"""Training speed of one configuration: tokens/s or samples/s of the whole job, with a range.

Transformers follow one step-time law (`step`), images a law of multiply-accumulates and activations, diffusion and
speech one of positions (`samples`).
"""

from assistant.sizing.speed.estimate import estimate
from assistant.sizing.speed.request import SpeedRequest
from assistant.sizing.speed.result import SpeedEstimate

__all__ = ["SpeedEstimate", "SpeedRequest", "estimate"]
