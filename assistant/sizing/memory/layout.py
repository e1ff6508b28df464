"""How the GPUs of a job are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.errors import InputError

if TYPE_CHECKING:
    from assistant.sizing.memory.request import MemoryRequest


def data_parallel(request: MemoryRequest) -> int:
    """Return over how many replicas the data are spread.

    Raises:
        InputError: tensor x pipeline parallelism does not divide the number of GPUs.
    """
    inner = request.tensor_parallel * request.pipeline_parallel
    if request.gpus % inner:
        raise InputError(
            f"tensor_parallel x pipeline_parallel = {inner} must divide gpus = {request.gpus}",
            f"tensor_parallel x pipeline_parallel = {inner} 必须整除 gpus = {request.gpus}",
        )
    return request.gpus // inner
