#!/usr/bin/env python3
"""Runs the lints over the repository: lint.py [include_arrows] [sizes] [dead_checks] [ladders] [test_places]
[one_definition] [formatting] [numerics_labels] [folders] [kernel_words] [kernel_rooms] (default: all).

Exit 1 when one complains. Only Python's standard library, and clang-format-22 where it is installed.
"""

import os
import sys

import dead_checks
import folders
import formatting
import include_arrows
import kernel_rooms
import kernel_words
import ladders
import numerics_labels
import one_definition
import sizes
import test_places

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROOMS = ("importers", "ir", "lowering", "passes", "runtime", "test", "tools")
SUFFIXES = (".cpp", ".h", ".td", ".cl", ".cu", ".py", ".cmake", ".sh", ".mlir")


def walk(top):
    """(folder, names of its files) of `top` and what is below, but of what is built."""
    for folder, below, names in os.walk(top):
        below[:] = sorted(name for name in below if name != "__pycache__")
        yield folder, sorted(names)


def read_tree(root):
    """{path from the root: text} of every source in the rooms."""
    files = {}
    for room in ROOMS:
        for folder, names in walk(os.path.join(root, room)):
            for name in names:
                if name.endswith(SUFFIXES):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        files[os.path.relpath(path, root)] = file.read()
    return files


def check_sizes(files):
    """The size lint with the repository's allowances."""
    with open(os.path.join(HERE, "sizes_allow.txt"), encoding="utf-8") as file:
        return sizes.check(files, file.read())


def check_formatting(files):
    return formatting.check(files, ROOT)


def check_labels(files):
    """The contract's labels, also where other pages cite them."""
    pages = {}
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        for name in sorted(names):
            if name.endswith(".md"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, ROOT)] = file.read()
    return numerics_labels.check({**files, **pages}, pages.get(numerics_labels.PAGE, ""))


def check_folders(files):
    """Every file of the rooms and of the decisions, whatever it is called."""
    paths = [os.path.relpath(os.path.join(folder, name), ROOT)
             for room in (*ROOMS, "docs/decisions") for folder, names in walk(os.path.join(ROOT, room)) for name in names]
    return folders.check(files, paths)


LINTS = {"include_arrows": include_arrows.check, "sizes": check_sizes, "dead_checks": dead_checks.check,
         "ladders": ladders.check, "test_places": test_places.check,
         "one_definition": one_definition.check,
         "formatting": check_formatting, "numerics_labels": check_labels,
         "folders": check_folders, "kernel_words": kernel_words.check, "kernel_rooms": kernel_rooms.check}


def main(names):
    unknown = [name for name in names if name not in LINTS]
    if unknown:
        print(f"unknown lint {unknown[0]}; there are {', '.join(LINTS)}", file=sys.stderr)
        return 2
    files, bad = read_tree(ROOT), 0
    for name in names or LINTS:
        found, report = LINTS[name](files)
        print("\n".join(found + [f"{name}: {report}; {len(found)} complaints"]))
        bad += len(found)
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
