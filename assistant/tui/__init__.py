"""The terminal UI: screens and widgets over the conversation. Nothing below imports it."""
