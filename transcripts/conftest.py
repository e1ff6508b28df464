"""Every YAML file below is a conversation that pytest plays again."""

from assistant.transcripts.plugin import pytest_collect_file

__all__ = ["pytest_collect_file"]
