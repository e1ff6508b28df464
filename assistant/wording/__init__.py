"""Meaning to text, in English and Chinese: figures, derivations, replies."""
