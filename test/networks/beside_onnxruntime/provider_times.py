#!/usr/bin/env python3
"""A network in ONNX Runtime, on qopt beside its CPU provider: which share is claimed, and what a run costs.

provider_times.py MODEL… [--shape=1x3x48x320] [--runs=N] [--device=host:1]   with onnxruntime_ep_qopt in PYTHONPATH (docs/onnxruntime.md)

CPU time of this process, one thread each, in turns, medians: other work on the machine counts little. Open sizes are 1, unless --shape
says all of the first input's.
"""

import argparse
import os
import re
import statistics
import sys
import tempfile
import time

import numpy
import onnxruntime

import onnxruntime_ep_qopt

TYPES = {"tensor(float)": numpy.float32, "tensor(int64)": numpy.int64, "tensor(uint8)": numpy.uint8, "tensor(int8)": numpy.int8}


def session(model, device):
    """One thread; the provider where `device` is a text."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    if device:
        options.log_severity_level = 1
        options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {"device": device})
        return onnxruntime.InferenceSession(model, sess_options=options, enable_fallback=0)
    return onnxruntime.InferenceSession(model, sess_options=options, providers=["CPUExecutionProvider"])


def logged(work):
    """(what `work` gives, the provider's lines in the log)."""
    with tempfile.TemporaryFile() as file:
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            made = work()
        finally:
            os.dup2(before, 2)
            os.close(before)
        file.seek(0)
        return made, [line.split("qopt] ", 1)[1] for line in file.read().decode().splitlines() if "qopt] " in line]


def feeds_of(made, shape_of_first):
    random = numpy.random.default_rng(1)
    feeds = {}
    for i, given in enumerate(made.get_inputs()):
        shape = shape_of_first if shape_of_first and i == 0 else [one if isinstance(one, int) and one > 0 else 1 for one in given.shape]
        feeds[given.name] = (random.standard_normal(shape) if "float" in given.type else random.integers(0, 2, shape)).astype(TYPES[given.type])
    return feeds


def cost(made, feeds, runs):
    """CPU milliseconds of a run."""
    begin = time.process_time()
    for _ in range(runs):
        made.run(None, feeds)
    return (time.process_time() - begin) / runs * 1e3


def difference(got, want):
    """In dB, of the worst output: how much stronger the signal is."""
    worst = float("inf")
    for mine, theirs in zip(got, want, strict=True):
        noise = numpy.square(mine.astype(numpy.float64) - theirs).sum()
        worst = min(worst, 10 * numpy.log10(numpy.square(theirs.astype(numpy.float64)).sum() / noise) if noise else float("inf"))
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+")
    parser.add_argument("--shape", type=lambda text: [int(size) for size in text.split("x")])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--device", default="host:1")
    given = parser.parse_args()
    for model in given.models:
        begin = time.process_time()
        mine, log = logged(lambda: session(model, given.device))
        start, theirs = time.process_time() - begin, session(model, "")
        feeds = feeds_of(theirs, given.shape)
        decibels = difference(mine.run(None, feeds), theirs.run(None, feeds))  # programs are made here where sizes are open
        turns = [(cost(mine, feeds, given.runs), cost(theirs, feeds, given.runs)) for _ in range(given.turns)]
        a, b = (statistics.median(times) for times in zip(*turns, strict=True))
        share = next((line for line in log if re.search(r"nodes run on", line)), "nothing was said")
        print(f"{share}\n  start {start:.1f} s, a run {a:.3f} ms, CPU provider {b:.3f} ms, {b / a:.2f} times; {decibels:.0f} dB apart")
        for line in log:
            if "stays with" in line:
                print("  " + line[:200])
    return 0


if __name__ == "__main__":
    sys.exit(main())
