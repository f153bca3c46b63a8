"""Slow, independent implementations that the fast ones are tested against."""
