"""What a card computes and moves per second, of what its data sheet says."""

from __future__ import annotations

from dataclasses import replace

from assistant.errors import InputError
from assistant.knowledge import Knowledge
from assistant.knowledge.schema import Gpu
from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant

_HALF = ("fp16", "bf16", "fp8", "tf32")
_NO_TENSOR_CORES = ("Kepler", "Maxwell", "Pascal")


def sheet(gpu: Gpu, symbol: str, value: float, name: str, unit: str) -> Fact:
    """Return a figure of the data sheet of `gpu` as a fact of a formula."""
    return Fact(symbol, value, unit, f"gpu.{name}", f"gpu:{gpu.id}")


def is_measured(kb: Knowledge, gpu: Gpu) -> bool:
    """Return whether training rows of this very card were found."""
    return gpu.id in kb.constants["throughput.measured_cards"].words


def half_rate(kb: Knowledge, gpu: Gpu) -> Quantity:
    """Return the dense 16-bit rate of `gpu` with fp32 accumulation, TFLOP/s, from its fp32 rate where no sheet says it.

    Raises:
        InputError: neither rate is known.
    """
    if gpu.bf16_tflops:
        return sheet(gpu, "R", gpu.bf16_tflops, "bf16_tflops", "TFLOP/s")
    if not gpu.fp32_tflops:
        raise InputError(
            f"no compute rate of {gpu.name} was found in any data sheet, so its speed can not be estimated",
            f"没有找到 {gpu.name} 的算力规格，因此无法估算速度",
        )
    kind = "professional"
    if any(word in gpu.architecture for word in _NO_TENSOR_CORES):
        kind = "plain"
    elif gpu.class_ == "consumer":
        kind = "consumer"
    elif "Hopper" in gpu.architecture:
        kind = "hopper"
    elif gpu.class_ == "datacenter" and "Blackwell" in gpu.architecture:
        kind = "blackwell"
    plain = sheet(gpu, "R_32", gpu.fp32_tflops, "fp32_tflops", "TFLOP/s")
    return derive(
        "speed.half_rate", "R", "TFLOP/s", "R_32 * k_p", plain, constant(kb, "throughput.peak_per_fp32", kind)
    )


def peak(kb: Knowledge, gpu: Gpu, precision: str) -> Derivation:
    """Return the peak rate of `gpu` in `precision` (fp32, tf32, fp16, bf16; fp8 counts the 16-bit peak), FLOP/s.

    Raises:
        InputError: the card does not compute in fp8, or no rate of it is known.
    """
    if precision == "fp8" and not gpu.fp8:
        raise InputError(f"{gpu.name} does not compute in fp8", f"{gpu.name} 不支持 fp8 计算")
    if precision == "fp32":
        rate: Quantity = (
            sheet(gpu, "R", gpu.fp32_tflops, "fp32_tflops", "TFLOP/s") if gpu.fp32_tflops else half_rate(kb, gpu)
        )
    else:
        rate = half_rate(kb, gpu)
    return derive("speed.peak", "P", "FLOP/s", "R * k_f * 1e12", rate, constant(kb, "throughput.peak_share", precision))


def matmul_share(kb: Knowledge, gpu: Gpu, precision: str) -> Quantity:
    """Return what matrix products reach of the peak of `gpu`: measured, or what its power limit sustains."""
    if precision == "fp32":
        return constant(kb, "throughput.fp32_share")
    share: Quantity
    if gpu.id in kb.constants["throughput.matmul_share"].table:
        entry = constant(kb, "throughput.matmul_share", gpu.id)
        measured_by = kb.constants["throughput.measured_cards"].words.get(gpu.id, entry.source)
        share = replace(entry, source=measured_by)
    else:
        share = _sustained_share(kb, gpu)
    if precision != "fp8":
        return share
    gain = constant(kb, "throughput.fp8_gain")
    measured = (
        Fact("u_m", share.value, share.unit, share.name, share.source) if isinstance(share, Fact) else _renamed(share)
    )
    return derive("speed.matmul_share_fp8", "u_w", "share of peak", "u_m * g_8", measured, gain)


def _renamed(share: Derivation) -> Derivation:
    return derive("speed.matmul_share_16", "u_m", share.unit, share.symbol, share)


def _sustained_share(kb: Knowledge, gpu: Gpu) -> Quantity:
    cap = constant(kb, "throughput.sustained", "cap", "u_x")
    if gpu.class_ == "consumer" or not gpu.tdp_w:
        return Fact("u_w", cap.value, cap.unit, cap.name, cap.source)
    kind = "hbm_tflops_per_watt" if gpu.memory_type.startswith("HBM") else "gddr_tflops_per_watt"
    return derive(
        "speed.matmul_share",
        "u_w",
        "share of peak",
        "min(u_x, k_t * W_t / R)",
        cap,
        constant(kb, "throughput.sustained", kind, "k_t"),
        sheet(gpu, "W_t", gpu.tdp_w, "tdp_w", "W"),
        half_rate(kb, gpu),
    )


def bandwidth(kb: Knowledge, gpu: Gpu) -> Derivation:
    """Return the memory bandwidth of `gpu`, B/s; where no sheet says it, that of a card of the same peak."""
    if gpu.memory_bandwidth_gb_s:
        said = sheet(gpu, "G", gpu.memory_bandwidth_gb_s, "memory_bandwidth_gb_s", "GB/s")
        return derive("speed.memory_rate", "W", "B/s", "G * 1e9", said)
    ratio = constant(kb, "throughput.flops_per_byte", symbol="k_b")
    return derive("speed.memory_rate", "W", "B/s", "R * 1e12 / k_b", half_rate(kb, gpu), ratio)


def relative_index(kb: Knowledge, gpu: Gpu, symbol: str = "q") -> Quantity:
    """Return the speed of `gpu` at image training relative to a V100: measured, else from its rates."""
    if gpu.id in kb.constants["throughput.card_index"].table:
        return constant(kb, "throughput.card_index", gpu.id, symbol)
    return derive(
        "speed.card_index",
        symbol,
        "speed relative to V100",
        "k_q * k_i * R ** x_r * (W / 1e9) ** x_w",
        constant(kb, "throughput.card_generation", _generation(kb, gpu)),
        constant(kb, "throughput.card_law", "scale", "k_i"),
        half_rate(kb, gpu),
        constant(kb, "throughput.card_law", "tflops_power", "x_r"),
        bandwidth(kb, gpu),
        constant(kb, "throughput.card_law", "bandwidth_power", "x_w"),
    )


def _generation(kb: Knowledge, gpu: Gpu) -> str:
    """Return the entry of `throughput.card_generation` that corrects the law for `gpu`."""
    if gpu.class_ == "consumer" and gpu.architecture.startswith(("Ada", "Blackwell")):
        return "ada_consumer"
    if gpu.tdp_w and gpu.tdp_w <= kb.number("throughput.card_generation", "low_power_w"):
        return "low_power"
    return "other"
