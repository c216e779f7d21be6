"""`python -m recorder`: the same as the `recorder` command."""

from recorder.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
