"""The command line: ``sandtable``."""


def main() -> None:
    """Run the command line."""
    from sandtable.cli.app import app

    app()
