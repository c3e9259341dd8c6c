"""Where the command begins: ``cardkit`` and ``python -m cardkit``."""

import signal


def main() -> None:
    """Read the program, then run the command line.

    Until then nothing is begun that could be left half done: Ctrl-C ends the process at once, and
    shows nobody where it was in its own modules.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cardkit.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
