#!/usr/bin/env python3
"""What libqrt.so and libqopt.so promise: their own names and nothing else, one copy of each, no LLVM in libqrt.

A second copy of a TypeID or of a static would make isa<> and registries disagree between a plugin
and the tool that loads it. Usage: shared_libraries.py READELF NM LIBQRT LIBQOPT PROGRAM…
"""

import re
import subprocess
import sys

# The namespaces of each library, and the TypeIDs that live in MLIR's own templates. Before the
# name: tables and type information, statics of functions and their guards, thunks.
OWN = {library: re.compile(rf"_Z(T[VIST]|G?V?Z?|Th\w+?_|Tv\w+?_)N[KO]?{mangled}") for library, mangled in
       {"qrt": "3qrt", "qopt": "(4qopt|4mlir6detail14TypeIDResolver)"}.items()}
STRONG = "TDBR"  # not weak: an inline function is anywhere


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dynamic(readelf, path):
    """(SONAME, names of needed libraries)"""
    text = run(readelf, "-dW", path)
    name = re.search(r"\(SONAME\).*\[(.+)\]", text)
    return name and name[1], re.findall(r"\(NEEDED\).*\[(.+)\]", text)


def symbols(nm, path, *options):
    """(kind, mangled name) of what the file defines"""
    for line in run(nm, "--defined-only", *options, path).splitlines():
        fields = line.split()
        if len(fields) == 3:
            yield fields[1], fields[2]


def check_exports(library, defined):
    return [f"lib{library}.so exports {name}" for _, name in defined if not OWN[library].match(name)]


def check_single(exported, path, defined):
    """Nothing that a library exports once and for all is defined elsewhere, hidden or not."""
    once = {name for kind, name in exported if kind in STRONG}
    return [f"{path} has a copy of {name}" for _, name in defined if name in once]


def check_needed(library, soname, needed):
    wrong = [] if re.fullmatch(rf"lib{library}\.so\.\d+\.\d+", soname or "") else [f"lib{library}.so: SONAME {soname}"]
    if library == "qrt":
        wrong += [f"libqrt.so needs {name}" for name in needed if re.match(r"lib(LLVM|MLIR|protobuf|qopt)", name)]
    elif not any(name.startswith("libqrt.so.") for name in needed):
        wrong.append("libqopt.so does not link libqrt.so")
    return wrong


def main(arguments):
    readelf, nm, qrt, qopt, *programs = arguments
    wrong, exported = [], {}
    for library, path in (("qrt", qrt), ("qopt", qopt)):
        wrong += check_needed(library, *dynamic(readelf, path))
        exported[library] = list(symbols(nm, path, "-D"))
        wrong += check_exports(library, exported[library])
    wrong += check_single(exported["qrt"], qopt, symbols(nm, qopt))
    for path in programs:
        wrong += check_single(exported["qrt"] + exported["qopt"], path, symbols(nm, path))
    sizes = [len(names) for names in exported.values()]
    if not all(sizes):
        wrong.append("a library exports nothing")
    print("\n".join(wrong) or f"{sizes[0]} and {sizes[1]} symbols, each once")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
