#!/usr/bin/env python3
"""The conformance suite on a CUDA device under NVIDIA's compute-sanitizer, a process for each test.

sanitize.py QRT_CONFORMANCE SANITIZER [--tools=memcheck,racecheck] [--filter=REGEX] [--jobs=8] [--seconds=480]

memcheck: accesses outside of what is allocated, or misaligned; racecheck: of local memory between barriers; initcheck: reads of
what nobody wrote; synccheck: barriers that not all reach. Runs until --seconds are over; tests that were not begun or did not end
by then are named and are no success. Exits 0 when every test was clean under every tool, 1 when one was not, 3 when there was no
time for some, 77 without a CUDA device.
"""

import argparse
import concurrent.futures
import re
import subprocess
import sys
import time

import programs
from programs import MORE, SKIPPED, OutOfTime

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
DIRTY = 9  # the sanitizer's exit code for what it found


def tests_of(program, seconds):
    """Names of the suite's tests on CUDA."""
    listed = subprocess.run([program, "--driver=cuda", "--gtest_list_tests"], capture_output=True, text=True, timeout=seconds,
                            check=False)
    if listed.returncode not in (0, SKIPPED):
        sys.exit(f"{program}: {listed.stderr or listed.returncode}")
    names, suite = [], ""
    for line in listed.stdout.splitlines():
        word = line.split("#")[0].rstrip()
        if word.endswith(".") and not word.startswith(" "):
            suite = word
        elif word.startswith("  ") and word.endswith("/cuda"):
            names.append(suite + word.strip())
    return names


def check(options, tool, test, deadline):
    """Returns what becomes of one test: `clean`, `not done` or the end of what was said."""
    try:
        # A test that provokes an error of the driver's expects it: what a call returns is for the test to judge.
        output, error = programs.run([options.sanitizer, f"--tool={tool}", f"--error-exitcode={DIRTY}", "--report-api-errors=no",
                                      options.program, "--driver=cuda", f"--gtest_filter={test}"],
                                     programs.left_until(deadline))
    except OutOfTime:
        return "not done"
    summary = re.findall(r"(?:ERROR SUMMARY|RACECHECK SUMMARY): (.*)", output)
    if error or not summary or "[  PASSED  ] 1 test" not in output:
        return (output[-3000:] + error) or "nothing was said"
    return "clean"


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("sanitizer")
    parser.add_argument("--tools", type=lambda text: text.split(","), default=["memcheck", "racecheck"])
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=480)
    options = parser.parse_args(arguments)
    strange = set(options.tools) - set(TOOLS)
    if strange:
        parser.error(f"--tools: there are {', '.join(TOOLS)}, not {', '.join(sorted(strange))}")
    return options


def main(arguments):
    options = parse(arguments)
    deadline = time.monotonic() + options.seconds
    tests = [test for test in tests_of(options.program, options.seconds) if re.search(options.filter, test)]
    if not tests:
        print(f"no test on CUDA matches '{options.filter}'; is there a CUDA device?")
        return SKIPPED
    found = {"clean": 0, "not done": 0, "dirty": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(check, options, tool, test, deadline): (tool, test)
                   for tool in options.tools for test in tests}
        for done in concurrent.futures.as_completed(running):
            result = done.result()
            found[result if result in found else "dirty"] += 1
            print(*running[done], result, flush=True)
    print(", ".join(f"{count} {name}" for name, count in found.items()))
    return 1 if found["dirty"] else MORE if found["not done"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
