"""Shared by the scripts that time us beside ONNX Runtime: its sessions, and pairs that alternate."""
import collections
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/scripts"))
from measure import interval  # noqa: E402

SECONDS = 0.1  # of runs in one side of a pair

Outcome = collections.namedtuple("Outcome", "ratio low high ours theirs")  # ours / theirs, its 95 %; seconds


def runs_for(seconds):
    return max(3, min(500, int(SECONDS / seconds)))


class Peer:
    """A session on random inputs."""

    def __init__(self, path, threads, shape_of=lambda port: port.shape):
        import numpy as np
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        random = np.random.default_rng(1)
        self.feed = {port.name: random.standard_normal(shape_of(port)).astype(np.float32)
                     for port in self.session.get_inputs()}
        self.time(2)

    def run(self):
        self.session.run(None, self.feed)

    def time(self, runs):
        taken = []
        for _ in range(runs):
            start = time.perf_counter()
            self.run()
            taken.append(time.perf_counter() - start)
        return taken

    def median(self, runs):
        return statistics.median(self.time(runs + max(2, runs // 5))[-runs:])


class BoundPeer(Peer):
    """Writes its results where they are wanted, as ours does."""

    def __init__(self, path, threads):
        import numpy as np
        import onnxruntime
        self.binding = None
        super().__init__(path, threads)
        binding = self.session.io_binding()
        for name, value in self.feed.items():
            binding.bind_cpu_input(name, value)
        for port, value in zip(self.session.get_outputs(), self.session.run(None, self.feed)):
            binding.bind_ortvalue_output(port.name, onnxruntime.OrtValue.ortvalue_from_numpy(np.empty_like(value)))
        self.binding = binding

    def run(self):
        if self.binding:
            self.session.run_with_iobinding(self.binding)
        else:
            super().run()


def alternating(ours, theirs, pairs):
    """(ours, theirs) seconds of each pair, of functions from a number of runs to a median; one goes first in turn."""
    mine, other = runs_for(ours(3)), runs_for(theirs(3))
    taken = []
    for pair in range(pairs):
        if pair % 2:
            b, a = theirs(other), ours(mine)
        else:
            a, b = ours(mine), theirs(other)
        taken.append((a, b))
    return taken


def outcome_of(pairs):
    ratios = [a / b for a, b in pairs]
    return Outcome(statistics.median(ratios), *interval(ratios), *(statistics.median(p[i] for p in pairs) for i in (0, 1)))
