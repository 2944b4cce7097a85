"""``python -m mindsight``."""

from mindsight.cli import main

if __name__ == "__main__":
    main()
