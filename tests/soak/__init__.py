"""The engine against itself by the thousand, under every rule book; see docs/engine.md."""
