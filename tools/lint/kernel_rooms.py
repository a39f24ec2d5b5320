"""Kernels are rooms: what is of one stands in its folder and its test's.

lowering/kernels/<kernel>/ holds device text and a .cpp that lists the kernel; test/lowering/kernels/<kernel>/ its
sample, or test/runtime/calls/<family>/ that of the family whose calls it takes. Nobody else in the compiler and its tools names a kernel as programs spell it ("conv2d.mma"), and what
kernels share (lowering/emit) includes none of them, no family and no selection.
"""

import re

KERNELS = "lowering/kernels/"
TESTS = "test/lowering/kernels/"
NAMELESS = ("lowering/", "runtime/", "tools/")
_LISTED = re.compile(r'"((?:\w+\.)+\w+)"')
_FAMILY = re.compile(r"\.family\s*=\s*(?:qrt::)?(\w+)Call::family")
_INCLUDE = re.compile(r'^\s*#\s*include\s+"(lowering/[^"]+)"', re.M)


def _room(path):
    """The folder of a kernel that the path lies in, or None."""
    parts = path.split("/")
    return parts[2] if path.startswith(KERNELS) and len(parts) == 4 and parts[2] != "common" else None


def _names(files):
    """{name of a kernel: its folder}: strings with dots in kernels' .cpp files that are no file's name."""
    names = {}
    for path, text in files.items():
        if _room(path) and path.endswith(".cpp"):
            for name in _LISTED.findall(text):
                if not name.endswith((".cl", ".h")):
                    names[name] = _room(path)
    return names


def _has_sample(files, room):
    camel = "".join(_FAMILY.findall(files[f"{KERNELS}{room}/{room}.cpp"])[:1])
    family = re.sub(r"(?<=.)([A-Z])", r"_\1", camel).lower()
    return any(path in files for path in (f"{TESTS}{room}/{room}_sample.cpp",
                                          f"test/runtime/calls/{family}/{family}_sample.cpp"))


def _without(files, rooms, endings):
    """Rooms whose tests have no file of such an ending."""
    tested = {path.split("/")[3] for path in files if path.startswith(TESTS) and path.endswith(endings)}
    return sum(room not in tested for room in rooms)


def check(files):
    """files: {path: text}. (complaints, report)"""
    rooms = sorted({_room(path) for path in files if _room(path) and path.endswith(".cl")})
    names, found = _names(files), []
    for room in rooms:
        if f"{KERNELS}{room}/{room}.cpp" not in files:
            found.append(f"{KERNELS}{room}: there is no {room}.cpp that lists its kernels")
        elif not _has_sample(files, room):
            found.append(f"{TESTS}{room}: there is no {room}_sample.cpp, nor one of its family in test/runtime/calls")
    for path, text in sorted(files.items()):
        if not path.startswith(NAMELESS) or _room(path) or not path.endswith((".cpp", ".h")):
            continue
        found += [f'{path}: names the kernel "{name}"; ask the interface (lowering/kernels/device_kernel.h)'
                  for name in _LISTED.findall(text) if name in names]
        for header in _INCLUDE.findall(text):
            if _room(header) or (path.startswith("lowering/emit/") and
                                 header.startswith(("lowering/families/", "lowering/select/"))):
                found.append(f"{path}: includes {header}")
    return found, (f"{len(rooms)} rooms, {len(names)} kernels; a test of its own lack "
                   f"{_without(files, rooms, ('_test.cpp', '_emitted.cpp'))} rooms, a bench "
                   f"{_without(files, rooms, ('_bench.cpp',))}")
