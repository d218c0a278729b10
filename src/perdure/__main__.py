"""`python -m perdure` is the command line."""

from perdure.cli.main import run

if __name__ == "__main__":
    run()
