#!/usr/bin/env python3
"""Our times beside ONNX Runtime's, in alternating rounds of one run.

compare_speed.py BIN_DIR MODELS_DIR [--rounds=5] [--threads=2] [--devices=host,opencl]
Needs onnxruntime and numpy. ResNet-20, float and INT8, batch 1 and 32; prints
the medians over rounds and, for each, the ratio ours / ONNX Runtime's.
"""
import argparse
import json
import statistics
import subprocess
import sys
import tempfile


def prepare(bin_dir, models, work):
    """Folded float and INT8 modules from the committed ranges."""
    folded, integer = f"{work}/float.mlirbc", f"{work}/int8.mlirbc"
    subprocess.run([f"{bin_dir}/qopt", f"{models}/resnet20.onnx", "--fold-batch-norm",
                    "-o", folded], check=True)
    options = f"calibration={models}/goldens/resnet20.calibration.json profile=qopt"
    subprocess.run([f"{bin_dir}/qopt", folded, f"--insert-quant={options}", "--fold-dequant",
                    "-o", integer], check=True)
    return {"float": folded, "int8": integer}


def ours(bin_dir, model, device, batch, work):
    out = f"{work}/bench.json"
    subprocess.run([f"{bin_dir}/qrun", "bench", model, f"--device={device}", f"--batch={batch}",
                    "--warmup=5", "--iterations=30", f"--json={out}"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(out) as file:
        return statistics.median(json.load(file)["results"][0]["seconds"]) * 1e3


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
        models = prepare(arguments.bin_dir, arguments.models, work)
        print("| device | type | batch | ours ms | ONNX Runtime ms | ratio |\n|---|---|---|---|---|---|")
        for device in arguments.devices.split(","):
            where = f"host:{arguments.threads}" if device == "host" else device
            for kind in models:
                for batch in (1, 32):
                    pairs = [(ours(arguments.bin_dir, models[kind], where, batch, work),
                              peer(peers[kind], batch, arguments.threads))
                             for _ in range(arguments.rounds)]
                    mine, other = (statistics.median(p[i] for p in pairs) for i in (0, 1))
                    ratio = statistics.median(a / b for a, b in pairs)
                    print(f"| {device} | {kind} | {batch} | {mine:.3f} | {other:.3f} | {ratio:.2f} |",
                          flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
