#!/usr/bin/env python3
"""Checks what libqrt.so and libqopt.so promise: they export their own names and nothing else, one
copy of each.

A second copy of a TypeID or of a static would make isa<> and registries disagree between a plugin
and the tool that loads it. For libqrt the script also checks its C interface, which is what qrt.map
lists and qrt_c.h declares, and the libraries that it needs: no compiler's and no device's. Usage:
shared_libraries.py --map=qrt.map --header=qrt_c.h --c-program=PROGRAM READELF NM LIBQRT LIBQOPT
PROGRAM…
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

# The namespaces of each library, and the TypeIDs that live in MLIR's own templates. Before the
# name: tables and type information, statics of functions and their guards, thunks.
OWN = {library: re.compile(rf"_Z(T[VIST]|G?V?Z?|Th\w+?_|Tv\w+?_)N[KO]?{mangled}") for library, mangled in
       {"qrt": "3qrt", "qopt": "(4qopt|4mlir6detail14TypeIDResolver)"}.items()}
STRONG = "TDBR"  # not weak: an inline function is anywhere
# These libraries are on every machine that runs programs; devices' libraries are opened when they
# are asked for.
NEEDED = {"qrt": r"libsqlite3\.so\.0|libstdc\+\+\.so\.6|libgcc_s\.so\.1|libm\.so\.6|libc\.so\.6|libatomic\.so\.1|ld-linux.*",
          "a program in C": r"libqrt\.so\.\d+\.\d+|libc\.so\.6|ld-linux.*"}
SANITIZERS = r"|lib(a|t|ub)san\.so\.\d+|libm\.so\.6|libgcc_s\.so\.1|libstdc\+\+\.so\.6"


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


def check_exports(library, defined, interface=frozenset()):
    return [f"lib{library}.so exports {name}" for _, name in defined
            if not OWN[library].match(name) and name not in interface]


def check_interface(listed, header, defined):
    """The map's list, the header's functions and what the library has are the same."""
    declared = set(re.findall(r"\b(qrt_\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S)))
    exported = {name for _, name in defined if name.startswith("qrt_")}
    return ([f"qrt_c.h declares {name}, qrt.map does not list it" for name in sorted(declared - listed)] +
            [f"qrt.map lists {name}, qrt_c.h does not declare it" for name in sorted(listed - declared)] +
            [f"libqrt.so has no {name}, which qrt.map lists" for name in sorted(listed - exported)])


def names_in(text):
    """The C functions that a version script lists."""
    return set(re.findall(r"\b(qrt_\w+);", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))


def check_allowed(what, path, needed):
    sanitized = any(re.match("lib(a|t|ub)san", name) for name in needed)
    allowed = NEEDED[what] + (SANITIZERS if sanitized else "")
    return [f"{path} needs {name}, which {what} may not" for name in needed if not re.fullmatch(allowed, name)]


def check_single(exported, path, defined):
    """Nothing that a library exports once and for all is defined elsewhere, hidden or not."""
    once = {name for kind, name in exported if kind in STRONG}
    return [f"{path} has a copy of {name}" for _, name in defined if name in once]


def check_needed(library, soname, needed):
    wrong = [] if re.fullmatch(rf"lib{library}\.so\.\d+\.\d+", soname or "") else [f"lib{library}.so: SONAME {soname}"]
    if library == "qrt":
        wrong += check_allowed("qrt", "libqrt.so", needed)
    elif not any(name.startswith("libqrt.so.") for name in needed):
        wrong.append("libqopt.so does not link libqrt.so")
    return wrong


def main(arguments):
    parser = argparse.ArgumentParser()
    for option in ("map", "header", "c-program"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    readelf, nm, qrt, qopt, *programs = options.files
    wrong, exported = [], {}
    interface = names_in(Path(options.map).read_text())
    for library, path in (("qrt", qrt), ("qopt", qopt)):
        wrong += check_needed(library, *dynamic(readelf, path))
        exported[library] = list(symbols(nm, path, "-D"))
        wrong += check_exports(library, exported[library], interface if library == "qrt" else frozenset())
    wrong += check_interface(interface, Path(options.header).read_text(), exported["qrt"])
    wrong += check_allowed("a program in C", options.c_program, dynamic(readelf, options.c_program)[1])
    wrong += check_single(exported["qrt"], qopt, symbols(nm, qopt))
    for path in programs:
        wrong += check_single(exported["qrt"] + exported["qopt"], path, symbols(nm, path))
    sizes = [len(names) for names in exported.values()]
    if not all(sizes) or not interface:
        wrong.append("a library exports nothing")
    print("\n".join(wrong) or f"{sizes[0]} and {sizes[1]} symbols, each once; {len(interface)} of C")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
