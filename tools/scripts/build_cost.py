#!/usr/bin/env python3
"""Says where a build's time went: seconds of each room and the slowest steps, from ninja's own log.

Usage: build_cost.py BUILD_FOLDER [--steps=10]

Seconds are the steps' own, added up; with two at once a build takes about half of them.
"""

import argparse
import collections
import os


def steps(folder):
    """The last (seconds, output) of each output that ninja made."""
    last = {}
    with open(os.path.join(folder, ".ninja_log"), encoding="utf-8") as log:
        for line in log:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 5:
                last[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return sorted(((seconds, output) for output, seconds in last.items()), reverse=True)


def room_of(output):
    """`test/passes` of test/passes/CMakeFiles/…, `runtime/numerics` of its."""
    return "/".join(output.split("/CMakeFiles")[0].split("/")[:2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder")
    parser.add_argument("--steps", type=int, default=10)
    arguments = parser.parse_args()
    done = steps(arguments.folder)
    rooms = collections.Counter()
    counts = collections.Counter()
    for seconds, output in done:
        rooms[room_of(output)] += seconds
        counts[room_of(output)] += 1
    for room, seconds in rooms.most_common():
        print(f"{seconds:8.1f} s {counts[room]:5} steps  {room}")
    print(f"{sum(rooms.values()):8.1f} s {len(done):5} steps  all; the slowest:")
    for seconds, output in done[: arguments.steps]:
        print(f"{seconds:8.1f} s  {output}")


if __name__ == "__main__":
    main()
