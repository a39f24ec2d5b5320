#!/usr/bin/env python3
"""Processes that start at once with empty caches, sharing them: each must run, and all must answer alike.

Usage: cold_processes.py QRUN MODEL [--runs=200] [--at-once=8] [--device=opencl] [--own-cache]
A round is --at-once processes on fresh folders for PoCL's cache and ours; with --own-cache each has a
kernel cache of its own, so that only PoCL's is shared. Exit status 77 where there is no such device.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time


def command(arguments, folder, number):
    return [arguments.qrun, "run", arguments.model, f"--device={arguments.device}", f"--input={folder}/x.npy",
            f"--output={folder}/y{number}.npy"]


def environment(arguments, folder, number):
    own = f"/own{number}" if arguments.own_cache else ""
    return {**os.environ, "POCL_CACHE_DIR": f"{folder}/pocl", "XDG_CACHE_HOME": f"{folder}/xdg",
            "QOPT_CACHE": f"{folder}/xdg{own}/kernels.sqlite"}


def write_input(path, shape):
    """Zeroes as .npy, which a model without preprocessing takes as they are."""
    count = 1
    for size in shape:
        count *= size
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * ((-len(header) - 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(4 * count))


def run_round(arguments, failures):
    with tempfile.TemporaryDirectory(prefix="qopt-cold-") as folder:
        write_input(f"{folder}/x.npy", arguments.shape)
        started = [subprocess.Popen(command(arguments, folder, i), env=environment(arguments, folder, i),
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                   for i in range(arguments.at_once)]
        answers = set()
        for i, process in enumerate(started):
            errors = process.communicate()[1]
            if process.returncode != 0:
                failures.append(f"exit {process.returncode}: {errors.strip()[-600:]}")
            else:
                with open(f"{folder}/y{i}.npy", "rb") as file:
                    answers.add(file.read())
        if len(answers) > 1:
            failures.append(f"{len(answers)} different answers")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("qrun")
    parser.add_argument("model")
    parser.add_argument("--shape", type=lambda text: [int(n) for n in text.split("x")], default=[1, 1, 28, 28])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--own-cache", action="store_true")
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.qrun, "devices"], capture_output=True, text=True).stdout
    if arguments.device.split(":")[0] not in listed:
        print(f"skipped: no device {arguments.device}")
        return 77
    failures, runs, begin = [], 0, time.time()
    while runs < arguments.runs:
        run_round(arguments, failures)
        runs += arguments.at_once
    print(f"{runs} cold runs, {arguments.at_once} at once: {len(failures)} failed, {time.time() - begin:.0f} s")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
