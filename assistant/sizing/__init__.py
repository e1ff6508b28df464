"""Pure maths: memory, speed, scaling, data, time and money. Every result is a derivation that can be printed."""
