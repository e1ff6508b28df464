"""Speed-up and efficiency of data parallelism, for one to n cards."""

from assistant.sizing.scaling.estimate import ScalingEstimate, curve, estimate
from assistant.sizing.scaling.request import ScalingRequest

__all__ = ["ScalingEstimate", "ScalingRequest", "curve", "estimate"]
