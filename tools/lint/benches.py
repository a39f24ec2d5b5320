#!/usr/bin/env python3
"""Checks that each family of calls has a benchmark on each instruction set: benches.py
NUMERICS_BENCH CALLS_FOLDER

Families are the folders of runtime/calls that hold a header of their name, benchmarks what NUMERICS_BENCH --benchmark_list_tests prints:
family/what/isa…; those of no family (the limits of a core, the thread pool) count for nothing.
"""

import os
import subprocess
import sys


def check(families, names):
    """(complaints, report)"""
    measured = {}
    for name in names:
        parts = name.split("/")
        if len(parts) >= 3 and parts[0] in families and not parts[2].startswith("libm"):
            measured.setdefault(parts[0], set()).add(parts[2])
    isas = set().union(*measured.values())
    found = [f"runtime/calls/{family}: no benchmark {family}/…/{isa}; a sample in test/runtime/calls/{family}/{family}_sample.cpp is one, test/runtime/numerics/bench has others"
             for family in sorted(families) for isa in sorted(isas - measured.get(family, set()))]
    if not isas:
        found.append("no benchmark is called family/what/isa")
    return found, f"{len(families)} families on {', '.join(sorted(isas))}"


def main(bench, folder):
    families = [entry.name for entry in os.scandir(folder) if os.path.exists(os.path.join(entry.path, f"{entry.name}.h"))]
    listed = subprocess.run([bench, "--benchmark_list_tests"], stdout=subprocess.PIPE, text=True, check=True)
    found, report = check(families, listed.stdout.splitlines())
    print("\n".join(found + [f"benches: {report}; {len(found)} complaints"]))
    return 1 if found or not families else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
