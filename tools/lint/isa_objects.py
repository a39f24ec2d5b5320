#!/usr/bin/env python3
"""Fails when an object compiled for one instruction set defines a shared (weak) function.

The linker keeps one copy of such a function for the whole program: code for AVX-512 could then run
on a machine without it. Usage: isa_objects.py NM OBJECT…
"""

import subprocess
import sys


def shared_symbols(nm_output):
    """Names of weak and unique-global definitions in the output of `nm -C`."""
    found = []
    for line in nm_output.splitlines():
        fields = line.split(None, 2)
        if len(fields) == 3 and fields[1] in ("W", "V", "u"):
            found.append(fields[2])
    return found


def main(arguments):
    nm, objects = arguments[0], arguments[1:]
    bad = 0
    for path in objects:
        output = subprocess.run([nm, "-C", path], check=True, capture_output=True, text=True).stdout
        for name in shared_symbols(output):
            print(f"{path}: shared definition of {name}: make it static, a lambda, or a plain loop")
            bad += 1
    print(f"{len(objects)} objects, {bad} shared definitions")
    return 1 if bad or not objects else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
