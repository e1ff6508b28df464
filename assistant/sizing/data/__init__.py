"""What must stand around the cards: storage, loaders, host memory, checkpoints."""

from assistant.sizing.data import checkpoint, loader, ram, storage

__all__ = ["checkpoint", "loader", "ram", "storage"]
