#!/usr/bin/env python3
"""This checks answers and memory with many threads, sizes that change and runs that are terminated.

stress.py [--runs=1000] [--threads=8] [--sessions=2] [--terminated=500] [--seed=1] [--most-growth=24] [--device=host:1]
    with onnxruntime_ep_qopt in PYTHONPATH

Prints what was run and what memory grew by; ends in an error where an answer is wrong or memory grows by more MiB than that: allocators of many
threads keep amounts that differ by less, sanitizers keep more.
"""

import argparse
import ctypes
import random
import resource
import statistics
import sys
import threading
import time
from pathlib import Path

import numpy
import onnxruntime
from onnx import helper

from common import FLOAT, in_threads, model, on_cpu, session, values

node = helper.make_node


def resident():
    """Returns MiB of this process, after it has given back what is free."""
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def open_net():
    """Open sizes come, more of them than programs are kept for: programs are made as they come."""
    nodes = [node("Conv", ["x", "w1"], ["c1"], "conv1", pads=[1, 1, 1, 1]), node("Relu", ["c1"], ["r1"], "relu1"),
             node("MaxPool", ["r1"], ["p1"], "pool1", kernel_shape=[2, 2], strides=[2, 2]),
             node("Conv", ["p1", "w2"], ["c2"], "conv2"), node("GlobalAveragePool", ["c2"], ["g"], "mean"), node("Softmax", ["g"], ["y"], "softmax", axis=1)]
    return model(nodes, [("x", FLOAT, ["N", 3, "H", "W"])], [("y", FLOAT, ["N", 16, 1, 1])],
                 {"w1": values(1, 8, 3, 3, 3, scale=0.3), "w2": values(3, 16, 8, 3, 3, scale=0.2)})


def contending(threads, runs, seed, device):
    """Threads of one session come with sizes without a name, of which programs are made as they come and few are kept; returns the runs."""
    nodes = [node("MatMul", ["a", "w"], ["u"], "left"), node("MatMul", ["b", "w"], ["v"], "right"), node("Gemm", ["u", "v"], ["y"], "pairs", transB=1)]
    weights = values(1, 64, 64)
    source = model(nodes, [("a", FLOAT, [None, 64]), ("b", FLOAT, [None, 64])], [("y", FLOAT, [None, None])], {"w": weights})
    made = session(source, {"device": device}, intra_op_num_threads=1)
    feeds = [(values(i, 3, 64), values(i + 50, 2 + i, 64)) for i in range(8)]
    wanted = [(a.astype(numpy.float64) @ weights) @ (b.astype(numpy.float64) @ weights).T for a, b in feeds]

    def work(number):
        own = random.Random(seed * 1000 + number)
        for _ in range(runs):
            which = own.randrange(len(feeds))
            a, b = feeds[which]
            numpy.testing.assert_allclose(made.run(None, {"a": a, "b": b})[0], wanted[which], rtol=1e-3, atol=5e-2)

    in_threads(threads, work)
    return threads * runs


def chain_net(links, width=192):
    """Programs lie between nodes that stay: a terminated run ends at one of the borders. It takes longer than a thread takes to wake, so that the
    moments fall within it. Weights are small: rounding does not grow."""
    nodes, read, inside = [], "x", []
    for i in range(links):
        nodes += [node("MatMul", [read, "w"], [f"a{i}"], f"product{i}"), node("Tanh", [f"a{i}"], [f"t{i}"], f"tanh{i}"),
                  node("Scaler", [f"t{i}"], [f"s{i}"], f"scaler{i}", domain="ai.onnx.ml", offset=[0.1], scale=[1.5])]
        read = f"s{i}"
        inside.append((read, FLOAT, [width, width]))
    return model(nodes, [("x", FLOAT, [width, width])], inside[-1:], {"w": values(1, width, width, scale=0.4 / width**0.5)}, domains=["ai.onnx.ml"],
                 inside=inside[:-1])


def changing_sizes(threads, sessions, runs, seed, device):
    """Returns (runs, MiB that memory grew by after the first tenth of them)."""
    source, draw = open_net(), random.Random(seed)
    expected = on_cpu(source)
    feeds = [values(i, draw.randint(1, 4), 3, draw.randint(8, 24), draw.randint(8, 24)) for i in range(24)]
    wanted = [expected.run(None, {"x": x})[0] for x in feeds]
    made = [session(source, {"device": device}, intra_op_num_threads=1) for _ in range(sessions)]

    def work(number, count):
        own = random.Random(seed * 1000 + number)
        for _ in range(count):
            which = own.randrange(len(feeds))
            for one in made:
                got = one.run(None, {"x": feeds[which]})[0]
                numpy.testing.assert_allclose(got, wanted[which], rtol=1e-4, atol=1e-6)

    in_threads(threads, lambda number: work(number, max(runs // 10, 3)))
    before = resident()
    in_threads(threads, lambda number: work(number, runs - max(runs // 10, 3)))
    return threads * sessions * runs, resident() - before


def duration(made, feeds):
    begin = time.perf_counter()
    made.run(None, feeds)
    return time.perf_counter() - begin


def one_terminated(made, feeds, wanted, after):
    """Tells whether a run ends early that is told to in `after` seconds; where it does not, its answer is right."""
    told = onnxruntime.RunOptions()
    timer = threading.Timer(after, lambda: setattr(told, "terminate", True))
    timer.start()
    try:
        got = made.run(None, feeds, told)[0]
    except Exception as error:
        if "terminate" not in str(error):
            raise
        return True
    finally:
        timer.cancel()
        timer.join()
    numpy.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-5)
    return False


def terminated(threads, runs, seed, device):
    """Threads of one session tell each of their runs to end at a random moment; returns (runs that ended early, runs, MiB that memory grew by)."""
    source = chain_net(60)
    made, feeds = session(source, {"device": device}, intra_op_num_threads=1), {"x": values(5, 192, 192)}
    wanted, early = on_cpu(source).run(None, feeds)[0], [0] * threads
    durations = []  # beside each other, as the runs are that end early
    in_threads(threads, lambda _: durations.extend(duration(made, feeds) for _ in range(9)))
    longest = statistics.median(durations) * 1.2

    def work(number, count):
        draw = random.Random(seed * 1000 + number)
        early[number] = sum(one_terminated(made, feeds, wanted, draw.uniform(0, longest)) for _ in range(count))

    share = -(-runs // threads)
    in_threads(threads, lambda number: work(number, max(share // 10, 1)))
    before = resident()
    in_threads(threads, lambda number: work(number, share))
    grown = resident() - before
    numpy.testing.assert_allclose(made.run(None, feeds)[0], wanted, rtol=1e-3, atol=1e-5)
    return sum(early), threads * share, grown


def main(words):
    parser = argparse.ArgumentParser()
    for name, value in (("threads", 8), ("sessions", 2), ("runs", 1000), ("terminated", 500), ("seed", 1), ("most-growth", 24)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--device", default="host:1")
    given = parser.parse_args(words)
    ran, grown = changing_sizes(given.threads, given.sessions, given.runs, given.seed, given.device)
    print(f"{ran} runs of {given.threads} threads and {given.sessions} sessions, 24 sets of sizes: all right, memory grew by {grown:.1f} MiB")
    ran = contending(given.threads, max(given.runs // 20, 3), given.seed, given.device)
    print(f"{ran} runs of {given.threads} threads on one session, 8 sets of sizes without a name: all right")
    early, runs, more = terminated(given.threads, given.terminated, given.seed, given.device)
    print(f"{runs} runs of {given.threads} threads told to terminate: {early} ended early, the others are right, memory grew by {more:.1f} MiB")
    if max(grown, more) > given.most_growth:
        print(f"more than {given.most_growth} MiB")
        return 1
    if early * 5 < runs:
        print("fewer than a fifth ended early: the moments fell outside the runs")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
