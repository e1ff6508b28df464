"""Screens: the chat, the plan, the help."""
