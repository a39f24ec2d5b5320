#!/usr/bin/env python3
"""Our times beside ONNX Runtime's, in alternating rounds of one run.

compare_speed.py BIN_DIR MODELS_DIR [--rounds=5] [--threads=2] [--devices=host,opencl]
Needs onnxruntime and numpy. ResNet-20, float and INT8, batch 1 and 32; prints
the medians over rounds and, for each, the ratio ours / ONNX Runtime's.
"""
import argparse
import statistics
import sys
import tempfile

from measure import modules, times


def peer(model, batch, threads):
    import time

    import numpy
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    x = numpy.random.default_rng(1).standard_normal((batch, 3, 32, 32)).astype(numpy.float32)
    times = []
    for _ in range(35):
        start = time.perf_counter()
        session.run(None, {name: x})
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[5:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bin_dir")
    parser.add_argument("models")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--devices", default="host,opencl")
    arguments = parser.parse_args()
    peers = {"float": f"{arguments.models}/resnet20.onnx",
             "int8": f"{arguments.models}/resnet20_ort_qdq.onnx"}
    with tempfile.TemporaryDirectory() as work:
        models = modules(arguments.bin_dir, f"{arguments.models}/resnet20.onnx",
                         f"{arguments.models}/goldens/resnet20.calibration.json", f"{work}/resnet20")
        print("| device | type | batch | ours ms | ONNX Runtime ms | ratio |\n|---|---|---|---|---|---|")
        for device in arguments.devices.split(","):
            where = f"host:{arguments.threads}" if device == "host" else device
            for kind in models:
                for batch in (1, 32):
                    pairs = [(statistics.median(times(arguments.bin_dir, models[kind], where, batch,
                                                      5, 30)) * 1e3,
                              peer(peers[kind], batch, arguments.threads))
                             for _ in range(arguments.rounds)]
                    mine, other = (statistics.median(p[i] for p in pairs) for i in (0, 1))
                    ratio = statistics.median(a / b for a, b in pairs)
                    print(f"| {device} | {kind} | {batch} | {mine:.3f} | {other:.3f} | {ratio:.2f} |",
                          flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
