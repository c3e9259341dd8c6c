"""``python -m cardkit``."""

from cardkit.cli.app import main

main()
