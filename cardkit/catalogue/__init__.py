"""All cards known on this machine."""
