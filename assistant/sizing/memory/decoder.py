"""What a transformer over tokens keeps alive: decoders, GPT-2, BERT, mixtures of experts, vision-language models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, Quantity, derive
from assistant.sizing.facts import constant, said
from assistant.sizing.memory.casts import casts_of_matrices
from assistant.sizing.memory.layout import data_parallel
from assistant.sizing.memory.terms import Live, linear, nothing, shaped, used
from assistant.sizing.sharding import gathers_weights

if TYPE_CHECKING:
    from assistant.knowledge import Knowledge
    from assistant.sizing.memory.request import MemoryRequest
    from assistant.sizing.shapes import Shape

SOURCES = ("memory-trace",)


def computes_in(request: MemoryRequest) -> MemoryRequest:
    """Return the request as the blocks compute it.

    Under full sharding with mixed precision the blocks get their weights gathered in 16 bit, embeddings included, so
    the residual stream is 16-bit and autocast has nothing to copy: activations are those of pure bf16.
    """
    full = gathers_weights(request.sharding) and data_parallel(request) > 1
    if full and request.precision == "amp" and not request.adapters:
        return request.model_copy(update={"precision": "bf16"})
    return request


def live(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Live:
    """Return what one forward and backward pass of a transformer over tokens keeps alive."""
    request = computes_in(request)
    tokens = _tokens(kb, request, shape)
    facts = _facts(request, shape)
    layer = layer_bytes(kb, request, shape, facts)
    casts = casts_of_matrices(kb, request, shape)
    head_cast = _head_cast(kb, request, shape)
    stored = _stored(kb, request, tokens, layer, facts)
    logits = _logits(kb, request, shape, tokens)
    final = _final_norm(kb, request, shape, tokens, facts)
    recompute = _recompute(kb, request, shape, tokens, layer)
    inputs = (stored, final, logits, casts, head_cast, recompute)
    early = constant(kb, "memory.logits_early", symbol="z_e")
    if request.checkpointing:
        formula = "max(A_l + A_n + Z + C_h, A_l + A_n + Z * z_e + C, A_l + A_r)"
        activations = derive("memory.activations", "A", "GB", formula, *inputs, early, sources=SOURCES)
    else:
        activations = derive("memory.activations", "A", "GB", "A_l + A_n + Z + C", *inputs[:4], sources=SOURCES)
    return Live(activations, casts, _tail(kb, request, shape, tokens, layer, facts), max(1, shape.layers))


def _tokens(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    default = kb.number("memory.default_length", "encoder" if shape.family == "bert" else "decoder")
    length = request.seq_len or default
    source = "request:seq_len" if request.seq_len else "default:seq_len"
    sequence = Fact("S", length, "tokens", "request.seq_len", source)
    batch = said("B", request.micro_batch, "request.micro_batch")
    return derive("memory.tokens", "T", "tokens", "B * S", batch, sequence)


def _facts(request: MemoryRequest, shape: Shape) -> tuple[Fact, ...]:
    moe = shape.moe
    experts = (
        shaped(shape, "m", moe.experts_per_token, "experts_per_token"),
        shaped(shape, "f_e", moe.width, "expert_width"),
        shaped(shape, "f_s", moe.shared_width, "shared_width"),
    ) if moe else ()  # fmt: skip
    return (
        shaped(shape, "L", shape.layers, "layers"),
        shaped(shape, "h", shape.hidden, "hidden"),
        shaped(shape, "q", shape.q_width, "q_width"),
        shaped(shape, "k", shape.kv_width, "kv_width"),
        shaped(shape, "f", shape.ffn, "ffn"),
        shaped(shape, "a", shape.heads, "heads"),
        said("r", request.lora_rank, "request.lora_rank"),
        *experts,
    )


def layer_bytes(kb: Knowledge, request: MemoryRequest, shape: Shape, facts: tuple[Fact, ...]) -> Derivation:
    """Return the bytes that one layer keeps for each token, without checkpointing."""
    table = dict(kb.constants[_layer_id(kb, request, shape)].table)
    if request.adapters:
        _less_without_targets(kb, request, table)
    formula = linear({key: value for key, value in table.items() if not (shape.moe and key == "f")})
    if shape.moe is not None:
        gather = kb.number("memory.expert_gather")
        formula += f" + m * ({table['f']:g} * f_e + {gather:g} * h) + {table['f']:g} * f_s"
    if _keeps_inputs(kb, request):
        formula += " + " + linear(kb.constants["memory.bitsandbytes_inputs"].table)
    if request.lora_dropout and request.adapters:
        formula += " + " + linear(kb.constants[f"memory.lora_dropout/{request.lora_targets}"].table)
    inputs: tuple[Quantity, ...] = facts
    if "S" in formula.split():
        inputs = (
            *facts,
            said("S", request.seq_len or kb.number("memory.default_length", "decoder"), "request.seq_len", "tokens"),
        )
    return derive("memory.layer_bytes", "c", "B", formula, *used(formula, *inputs), sources=SOURCES)


def _layer_id(kb: Knowledge, request: MemoryRequest, shape: Shape) -> str:
    """Return the id of the coefficients: family, what is trained, precision, attention."""
    method = "lora" if request.adapters else "full"
    family = "plain" if shape.family == "decoder" and shape.plain_ffn else shape.family
    wanted = f"memory.layer/{family}/{method}/{request.precision}/{request.attention}"
    if wanted in kb.constants:
        return wanted
    return f"memory.layer/{family}/full/{request.precision}/{request.attention}"


def _less_without_targets(kb: Knowledge, request: MemoryRequest, table: dict[str, float]) -> None:
    """Take off what only an adapter would keep where a matrix has none."""
    for symbol, less in kb.constants[f"memory.lora_targets/{request.lora_targets}"].table.items():
        if symbol in table:
            table[symbol] -= less


def _keeps_inputs(kb: Knowledge, request: MemoryRequest) -> bool:
    """Whether a 4-bit matmul of this bitsandbytes version keeps its input for nothing."""
    if request.method != "qlora" or not request.bitsandbytes:
        return False
    fixed = kb.constants["memory.bitsandbytes_fixed"].words["version"]
    return version(request.bitsandbytes) < version(fixed)


def version(text: str) -> tuple[int, ...]:
    """Return "0.43.1" as numbers that compare; letters are left out."""
    return tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in text.split("."))


def _residual(request: MemoryRequest) -> str:
    adapters = request.adapters
    narrow = request.precision == "bf16" or (adapters and request.precision == "amp" and not request.norms_fp32)
    return "bf16" if narrow else "fp32"


def _stored(
    kb: Knowledge, request: MemoryRequest, tokens: Derivation, layer: Derivation, facts: tuple[Fact, ...]
) -> Derivation:
    layers, hidden = facts[0], facts[1]
    if not request.checkpointing:
        return derive("memory.layers", "A_l", "GB", "L * c * T / 1e9", layers, layer, tokens, sources=SOURCES)
    width = constant(kb, "memory.bytes", f"residual_{_residual(request)}", "rho")
    formula = "L * rho * h * T / 1e9"
    return derive(
        "memory.layers", "A_l", "GB", formula, layers, width, hidden, tokens, sources=("korthikanti", *SOURCES)
    )


def _logits(kb: Knowledge, request: MemoryRequest, shape: Shape, tokens: Derivation) -> Derivation:
    key = {"gemma2": "softcap", "bert": f"bert_{request.precision}"}.get(shape.family, "plain")
    bytes_each = constant(kb, "memory.logits", key, "z")
    vocab = shaped(shape, "V", shape.vocab if request.head == "lm" else 0, "vocab")
    chunks = said("n", request.loss_chunks, "request.loss_chunks")
    return derive("memory.logits", "Z", "GB", "z * V * T / n / 1e9", bytes_each, vocab, tokens, chunks, sources=SOURCES)


def _final_norm(
    kb: Knowledge, request: MemoryRequest, shape: Shape, tokens: Derivation, facts: tuple[Fact, ...]
) -> Derivation:
    """The norm after the last layer; for BERT also the embedding norm and the transform before the head."""
    full = f"bert_{request.precision}" if shape.family == "bert" else request.precision
    key = "lora" if request.adapters else full
    each = constant(kb, "memory.final_norm", key, "c_n")
    return derive("memory.final_norm", "A_n", "GB", "c_n * h * T / 1e9", each, facts[1], tokens, sources=SOURCES)


def _head_cast(kb: Knowledge, request: MemoryRequest, shape: Shape) -> Derivation:
    full = not request.adapters
    if request.precision != "amp" or not (full or request.norms_fp32) or request.head != "lm":
        return nothing("memory.head_cast", "C_h")
    each = constant(kb, "memory.bytes", "cast", "b_c")
    vocab, hidden = shaped(shape, "V", shape.vocab, "vocab"), shaped(shape, "h", shape.hidden, "hidden")
    return derive("memory.head_cast", "C_h", "GB", "V * h * b_c / 1e9", vocab, hidden, each, sources=SOURCES)


def _recompute(
    kb: Knowledge, request: MemoryRequest, shape: Shape, tokens: Derivation, layer: Derivation
) -> Derivation:
    """One layer in full while it is recomputed, with the dequantized matrix of a 4-bit base."""
    if not request.checkpointing:
        return nothing("memory.recompute", "A_r")
    slack = constant(kb, "memory.recompute_slack", symbol="x_r")
    if request.method != "qlora":
        return derive("memory.recompute", "A_r", "GB", "x_r * c * T / 1e9", slack, layer, tokens, sources=SOURCES)
    matrix = shaped(shape, "M", shape.hidden * shape.ffn, "largest_matrix")
    each = constant(kb, "memory.bytes", "cast", "b_c")
    formula = "(x_r * c * T + M * b_c) / 1e9"
    return derive("memory.recompute", "A_r", "GB", formula, slack, layer, tokens, matrix, each, sources=SOURCES)


def _tail(
    kb: Knowledge, request: MemoryRequest, shape: Shape, tokens: Derivation, layer: Derivation, facts: tuple[Fact, ...]
) -> Derivation:
    """Beside the complete gradients: two more gradients of a tied embedding, and the first layer's leftovers."""
    each = constant(kb, "memory.tail", "residual", "t")
    if request.adapters or not shape.tied:
        return derive("memory.tail", "E", "GB", "t * h * T / 1e9", each, facts[1], tokens, sources=SOURCES)
    gradient = constant(kb, "memory.bytes", f"gradient_{request.trained_width}", "b_g")
    vocab = shaped(shape, "V", shape.vocab, "vocab")
    copies = "2 * V * h * b_g"
    if not request.checkpointing:
        return derive(
            "memory.tail",
            "E",
            "GB",
            f"({copies} + t * h * T) / 1e9",
            vocab,
            facts[1],
            gradient,
            each,
            tokens,
            sources=SOURCES,
        )
    block = shaped(shape, "P_l", shape.block_params // max(1, shape.layers), "params_layer")
    formula = f"({copies} + max(0, c * T - P_l * b_g) + t * h * T) / 1e9"
    return derive(
        "memory.tail", "E", "GB", formula, vocab, facts[1], gradient, layer, tokens, block, each, sources=SOURCES
    )
