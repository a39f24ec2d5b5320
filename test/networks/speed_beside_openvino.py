#!/usr/bin/env python3
"""Networks' times on the CPU beside OpenVINO's, in alternating pairs of one call, worst first.

speed_beside_openvino.py BIN_DIR DATA_DIR [NETWORK…] [--exports=FOLDER] [--pairs=15] [--batches=1,32]
                         [--types=f32,int8,bf16,default] [--threads=2] [--work=FOLDER] [--json=FILE]

Each type has a table:
- f32: our float network beside OpenVINO's with the precision hint f32;
- int8: both read the same Q/DQ file, which ONNX Runtime's quantizer makes for DATA_DIR's networks and `qopt --emit=onnx-qdq` for exports;
- bf16: our float network after `--assign-precision=type=bf16` beside OpenVINO's with the precision hint bf16;
- default: our float network beside OpenVINO as it comes, which takes bf16 where the processor multiplies it.
A table says in which types OpenVINO's plan runs its products, by their number, so that a machine without bf16 is not taken for
one with it. Without --types, bf16 is left out where the processor has no products of bf16.

NETWORKS are those of speed_beside_onnxruntime.py. --exports names a folder of exports of PyTorch, NAME.onnx with samples of its
one input in NAME.npz (test/gpu/exported_networks.py makes them; it needs torch and no card), all of which are measured as well.
Each side has --threads threads, OpenVINO one stream with the hint for latency; of each pair one goes first in turn, and each
side's time is the median of runs that take about a tenth of a second together. --work keeps modules for another call. --json
takes the rows as data. It needs numpy, openvino, onnx and onnxruntime; ImageNet's networks Pillow. Exits 77 (skipped) where DATA_DIR is absent.
"""
import argparse
import collections
import itertools
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time

import speed_beside_onnxruntime as sister
import zoo_gates
from paired import alternating, outcome_of

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/scripts"))
from measure import bench, times  # noqa: E402

NETWORKS = [*sister.NETWORKS, "alexlite", "moe", "ppocr_det", "ultraface"]
# The type's module of ours, OpenVINO's file, and the precision that OpenVINO is held to.
TYPES = {"f32": ("float", "peer.float.onnx", "f32"), "int8": ("qdq", "peer.int8.onnx", "f32"),
         "bf16": ("bf16", "peer.float.onnx", "bf16"), "default": ("float", "peer.float.onnx", "")}
Row = collections.namedtuple("Row", "ratio low high network type batch ours theirs plan")


class OpenVino:
    """A compiled network on random inputs."""

    def __init__(self, path, threads, batch, precision, image=None):
        import numpy as np
        import openvino
        core = openvino.Core()
        model = core.read_model(path)
        shapes = {port: self.shape(port, batch, image) for port in model.inputs}
        model.reshape({port: openvino.PartialShape(shape) for port, shape in shapes.items()})
        properties = {"PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": "1", "INFERENCE_NUM_THREADS": str(threads)}
        self.compiled = core.compile_model(model, "CPU", {**properties, **({"INFERENCE_PRECISION_HINT": precision} if precision else {})})
        self.request = self.compiled.create_infer_request()
        random = np.random.default_rng(1)
        for index, port in enumerate(self.compiled.inputs):
            kind = port.get_element_type().to_dtype()
            size = tuple(port.get_shape())
            values = random.integers(0, 1000, size) if np.issubdtype(kind, np.integer) else random.standard_normal(size)
            self.request.set_input_tensor(index, openvino.Tensor(np.ascontiguousarray(values.astype(kind))))
        self.median(2)

    @staticmethod
    def shape(port, batch, image):
        """The port's shape at a batch: its first size is the batch where it is open, or 1; the others are the image's, where one is named."""
        if image:
            return [batch, *image]
        sizes = [size.get_length() if size.is_static else None for size in port.get_partial_shape()]
        if None in sizes[1:]:
            raise RuntimeError(f"input {port.get_any_name()} has open sizes behind the batch")
        return [batch if sizes[0] in (None, 1) else sizes[0], *sizes[1:]]

    def median(self, runs):
        taken = []
        for _ in range(runs + max(2, runs // 5)):
            start = time.perf_counter()
            self.request.infer()
            taken.append(time.perf_counter() - start)
        return statistics.median(taken[-runs:])

    def plan(self):
        """The types that products of its plan run in, by their number, the most frequent first."""
        found = collections.Counter(node.get_rt_info()["runtimePrecision"].astype(str) for node in self.compiled.get_runtime_model().get_ops()
                                    if node.get_rt_info()["layerType"].astype(str) in ("Convolution", "FullyConnected", "MatMul", "LSTMSequence", "MHA"))
        return ", ".join(f"{count} {kind}" for kind, count in found.most_common())


def prepare_zoo(network, binaries, data):
    """Ours and the peer's files of a network of DATA_DIR, in the current folder, unless they are there."""
    sister.prepare(network, binaries, data, alone=False)
    if not os.path.exists("qdq.mlirbc"):
        zoo_gates.run(f"{binaries}/qopt", "peer.int8.onnx", *shape_of(network), "--fold-constants", "--absorb-qdq", "--fold-dequant",
                      "--absorb-residual", "-o", "qdq.mlirbc")


def prepare_bf16(binaries):
    """Our float network in bf16, in the current folder, unless it is there."""
    if not os.path.exists("bf16.mlirbc"):
        zoo_gates.run(f"{binaries}/qopt", "float.mlirbc", "--assign-precision=type=bf16", "-o", "bf16.mlirbc")


def shape_of(network):
    if network not in sister.NOISY or network in sister.FIXED:
        return []
    _, port, size = sister.NOISY[network]
    return [f"--shape={port}:?x{'x'.join(map(str, size))}"]


def prepare_export(stem, binaries):
    """The same of an export: both sides read the Q/DQ file that we write."""
    if os.path.exists("qdq.mlirbc"):
        return
    qopt, qrun = f"{binaries}/qopt", f"{binaries}/qrun"
    subprocess.run(["cp", "-f", f"{stem}.onnx", "peer.float.onnx"], check=True)
    zoo_gates.run(qopt, "peer.float.onnx", "--fold-constants", "--fold-batch-norm", "--recognize-composites", "-o", "float.mlirbc")
    zoo_gates.run(qrun, "calibrate", "float.mlirbc", f"--data={stem}.npz", "--preprocessed", "--device=host", "-o", "cal.json")
    zoo_gates.run(qopt, "float.mlirbc", "--insert-quant=calibration=cal.json scheme=affine", "-o", "inserted.mlirbc")
    zoo_gates.run(qopt, "inserted.mlirbc", "--emit=onnx-qdq", "-o", "peer.int8.onnx")
    zoo_gates.run(qopt, "peer.int8.onnx", "--fold-constants", "--absorb-qdq", "--fold-dequant", "--absorb-residual", "-o", "qdq.mlirbc")


def cases(options):
    """(network, function that prepares the current folder) of each that is asked for."""
    binaries, data = os.path.abspath(options.binaries), os.path.abspath(options.data)
    for network in options.networks:
        yield network, lambda network=network: prepare_zoo(network, binaries, data)
    exports = os.path.abspath(options.exports) if options.exports else ""
    for file in sorted(os.listdir(exports)) if exports else []:
        stem, ending = os.path.splitext(file)
        if ending == ".onnx" and os.path.exists(f"{exports}/{stem}.npz"):
            yield stem, lambda stem=stem: prepare_export(f"{exports}/{stem}", binaries)


def measure(network, options):
    """A row for each type and batch, of the files in the current folder."""
    rows, binaries, device = [], os.path.abspath(options.binaries), f"host:{options.threads}"
    if "bf16" in options.types.split(","):
        prepare_bf16(binaries)
    batches = [1] if network in sister.FIXED else map(int, options.batches.split(","))
    for batch, kind in itertools.product(batches, options.types.split(",")):
        module, file, precision = TYPES[kind]

        def ours(runs, module=module, batch=batch):
            return statistics.median(times(binaries, f"{module}.mlirbc", device, batch, max(2, runs // 5), runs))

        image = sister.NOISY[network][2] if network in sister.NOISY else None
        peer = OpenVino(file, options.threads, batch, precision, image)
        of = outcome_of(alternating(ours, peer.median, options.pairs))
        rows.append(Row(of.ratio, of.low, of.high, network, kind, batch, of.ours, of.theirs, peer.plan()))
        print(f"{network} {kind} b{batch}: {of.ratio:.3f} [{of.low:.3f}, {of.high:.3f}], {of.ours * 1e3:.3f} ms", file=sys.stderr, flush=True)
    return rows


def report(rows, runs_on):
    print(f"Ours: {runs_on}; {processor()}\n")
    for kind in dict.fromkeys(row.type for row in rows):
        print(f"| {kind}: network | batch | ours ms | OpenVINO ms | ratio | 95 % | its products' types |\n|---|--:|--:|--:|--:|---|---|")
        found = sorted((row for row in rows if row.type == kind), reverse=True)
        for row in found:
            print(f"| {row.network} | {row.batch} | {row.ours * 1e3:.3f} | {row.theirs * 1e3:.3f} | {row.ratio:.2f}"
                  f" | {row.low:.2f} to {row.high:.2f} | {row.plan} |")
        mean = math.exp(statistics.fmean(math.log(row.ratio) for row in found))
        print(f"\n{kind}: geometric mean {mean:.2f}, {sum(row.ratio > 1.1 for row in found)} of {len(found)} above 1.1\n")


def instruction_sets(text):
    """The instruction sets that matter here, of the text of /proc/cpuinfo."""
    return [flag for flag in ("avx2", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16", "amx_int8", "amx_bf16") if flag in text.split()]


def cpuinfo():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return file.read()


def processor():
    """The processor's name and the instruction sets that matter here."""
    text = cpuinfo()
    name = next((line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name")), platform.machine())
    return f"{name} ({', '.join(instruction_sets(text))})"


def types_of_processor():
    found = instruction_sets(cpuinfo())
    return [kind for kind in TYPES if kind != "bf16" or "avx512_bf16" in found or "amx_bf16" in found]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=NETWORKS)
    parser.add_argument("--exports")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--types", default=",".join(types_of_processor()))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", default="speed")
    parser.add_argument("--json")
    return parser.parse_args()


def main():
    options = parsed()
    zoo_gates.skip_without(options.data)
    options.binaries, rows, runs_on = os.path.abspath(options.binaries), [], ""
    for network, prepare in list(cases(options)):
        folder = os.path.join(options.work, network)
        os.makedirs(folder, exist_ok=True)
        with zoo_gates.inside(folder):
            prepare()
            rows += measure(network, options)
            runs_on = runs_on or bench(options.binaries, "float.mlirbc", f"host:{options.threads}", 1, "--iterations=1")["device_name"]
    report(rows, runs_on)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([row._asdict() for row in rows], file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
