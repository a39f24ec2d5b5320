"""The list of cases, which cases_*.py fill."""

import dataclasses
import os
import re
from typing import Callable


@dataclasses.dataclass
class Case:
    name: str
    expects: str
    function: Callable
    folder: str  # "": none


_cases = []


def case(name, expects, folder=None):
    """Registers a function of a Trial. `folder`: in the reproducers' folder, what it is run in a copy of."""
    def register(function):
        _cases.append(Case(name, expects, function, name if folder is None else folder))
        return function
    return register


def all_cases():
    return _cases


def unlisted(repro):
    """Folders with a README that no case names."""
    known = {case.folder for case in _cases}
    found = []
    for path, folders, names in os.walk(repro):
        folder = os.path.relpath(path, repro)
        if folder != "." and any(re.fullmatch(r"README(\.md)?", name) for name in names) and folder not in known:
            found.append(folder)
    return sorted(found)
