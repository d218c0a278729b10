"""`python -m perdure` is the command line."""

from perdure.cli.start import run

if __name__ == "__main__":
    run()
