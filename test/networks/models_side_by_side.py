#!/usr/bin/env python3
"""Measures what two processes do at once, each running a network on all the cores, beside what one does alone.

models_side_by_side.py BIN_DIR DATA_DIR [NETWORK…] [--batches=1] [--types=float,int8] [--threads=2] [--processes=2]
                       [--seconds=2] [--least=0.9] [--work=FOLDER]

One after the other, the processes' runs would take as long as one's alone: of what they do together, runs a second
beside those of one alone, --least is asked for. Where threads that wait keep a core from those that work, it is
less. Prints medians and 90th percentiles of a run. Modules are
speed_beside_onnxruntime.py's, in its --work folder. Exits 1 where a ratio is below --least, 77 (skipped) where
DATA_DIR is absent.
"""
import argparse
import concurrent.futures
import itertools
import statistics
import sys

import speed_beside_onnxruntime as speed
import zoo_gates

from measure import bench


def middle(seconds):
    """Returns runs without the first and last ones, during which the other process may not be running."""
    edge = len(seconds) // 5
    return seconds[edge:len(seconds) - edge]


def runs_of(binaries, module, batch, iterations, options):
    return bench(binaries, module, f"host:{options.threads}", batch, "--warmup=20", f"--iterations={iterations}")["seconds"]


def measure(binaries, module, batch, options):
    """Runs of one alone, and of each of several at once."""
    alone = runs_of(binaries, module, batch, 20, options)
    iterations = max(30, int(options.seconds / statistics.fmean(alone)))
    alone = runs_of(binaries, module, batch, iterations, options)
    with concurrent.futures.ThreadPoolExecutor(options.processes) as threads:
        together = list(threads.map(lambda _: runs_of(binaries, module, batch, iterations // options.processes, options),
                                    range(options.processes)))
    return middle(alone), [middle(seconds) for seconds in together]


def row(name, alone, together):
    """Prints a line; returns the ratio of what is done."""
    one, all_of_them = 1 / statistics.fmean(alone), sum(1 / statistics.fmean(seconds) for seconds in together)
    joined = list(itertools.chain(*together))
    times = (1e3 * time for seconds in (alone, joined)
             for time in (statistics.median(seconds), statistics.quantiles(seconds, n=10)[-1]))
    print("| %s | %.3f | %.3f | %.3f | %.3f | %.2f |" % (name, *times, all_of_them / one), flush=True)
    return all_of_them / one


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=["lenet", "resnet20", "mobilenetv2", "vit"])
    parser.add_argument("--batches", default="1")
    parser.add_argument("--types", default="float,int8")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--least", type=float, default=0.9)
    parser.add_argument("--work", default="speed")
    options = parser.parse_args()
    zoo_gates.skip_without(options.data)
    print(f"| network | type | batch | alone: median ms | p90 | {options.processes} at once: median ms | p90 | runs a second,"
          " at once / alone |\n|---|---|---|---|---|---|---|---|")
    ratios = []
    for network, binaries in speed.each_network(options):
        for kind, batch in itertools.product(options.types.split(","), map(int, options.batches.split(","))):
            found = measure(binaries, f"{kind}.mlirbc", batch, options)
            ratios.append(row(f"{network} | {kind} | {batch}", *found))
    return int(min(ratios) < options.least)


if __name__ == "__main__":
    sys.exit(main())
