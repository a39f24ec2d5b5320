#!/usr/bin/env python3
"""Checks that what goes wrong on a machine ends in a clear error or in the right answer: the host's, in every bit.

faults.py BIN_DIR MODELS_DIR RESULTS.jsonl [--device=cuda,opencl] [--network=resnet20] [--rounds=20] [--at-once=10]
          [--libqrt=FILE] [--only=REGEX] [--fresh] [--seconds=480]

A row for each device and case. The network is one of the repository's, in INT8; MODELS_DIR gets NETWORK.faults.mlirbc
where it lacks it. --libqrt lies beside BIN_DIR unless it is said. Rows that RESULTS has are skipped, those that went
wrong too, unless --fresh begins the file anew. Exits 0 when all went well, 1 when something did not, 3 when there is
more, 77 without a device.
"""

import argparse
import os
import random
import re
import sys
import tempfile

import cache_faults
import device_faults
import programs
from fault_runs import SHAPES, Runs, Wrong

# By what they need: a device with kernels has a compiler and a cache.
CASES = {"ten at once": cache_faults.ten_at_once, "killed compile": cache_faults.killed_compile}
KERNEL_CASES = {"no driver": device_faults.no_driver, "kernel does not build": device_faults.broken_kernel,
                "out of memory": device_faults.out_of_memory, "card is full": device_faults.full_card,
                "cache deleted": cache_faults.deleted,
                "cache truncated": cache_faults.truncated, "cache overwritten": cache_faults.overwritten,
                "cache locked": cache_faults.locked, "killed while writing": cache_faults.killed}
CUDA_CASES = {"no compiler": device_faults.no_compiler}


def cases_of(device):
    return {**CASES, **(KERNEL_CASES if device != "host" else {}), **(CUDA_CASES if device.startswith("cuda") else {})}


def measure(options, point, seconds):
    device, case = point
    with tempfile.TemporaryDirectory(prefix="qopt-faults-") as folder:
        try:
            runs = Runs(options, device, folder, seconds)
            return {"says": cases_of(device)[case](runs)}
        except Wrong as wrong:
            return {"error": str(wrong)}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs.add_arguments(parser, 480)
    parser.add_argument("--network", default="resnet20", choices=list(SHAPES))
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--libqrt")
    parser.add_argument("--only", default="")
    options = parser.parse_args(arguments)
    options.libqrt = options.libqrt or os.path.join(options.bin, "../lib/libqrt.so")
    options.model = os.path.join(options.models, f"{options.network}.faults.mlirbc")
    options.random = random.Random(1)
    return options


def make_model(options):
    """Returns what is wrong."""
    os.makedirs(options.models, exist_ok=True)
    if os.path.exists(options.model):
        return ""
    return programs.run(programs.quantize_command(options.bin, options.network, options.model), 600)[1]


def main(arguments):
    options = parse(arguments)
    devices = programs.present(options)
    if not devices:
        return programs.SKIPPED
    if wrong := make_model(options):
        sys.exit(wrong)
    points = [(device, case) for device in devices for case in cases_of(device) if re.search(options.only, case)]
    if not programs.measure_all("faults", points, lambda point, left: measure(options, point, left), options):
        return programs.MORE
    return int(programs.failed("faults", points, options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
