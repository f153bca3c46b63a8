"""The command line: ``chuhe play``, ``chuhe judge``, ``chuhe convert`` …

One Typer application (``main.build``), one file a command.  How a file of the
command ``chuhe greet`` looks, complete::

    # chuhe/cli/greet.py
    from typing import Annotated

    import typer

    from chuhe.cli.common import FOUND, write_json
    from chuhe.i18n import _

    def register(app: typer.Typer) -> None:
        @app.command("greet", help=_("Greet somebody."))
        def greet(
            name: Annotated[str, typer.Argument(help=_("Whom to greet."))],
            json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
        ) -> None:
            from chuhe.greeting import Greeting      # heavy imports here, not above

            greeting = Greeting(name)
            if json:
                write_json(greeting.as_dict())
            else:
                typer.echo(greeting.text())
            if greeting.is_rude:
                raise typer.Exit(FOUND)

and one line in ``main.COMMANDS``.  The rules of the house:

* No ``from __future__ import annotations`` in these files: Typer reads the
  annotations of the inner function.
* Texts are asked for inside ``register``: it runs when the language is known.
  Their Chinese stands in ``locale/zh_Hans/cli.po`` or in the catalogue of the
  part the command belongs to.
* Only the file of the command that was asked for is imported, and nothing
  heavy at its top, so that ``chuhe --version`` answers at once.
* Results go to stdout, everything else (progress, complaints) to stderr.
* A ``ChuheError`` is not caught here: ``main`` prints it and exits with 2.
  ``OSError`` on a file the user named likewise.
* Exit status (``common``): ``OK`` 0, ``FOUND`` 1 (it ran, and found something
  wrong in what it was given), ``BAD_INPUT`` 2 (could not be read, or wrong
  usage), 130 on Ctrl-C, 141 when the reader of a pipe has gone.
* ``-`` as a file name is stdin (``common.open_input``).
"""
