#!/usr/bin/env python3
"""This times a session's start in ONNX Runtime: on qopt from a model, on qopt from what ModelCompiler made of it, on the CPU provider.

start_times.py MODEL… [--device=host:1] [--turns=N]   with onnxruntime_ep_qopt in PYTHONPATH (docs/onnxruntime.md)

Each start is a process of its own, in turns, medians: CPU time of what makes the session and its first run, without the imports. Open
sizes are 1.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

CHILD = """
import sys, time
import onnxruntime, onnxruntime_ep_qopt
from provider_times import feeds_of
model, device = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
if device:
    options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {"device": device})
begin = time.process_time()
made = onnxruntime.InferenceSession(model, options, providers=None if device else ["CPUExecutionProvider"])
start = time.process_time() - begin
feeds = feeds_of(made, None)
begin = time.process_time()
made.run(None, feeds)
print(start, time.process_time() - begin)
"""

COMPILE = """
import sys
import onnxruntime, onnxruntime_ep_qopt
model, device, made = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {"device": device})
onnxruntime.ModelCompiler(options, model).compile_to_file(made)
"""

HERE = Path(__file__).resolve().parent


def python(code, *words):
    return subprocess.run([sys.executable, "-B", "-c", code, *map(str, words)], cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+")
    parser.add_argument("--device", default="host:1")
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    for model in map(Path, given.models):
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / model.name
            python(COMPILE, model.resolve(), given.device, made)
            kinds = {"model": (model.resolve(), given.device), "compiled": (made, given.device), "CPU provider": (model.resolve(), "")}
            times = {kind: [] for kind in kinds}
            for _ in range(given.turns):
                for kind, words in kinds.items():
                    times[kind].append([float(word) for word in python(CHILD, *words).split()])
            said = []
            for kind, turns in times.items():
                start, first = (statistics.median(column) * 1e3 for column in zip(*turns, strict=True))
                said.append(f"{kind} {start:.0f} ms, first run {first:.0f} ms")
            print(f"{model.name}: " + "; ".join(said))
    return 0


if __name__ == "__main__":
    sys.exit(main())
