#!/usr/bin/env python3
"""Batches, the order of samples and shards leave no trace in a calibration.

calibration_order.py BIN_DIR DATA_DIR NETWORK… [--device=NAME]… [--samples=N] [--brief]
Exits 77 without DATA_DIR or NumPy. --brief: each batch and each order once, and three shards.
Every calibrator that shards, over the same samples: batches of 1, 7 and 32, three orders, and ten shards that are
merged. The evaluator's tables must be equal in all bytes; other devices' sums may depend on the batch: their ends
within 1e-5 of the range. Shards run at one batch size: their table is the one run's in all bytes everywhere. How far
ends are from the first device's is shown: a value that lies at a bin's end may be counted in the next one. auto,
whose ranges no part of the samples knows, must be refused.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import zoo_gates

CALIBRATORS = {
    "min-max": [],
    "moving-average": [],
    "percentile": ["--percentile=99.9", "--scheme=affine"],
    "mse": ["--clip-weight=2"],
    "entropy": [],
    "entropy, zeros skipped": ["--skip-zeros"],
}
BATCHES = [1, 7, 32]


def qrun(bin_dir, *words):
    """Returns what went wrong; "" where nothing did."""
    done = subprocess.run([f"{bin_dir}/qrun", *words], capture_output=True, text=True)
    return done.stderr.strip() or "?" if done.returncode else ""


def must(bin_dir, *words):
    wrong = qrun(bin_dir, *words)
    if wrong:
        sys.exit(f"qrun {' '.join(words)}\n{wrong}")


class Runs:
    """Calibrations of one network on one device with one calibrator."""

    def __init__(self, bin_dir, device, calibrator, shards):
        self.bin_dir, self.device, self.shards = bin_dir, device, shards
        self.method = calibrator.split(",")[0]
        self.how = [f"--calibrator={self.method}", *CALIBRATORS[calibrator]]

    def calibrate(self, data, path, *options):
        must(self.bin_dir, "calibrate", "folded.mlirbc", f"--data={data}", "-o", path, f"--device={self.device}", *options)

    def table(self, data, batch=32):
        self.calibrate(data, "table.json", f"--batch={batch}", *self.how)
        with open("table.json", "rb") as file:
            return file.read()

    def merge(self, *options):
        parts = [f"part{i}.json" for i in range(self.shards)]
        for i, part in enumerate(parts):
            self.calibrate(f"shard{i}.npz", part, "--partial", *options)
        must(self.bin_dir, "merge", *parts, "-o", "merged.json")

    def sharded(self):
        """The table of shards; what counts magnitudes has to know first how far they go."""
        if self.method in ("percentile", "mse", "entropy"):
            self.merge("--calibrator=min-max")
            os.rename("merged.json", "limits.json")
            self.merge("--limits=limits.json", *self.how)
        else:
            self.merge(*self.how)
        with open("merged.json", "rb") as file:
            return file.read()


def apart(table, other):
    """The largest distance of two ends, as a share of the range; a header that differs is infinite."""
    a, b = json.loads(table), json.loads(other)
    ranges, others = a.pop("ranges"), b.pop("ranges")
    if a != b or ranges.keys() != others.keys():
        return np.inf
    reach = {key: max(map(abs, ends)) or 1 for key, ends in ranges.items()}
    return max(abs(x - y) / reach[key] for key in ranges for x, y in zip(ranges[key], others[key]))


def write_orders(images, shards):
    shuffled = np.random.default_rng(5).permutation(len(images))
    for name, order in {"given": slice(None), "reversed": slice(None, None, -1), "shuffled": shuffled}.items():
        np.savez(f"{name}.npz", images=images[order])
        yield f"{name}.npz"
    for i, part in enumerate(np.array_split(shuffled, shards)):
        np.savez(f"shard{i}.npz", images=images[part])


def check(runs, title, cases, first, elsewhere):
    """Returns whether all is as it should be; prints how far the tables were apart. `elsewhere`: another device's."""
    tables = [runs.table(*case) for case in cases]
    equal, worst = sum(table == first for table in tables), max(apart(first, table) for table in tables)
    is_same = runs.sharded() == first
    print(f"{title} {equal} of {len(tables)} tables equal, ends {worst:.1e} apart; {runs.shards} shards "
          f"{'equal' if is_same else 'NOT equal'}; {apart(elsewhere, first):.1e} from the first device", flush=True)
    return is_same and (equal == len(tables) if runs.device == "reference" else worst <= 1e-5)


def check_network(network, options):
    """Returns how much is not as it should be."""
    shards = 3 if options.brief else 10
    zoo_gates.fold(network, f"{options.bin}/qopt", options.data, "folded.mlirbc")
    with np.load(zoo_gates.samples_of(zoo_gates.NETWORKS[network][0], options.data)[0]) as arrays:
        orders = list(write_orders(arrays["images"][:options.samples], shards))
    cases = list(zip(orders, BATCHES) if options.brief else itertools.product(orders, BATCHES))
    wrong, firsts = 0, {}
    for device, calibrator in itertools.product(options.device or ["reference", "host"], CALIBRATORS):
        runs = Runs(options.bin, device, calibrator, shards)
        first = runs.table(orders[0])
        wrong += not check(runs, f"{network:12} {device:10} {calibrator:24}", cases, first,
                           firsts.setdefault(calibrator, first))
    return wrong + (not refuses_auto(options.bin))


def refuses_auto(bin_dir):
    """Parts of auto have nothing that merges."""
    wrong = qrun(bin_dir, "calibrate", "folded.mlirbc", "--data=shard0.npz", "--calibrator=auto", "--partial", "-o",
                 "auto.json")
    print("auto:", wrong or "has parts, which it must not have")
    return "--partial" in wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--device", action="append")
    parser.add_argument("--samples", type=int, default=30)
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    options.bin, options.data = os.path.abspath(options.bin), os.path.abspath(options.data)

    def check(network):
        return check_network(network, options)

    return bool(zoo_gates.failures_or_skip(options.data, options.networks, check))


if __name__ == "__main__":
    sys.exit(main())
