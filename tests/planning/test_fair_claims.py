"""What a plan says of other machines holds against the catalogue, and one machine has one set of figures."""

from __future__ import annotations

from planning_jobs import planned

from assistant.knowledge import Knowledge
from assistant.planning import Owned


def test_own_hardware_is_shown_with_one_length_whether_cheapest_or_recommended(kb: Knowledge) -> None:
    own = Owned(gpu="RTX 3090", count=2)
    result = planned(kb, task="speech", model="whisper-large-v3", dataset_audio_hours=1200, owned=own)
    mine = [option for option in result.options.values() if option.offer.provider == "owned"]
    assert mine
    assert all(option == result.plan for option in mine)
