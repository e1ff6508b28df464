"""One module for each kind of turn; each function takes the `Turn` and fills it."""
