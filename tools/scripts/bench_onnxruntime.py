#!/usr/bin/env python3
"""Times ONNX Runtime on one or more models; prints JSON, times in ms a run.

  bench_onnxruntime.py --threads=2 --batch 1 32 --model float=resnet20.onnx \\
      --model qdq=resnet20_ort_qdq.onnx [--seconds=2]

The models take turns in every round, so that what else the machine does meets
all of them. Needs test/numpy/requirements.txt.
"""

import argparse
import json
import sys
import time

import numpy as np
import onnxruntime as ort


def open_session(path, threads):
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    return ort.InferenceSession(path, settings,
                                providers=["CPUExecutionProvider"])


def feed(session, batch):
    """Seeded noise; the first dimension is the batch, whatever it is named."""
    argument = session.get_inputs()[0]
    shape = [batch] + [d if isinstance(d, int) else 1
                       for d in argument.shape[1:]]
    noise = np.random.RandomState(0).uniform(-1, 1, shape)
    return {argument.name: noise.astype(np.float32)}


def time_in_turns(sessions, batch, seconds):
    """name → list of ms; five rounds of warming up are not counted."""
    feeds = {name: feed(s, batch) for name, s in sessions.items()}
    times = {name: [] for name in sessions}
    start, rounds = time.perf_counter(), 0
    while rounds < 10 or time.perf_counter() - start < seconds:
        for name, session in sessions.items():
            before = time.perf_counter()
            session.run(None, feeds[name])
            after = time.perf_counter()
            if rounds >= 5:
                times[name].append(1e3 * (after - before))
        rounds += 1
    return times


def summary(times):
    low, median, high = np.percentile(times, [10, 50, 90])
    return {"median_ms": round(median, 4), "p10_ms": round(low, 4),
            "p90_ms": round(high, 4), "runs": len(times)}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="append", required=True,
                        metavar="NAME=PATH")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 32])
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    models = [m.partition("=") for m in options.model]
    if not all(name and path for name, _, path in models):
        parser.error("--model takes NAME=PATH")
    sessions = {name: open_session(path, options.threads)
                for name, _, path in models}
    result = {"onnxruntime": ort.__version__, "threads": options.threads,
              "batches": {}}
    for batch in options.batch:
        times = time_in_turns(sessions, batch, options.seconds)
        result["batches"][batch] = {n: summary(t) for n, t in times.items()}
    json.dump(result, sys.stdout, indent=2)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
