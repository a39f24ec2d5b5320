"""Include arrows: which room may include which, and which outside headers a room may see.

The rooms' arrows are the design's (docs/architecture.md). Importers and passes reach runtime/numerics
through ir's own headers (tensors, Status, scalar programs), so they may name it too.
"""

import re

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')

# room → rooms it may include besides itself. The longest matching prefix names a file's room.
ARROWS = {
    "runtime/numerics": [],
    "runtime/calls": ["runtime/numerics"],
    "runtime/loads": ["runtime/numerics", "runtime/calls"],
    "runtime/format": ["runtime/numerics", "runtime/calls", "runtime/loads"],
    "runtime/cache": ["runtime/numerics"],
    "runtime/core": ["runtime/numerics", "runtime/calls", "runtime/loads", "runtime/format", "runtime/cache"],
    # Drivers implement core's interface, and their registry opens them.
    "runtime/drivers": ["runtime/numerics", "runtime/calls", "runtime/loads", "runtime/format", "runtime/cache",
                        "runtime/core"],
    "ir": ["runtime/calls", "runtime/numerics"],
    "importers": ["ir", "runtime/numerics"],
    "passes": ["ir", "runtime/numerics"],
    "lowering": ["ir", "runtime/format", "runtime/loads", "runtime/calls", "runtime/numerics"],
    "tools": ["runtime", "ir", "importers", "passes", "lowering"],
    "test": ["runtime", "ir", "importers", "passes", "lowering", "tools"],
}

# outside header prefix → the only rooms that may include it.
OUTSIDE = {
    "llvm/": ["ir", "importers", "passes", "lowering", "tools", "test"],
    "mlir/": ["ir", "importers", "passes", "lowering", "tools", "test"],
    "llvm-c/": [],
    "mlir-c/": [],
    "google/protobuf/": ["importers", "test"],
    "flatbuffers/": ["importers", "test"],
    "CL/": ["runtime/drivers", "test"],
    "cuda": ["runtime/drivers", "test"],
    "nvrtc": ["runtime/drivers", "test"],
    "sqlite3.h": ["runtime/cache", "test"],
    "CLI/": ["tools"],
    "Eigen/": ["passes/repair", "test"],
    "gtest/": ["test"],
    "benchmark/": ["test"],
}


def room_of(path):
    """The longest room that path lies in, or None."""
    rooms = [room for room in ARROWS if path == room or path.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def _within(path, rooms):
    return any(path.startswith(room + "/") for room in rooms)


def check_include(path, header, quoted):
    """Returns what is wrong with `path` including `header`, or None."""
    room = room_of(path)
    for prefix, allowed in OUTSIDE.items():
        if header.startswith(prefix):
            return None if room in allowed or _within(path, allowed) else f"{room} must not include {header}"
    target = room_of(header)
    if target is None:
        if quoted and "/" not in header and not path.startswith("test/"):
            return f'"{header}" is not named from the repository\'s root'
        return None
    if target == room or _within(header, ARROWS[room]):
        return None
    return f"{room} must not include {target} ({header})"


def check_text(path, text):
    """Complaints `path:line: message` about one file."""
    found = []
    if room_of(path) is None:
        return found
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            wrong = check_include(path, match[1] or match[2], match[1] is not None)
            if wrong:
                found.append(f"{path}:{number}: {wrong}")
    return found


def check(files):
    """files: {path: text}. Kernel sources are checked by their own compilers' include rules."""
    found = []
    for path, text in files.items():
        if path.endswith((".cpp", ".h")):
            found += check_text(path, text)
    return found, f"{sum(p.endswith(('.cpp', '.h')) for p in files)} files"
