"""Small pieces that every law of memory is put together from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.sizing.derivation import Derivation, Fact, Quantity, derive

if TYPE_CHECKING:
    from assistant.sizing.shapes import Shape


@dataclass(frozen=True, slots=True)
class Live:
    """What is alive on the card besides weights, gradients and optimizer states, in GB.

    Attributes:
        activations: the most that is alive at once during forward and backward, autocast copies included.
        casts: the 16-bit copies of weights within `activations`; sharding divides them, it does not divide the rest.
        tail: what still lives beside the complete gradients at the end of the backward pass.
        blocks: number of blocks that sharding gathers one after the other.
    """

    activations: Derivation
    casts: Derivation
    tail: Derivation
    blocks: int


def shaped(shape: Shape, symbol: str, value: float, name: str, unit: str = "") -> Fact:
    """Return a number of the network as a fact of a formula."""
    return Fact(symbol, value, unit, f"model.{name}", shape.origin)


def nothing(name: str, symbol: str) -> Derivation:
    """Return a term that is zero here."""
    return derive(name, symbol, "GB", "0")


def linear(coefficients: Mapping[str, float]) -> str:
    """Return the sum of coefficient x symbol, as a formula.

    Args:
        coefficients: symbol -> coefficient; the key "aS" is heads times sequence length.
    """
    products = {"aS": "a * S"}
    parts = [f"{value:g} * {products.get(symbol, symbol)}" for symbol, value in coefficients.items() if value]
    return " + ".join(parts) or "0"


def used(formula: str, *quantities: Quantity) -> tuple[Quantity, ...]:
    """Return those of `quantities` that `formula` reads."""
    words = set(formula.replace("(", " ").replace(")", " ").replace(",", " ").split())
    return tuple(quantity for quantity in quantities if quantity.symbol in words)
