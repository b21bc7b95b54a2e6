"""`python -m mayi_rules` is the command `mayi`."""

from mayi_rules.cli.entry import main

if __name__ == "__main__":
    main()
