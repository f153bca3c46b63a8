"""``python -m chuhe``: the command line."""

from chuhe.cli.main import main

if __name__ == "__main__":
    main()
