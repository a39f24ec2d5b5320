#!/usr/bin/env python3
"""Runs the reproducers of reported faults and says of each whether it is as expected.

  repro.py BIN_FOLDER REPRO_FOLDER [CASE…]     CASE: a name, or how names begin: reports, trial/06

BIN_FOLDER holds qopt and qrun. A case is a function of cases_*.py; where REPRO_FOLDER has a folder of its name, it runs
in a copy of that. Exit 1 where one is not as expected, 77 where REPRO_FOLDER is not there.
"""

import importlib
import os
import shutil
import sys
import tempfile
import time

import cases
import trial

GROUPS = ("cases_reports", "cases_trial", "cases_robust", "cases_said", "cases_mended")
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def prepare(folder, scratch):
    """A copy that may be written to; the folders are read-only."""
    shutil.copytree(folder, scratch, dirs_exist_ok=True, copy_function=shutil.copyfile)
    for path, folders, _ in os.walk(scratch):
        for name in folders + ["."]:
            os.chmod(os.path.join(path, name), 0o755)


def outcome(case, bin_folder, repro):
    """(word, reason) of one case."""
    folder = os.path.join(repro, case.folder) if case.folder else None
    if folder and not os.path.isdir(folder):
        return "skipped", f"no folder {case.folder}"
    with tempfile.TemporaryDirectory(prefix="repro_") as scratch:
        try:
            if folder:
                prepare(folder, scratch)
            case.function(trial.Trial(bin_folder, SOURCE, scratch, repro))
        except trial.Unexpected as unexpected:
            return "NOT as expected", str(unexpected)
        except trial.Skipped as skipped:
            return "skipped", str(skipped)
        except (OSError, ValueError, KeyError) as error:
            return "NOT as expected", f"{type(error).__name__}: {error}"
    return "ok", case.expects


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    bin_folder, repro = (os.path.abspath(path) for path in arguments[:2])
    if not os.path.isdir(repro):
        print(f"skipped: {repro} is not there")
        return 77
    for group in GROUPS:  # each registers its cases
        importlib.import_module(group)
    chosen = [case for case in cases.all_cases()
              if not arguments[2:] or any(case.name.startswith(name) for name in arguments[2:])]
    if not chosen:
        print(f"no case is called {' or '.join(arguments[2:])}", file=sys.stderr)
        return 2
    counts = {}
    for case in chosen:
        start = time.monotonic()
        word, reason = outcome(case, bin_folder, repro)
        counts[word] = counts.get(word, 0) + 1
        print(f"{word:15}  {case.name:28} {time.monotonic() - start:5.1f} s  {reason}", flush=True)
    unlisted = cases.unlisted(repro) if not arguments[2:] else []
    for folder in unlisted:
        print(f"{'NOT as expected':15}  {folder:28}          no case runs this folder")
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    return 1 if counts.get("NOT as expected") or unlisted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
