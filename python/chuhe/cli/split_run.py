"""The work of ``chuhe split``."""

from collections.abc import Sequence

from chuhe.cli.common import progress
from chuhe.cli.records_in import records_of
from chuhe.cli.records_out import Told
from chuhe.i18n import _, path_text, plural
from chuhe.records import Loss
from chuhe.records.convert import games_or_error
from chuhe.records.split import Splitter

__all__ = ["split_files"]


def split_files(names: Sequence[str], splitter: Splitter, told: Told) -> int:
    """Write the games of the files to the folder; the exit status."""
    paths = records_of(names, str(splitter.folder))
    tally = told.tally
    with progress(_("Splitting"), len(paths)) as bar, splitter:
        for path in paths:
            readable = True
            for game in games_or_error(path):
                if isinstance(game, Exception):
                    told.refuse(path, game)
                    readable = False
                    continue
                tally.games += 1
                problems = game.problems
                tally.faulty += bool(problems)
                for problem in problems:
                    told.hear(path, problem)
                for loss in splitter.add(path, game):
                    told.hear(path, loss)
            tally.files += readable
            bar.advance()
        for name, (code, facts, number) in splitter.finish():
            told.hear(name, Loss(code, facts, number))
    tally.written = splitter.games
    folder = str(splitter.folder)
    more = plural(
        "{n} file written to {folder}",
        "{n} files written to {folder}",
        splitter.files,
        folder=path_text(folder),
    )
    return told.finish([more], folder=folder, files_written=splitter.files)
