#!/usr/bin/env python3
"""Two builds' times beside each other: is the second slower?

compare_builds.py BEFORE_BIN AFTER_BIN WORK name=model.onnx:calibration.json …
                  [--pairs=30] [--types=float,int8] [--devices=host:2,opencl] [--batches=1,32]
                  [--limit=1.03]

Each build quantizes the model itself and both time it in turns, which of them is first alternating;
a pair is a median each, of several runs where they are short. Prints for each network, type, device and batch the median of
the ratios after / before with its 95 % interval (of the median, by order statistics), the worst
first. Exit status 1 where an interval reaches the limit, or where INT8 on the host got no faster.
"""
import argparse
import os
import statistics
import sys
import time

from measure import interval, modules, times


def iterations_for(binaries, model, device, batch):
    """Returns as many iterations as take about a tenth of a second, at most 200."""
    return max(1, min(200, int(0.1 / min(times(binaries, model, device, batch, 1, 2)))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("work")
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--types", default="float,int8")
    parser.add_argument("--devices", default="host:2,opencl")
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--limit", type=float, default=1.03)
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    builds = {"before": arguments.before, "after": arguments.after}
    rows = []
    for network in arguments.networks:
        name, _, rest = network.partition("=")
        model, _, calibration = rest.rpartition(":")
        made = {label: modules(binaries, model, calibration, f"{arguments.work}/{name}.{label}")
                for label, binaries in builds.items()}
        for device in arguments.devices.split(","):
            for kind in arguments.types.split(","):
                for batch in map(int, arguments.batches.split(",")):
                    count = iterations_for(builds["before"], made["before"][kind], device, batch)
                    ratios, seconds = [], {"before": [], "after": []}
                    for pair in range(arguments.pairs):
                        order = ["before", "after"][:: 1 if pair % 2 else -1]
                        took = {label: statistics.median(
                            times(builds[label], made[label][kind], device, batch, min(2, count), count))
                                for label in order}
                        ratios.append(took["after"] / took["before"])
                        for label in order:
                            seconds[label].append(took[label])
                    low, high = interval(ratios)
                    rows.append((statistics.median(ratios), low, high, name, kind, device, batch))
                    print("%s %s %s b%d: %.3f [%.3f, %.3f]" % (name, kind, device, batch,
                                                               rows[-1][0], low, high),
                          time.strftime("%H:%M:%S"), file=sys.stderr, flush=True)
    print("| network | type | device | batch | after / before | 95 % |\n|---|---|---|---|---|---|")
    wrong = 0
    for ratio, low, high, name, kind, device, batch in sorted(rows, reverse=True):
        print(f"| {name} | {kind} | {device} | {batch} | {ratio:.3f} | {low:.3f} to {high:.3f} |")
        slow = high >= arguments.limit
        slow |= kind == "int8" and device.startswith("host") and ratio >= 1
        wrong += slow
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
