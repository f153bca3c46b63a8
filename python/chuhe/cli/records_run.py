"""What ``convert``, ``merge`` and ``filter`` do: many files into one, or each into its own."""

from collections.abc import Sequence
from contextlib import suppress

from chuhe.cli.common import progress
from chuhe.cli.records_in import records_of
from chuhe.cli.records_out import NothingToWrite, Told, is_folder, open_output, targets_in
from chuhe.records.convert import Recipe, convert_each, convert_files

__all__ = ["run"]


def run(
    inputs: Sequence[str],
    output: str,
    recipe: Recipe,
    told: Told,
    *,
    title: str,
    force: bool = False,
    jobs: int | None = None,
    scheduler: str = "",
) -> None:
    """Write the games of the inputs to the output, and tell what is to be told."""
    if is_folder(output):
        targets = targets_in(inputs, output, recipe.format, force)
        with progress(title, len(targets)) as bar:
            for path, part in convert_each(targets, recipe, jobs=jobs, scheduler=scheduler):
                told.part(path, part)
                bar.advance()
        return
    paths = records_of(inputs, output)
    with (
        suppress(NothingToWrite),
        open_output(output) as file,
        progress(title, len(paths)) as bar,
    ):
        parts = convert_files(
            paths, file, recipe, listener=told.hear, jobs=jobs, scheduler=scheduler
        )
        for path, part in parts:
            told.part(path, part)
            bar.advance()
        told.need_games(recipe.format)
