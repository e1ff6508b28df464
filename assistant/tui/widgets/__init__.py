"""Widgets of the screens; none holds domain state."""
