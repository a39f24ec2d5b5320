#!/usr/bin/env python3
"""Measures how long a network's first answer takes, with nothing compiled yet and with everything in the caches.

cold_start.py BIN_DIR MODELS_DIR RESULTS.jsonl [--device=cuda,opencl] [--network=resnet50] [--type=int8] [--warm=5]
              [--libqrt=FILE] [--seconds=480]

A row for each device and source: `model` (MODELS_DIR/NETWORK.TYPE.mlirbc by qrun), `artifact` (a .qart file by qrun),
`binaries` (one that holds compiled kernels, --use-binaries), `libqrt` (the .qart file by libqrt's C interface alone;
--libqrt says where it lies, else beside BIN_DIR). Cold: a process with empty caches, PoCL's and NVIDIA's among them.
Warm: the median of --warm processes after it. Each until its answer is written (libqrt: until its run ends, without the interpreter's
start), with its steps in seconds; `process` is what no step counts: linking, the input's noise. What qopt takes to make the INT8 module of the float one is measured apart (`quantize`).
Rows that RESULTS has are skipped. Exits 0 when all is measured, 1 when something failed, 3 when there is more, 77 without a
device.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time

import make_models
import programs

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ("model", "artifact", "binaries", "libqrt")


class Failed(Exception):
    pass


def clocked(command, left, environment):
    begun = time.monotonic()
    output, error = programs.run(command, left, environment)
    if error:
        raise Failed(error)
    return output, time.monotonic() - begun


class Starts:
    """One source on one device, in a folder whose caches are empty at first."""

    def __init__(self, options, source, device, folder, deadline):
        self.options, self.source, self.device, self.deadline = options, source, device, deadline
        self.environment = programs.caches_in(folder)
        self.path = options.model
        if source != "model":
            self.path = os.path.join(folder, "net.qart")
            with tempfile.TemporaryDirectory() as others:  # compiling fills no cache of the start's
                clocked([options.qrun, "compile", options.model, f"--device={device}", "-o", self.path,
                         *["--with-binaries"] * (source == "binaries")], self.left(), programs.caches_in(others))

    def left(self):
        return programs.left_until(self.deadline)

    def by_library(self):
        command = [sys.executable, os.path.join(HERE, "qrt.py"), self.options.libqrt, self.path, self.device]
        steps = json.loads(clocked(command, self.left(), self.environment)[0])
        return {**steps, "all": sum(steps.values())}

    def by_qrun(self):
        arguments = [f"--device={self.device}", "--batch=1", "--iterations=1", "--warmup=0"]
        arguments += ["--use-binaries"] * (self.source == "binaries")
        found, error = programs.bench(self.options.bin, self.path, arguments, self.left(), self.environment,
                                      programs.run_to_answer)
        if error:
            raise Failed(error)
        self.name = found["device_name"]
        steps = {**found["start"], "first run": found["first_run"]}
        return {**steps, "process": found["said"] - sum(steps.values()), "all": found["said"]}

    def once(self):
        return self.by_library() if self.source == "libqrt" else self.by_qrun()


def measure(options, point, seconds):
    _, _, device, source = point
    with tempfile.TemporaryDirectory() as folder:
        try:
            starts = Starts(options, source, device, folder, time.monotonic() + seconds)
            cold = starts.once()
            warm = [starts.once() for _ in range(options.warm)]
        except Failed as failed:
            return {"error": str(failed)}
    medians = {step: statistics.median(start[step] for start in warm) for step in cold}
    return {"cold": cold, "warm": medians, "says": f"cold {cold['all']:.2f} s, warm {medians['all']:.3f} s"}


def quantize(options, point, seconds):
    """qopt's whole call that makes the INT8 module of the float one."""
    stem = os.path.join(options.models, options.network)
    passes = [text.format(f"{stem}.json") for text in make_models.PASSES[options.type]]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.mlirbc")
        try:
            _, took = clocked([options.qopt, f"{stem}.fp32.mlirbc", *passes, "-o", out], seconds, {})
        except Failed as failed:
            return {"error": str(failed)}
    return {"seconds": took, "says": f"{took:.2f} s"}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs.add_arguments(parser, 480)
    parser.add_argument("--network", default="resnet50")
    parser.add_argument("--type", default="int8")
    parser.add_argument("--warm", type=int, default=5)
    parser.add_argument("--libqrt")
    options = parser.parse_args(arguments)
    options.qopt, options.qrun = (os.path.join(options.bin, name) for name in ("qopt", "qrun"))
    options.libqrt = options.libqrt or os.path.join(options.bin, "../lib/libqrt.so")
    options.model = os.path.join(options.models, f"{options.network}.{options.type}.mlirbc")
    return options


def main(arguments):
    options = parse(arguments)
    devices = programs.present(options)
    if not devices:
        return programs.SKIPPED
    own = (options.network, options.type)
    points = [(*own, "", "quantize")] if options.type in make_models.PASSES else []
    points += [(*own, device, source) for device in devices for source in SOURCES]

    def one(point, left):
        return (quantize if point[3] == "quantize" else measure)(options, point, left)
    if not programs.measure_all("cold_start", points, one, options):
        return programs.MORE
    return int(programs.failed("cold_start", points, options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
