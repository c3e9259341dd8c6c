"""The command line: one function per command, thin over the library."""
