#!/usr/bin/env python3
"""Runs a GoogleTest executable as one ctest entry, and keeps its cases countable.

Usage: run_cases.py [--limit=SECONDS] RESULTS EXECUTABLE [ARGUMENT…]

Prints what a failed case printed, in full, and nothing of the others; a case in which the executable
died is named. After SECONDS the executable is killed, and the case that hangs is named, too. Writes a line for each case to RESULTS, which test/count_cases.py adds up:
    passed|failed|skipped TAB Suite.Case TAB reason of a skip
Exit status: 0, 1 where a case failed or none ran, 77 where all were skipped.
"""

import os
import re
import signal
import subprocess
import sys
import threading

START = re.compile(r"\[ RUN      \] (\S+)")
# The mark may stand behind text that the case printed without an end of line, and a parameter's text may
# hold an end of line.
END = re.compile(r"\[(       OK |  FAILED  |  SKIPPED )\] (\S+?)(, where .*| \(\d+ ms\))$")
PLACE = re.compile(r"^\S+:\d+: (Skipped|Failure)$")
STATES = {"       OK ": "passed", "  FAILED  ": "failed", "  SKIPPED ": "skipped"}
SKIPPED = 77


class Cases:
    """The state of the cases, from the lines so far."""

    def __init__(self):
        self.results = []  # (state, case, reason)
        self.running = None
        self.printed = []  # of the running case; of the executable itself, between cases
        self.outside = []

    def take(self, line):
        start, end = START.search(line), END.search(line)
        if start:
            if self.running:
                self.finish("failed", ": its end was not seen")
            if start.start():
                self.outside.append(line[:start.start()])
            self.running, self.printed = start.group(1), []
        elif end and self.running == end.group(2):
            if end.start():
                self.printed.append(line[:end.start()])
            self.finish(STATES[end.group(1)])
        elif self.running:
            self.printed.append(line)
        else:
            self.outside.append(line)

    def finish(self, state, note=""):
        if state == "failed":
            print(f"{self.running}: failed{note}", *self.printed, sep="\n    ", flush=True)
        self.results.append((state, self.running, self.reason() if state == "skipped" else ""))
        self.running = None

    def reason(self):
        """The text of GTEST_SKIP, which follows the line that names its place."""
        text = [line for line in self.printed if line.strip() and not PLACE.match(line)]
        return " ".join(text).strip()

    def count(self, state):
        return sum(result[0] == state for result in self.results)


def run(command, limit=None):
    """The cases of `command`, and its exit status; it is killed after `limit` seconds."""
    cases = Cases()
    # A group of its own: what the executable started holds the pipe open, and is killed with it.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True) as process:
        ran_out = []

        def end():
            ran_out.append(limit)
            os.killpg(process.pid, signal.SIGKILL)

        watch = threading.Timer(limit, end) if limit else None
        if watch:
            watch.start()
        try:
            for line in process.stdout:
                cases.take(line.rstrip("\n"))
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            if watch:
                watch.cancel()
    status = process.returncode
    if cases.running:
        cases.finish("failed", f": it was not done after the entry's {limit} seconds" if ran_out else
                     f": the executable ended in it with status {status}")
    return cases, status


def judge(cases, status):
    """The exit status of the entry."""
    if status == SKIPPED and not cases.results:
        print(*cases.outside, sep="\n")
        return SKIPPED
    failed = cases.count("failed")
    # The first shard has a case where there is one at all.
    if status == 0 and not cases.results and os.environ.get("GTEST_SHARD_INDEX", "0") != "0":
        print("no case is this shard's")
        return 0
    if failed or status != 0 or not cases.results:
        if not failed:
            print(*cases.outside, f"the executable ended with status {status}", sep="\n")
        print(f"{len(cases.results)} cases, {failed} failed")
        return 1
    skipped = cases.count("skipped")
    print(f"{len(cases.results)} cases, {skipped} skipped")
    return SKIPPED if skipped == len(cases.results) else 0


def main(arguments):
    limit = None
    if arguments[0].startswith("--limit="):
        limit, arguments = int(arguments[0].removeprefix("--limit=")), arguments[1:]
    results, command = arguments[0], arguments[1:]
    if os.path.exists(results):
        os.remove(results)  # of an earlier run
    cases, status = run(command, limit)
    os.makedirs(os.path.dirname(results), exist_ok=True)
    with open(results, "w", encoding="utf-8") as file:
        for line in cases.results:
            file.write("\t".join(line) + "\n")
    return judge(cases, status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
