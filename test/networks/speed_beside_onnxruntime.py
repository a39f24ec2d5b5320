#!/usr/bin/env python3
"""Networks' times on the CPU beside ONNX Runtime's, in alternating pairs of one call, worst first.

speed_beside_onnxruntime.py BIN_DIR DATA_DIR [NETWORK…] [--pairs=30] [--batches=1,32] [--types=float,int8]
                            [--devices=host] [--threads=2] [--work=FOLDER] [--alone]

Both run with --threads threads, each with its own quantizer's INT8 by min-max of the same samples: ours through
--insert-quant, ONNX Runtime's in its Q/DQ form (uint8 activations, int8 weights per channel). Of each pair one
goes first in turn; each side's time is the median of runs that take about a tenth of a second together. Prints
the median of the ratios ours / ONNX Runtime's with its 95 % interval, our INT8 against our float, and the
geometric means. --alone leaves the peer out: the ratios are those of our INT8 to our float. --work keeps the
modules for another call. Without names: those that the goal names; others are alexlite, moe, ppocr_det and ultraface.
PP-OCR's classifier runs at 48 × 192, its detector at 320 × 320, UltraFace at its fixed batch of 1. QOPT_ISA forces ours (docs/environment.md), ONNX Runtime always takes the best; the first lines say which instruction set ours took.
Needs numpy, onnxruntime and onnx; ImageNet's networks Pillow. Exits 77 (skipped) where DATA_DIR is absent.
"""
import argparse
import collections
import contextlib
import itertools
import math
import os
import statistics
import subprocess
import sys
import time

import zoo_gates
from paired import Peer, alternating, outcome_of

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/scripts"))
from measure import bench, times  # noqa: E402

NETWORKS = ["resnet20", "mobilenetv2", "squeezenet", "efficientnet_lite0", "vit", "ppocr_cls", "lenet", "mlp"]
# Networks of which no samples are at hand, fed noise: the file, the input, its size.
NOISY = {"ppocr_cls": ("ppocr/ppocr_v2_cls", "x", (3, 48, 192)),
         "ppocr_det": ("ppocr/ppocr_v4_det", "x", (3, 320, 320)),
         "ultraface": ("ultraface_slim/version-slim-320", "input", (3, 240, 320))}
FIXED = {"ultraface"}  # at batch 1


def noisy_files(network, data):
    """The file, random pictures of its input's size, mean and deviation."""
    import numpy as np
    path, _, size = NOISY[network]
    np.savez("calibration.npz", images=np.random.default_rng(1).integers(0, 256, (64, *size), np.uint8))
    return f"{data}/onnx/{path}.onnx", "calibration.npz", [127.5] * 3, [127.5] * 3


def files_of(network, data):
    """The ONNX file, the calibration samples, mean and deviation."""
    if network in NOISY:
        return noisy_files(network, data)
    calibration, _ = zoo_gates.samples_of(zoo_gates.NETWORKS[network][0], data)
    _, mean, std = zoo_gates.model_of(network, data)
    return zoo_gates.as_onnx(network, data), calibration, mean, std


def prepare(network, binaries, data, alone):
    """Ours and the peer's, float and INT8, in the current folder, unless they are there."""
    has_ours, has_peer = os.path.exists("int8.mlirbc"), alone or os.path.exists("peer.float.onnx")
    if has_ours and has_peer:
        return
    model, calibration, mean, std = files_of(network, data)
    if not has_ours:
        prepare_ours(network, binaries, model, calibration, mean, std)
    if not has_peer:
        prepare_peer(model, calibration, mean, std)


def prepare_ours(network, binaries, model, calibration, mean, std):
    qopt, qrun = f"{binaries}/qopt", f"{binaries}/qrun"
    shape = []
    if network in NOISY and network not in FIXED:
        _, port, size = NOISY[network]
        shape = [f"--shape={port}:?x{'x'.join(map(str, size))}"]
    zoo_gates.run(qopt, model, *shape, f"--mean={zoo_gates.joined(mean)}", f"--std={zoo_gates.joined(std)}",
                  "--fold-constants", "--fold-batch-norm", "--recognize-composites", "-o", "float.mlirbc")
    zoo_gates.run(qrun, "calibrate", "float.mlirbc", f"--data={calibration}", "--device=host", "-o", "cal.json")
    zoo_gates.run(qopt, "float.mlirbc", "--insert-quant=calibration=cal.json", "--fold-dequant", "-o", "int8.mlirbc")


def prepare_peer(model, calibration, mean, std):
    script = os.path.join(os.path.dirname(zoo_gates.__file__), "../../tools/scripts/quantize_with_onnxruntime.py")
    zoo_gates.run(sys.executable, script, model, "peer.int8.onnx", f"--data={calibration}",
                  "--mean", *map(str, mean), "--std", *map(str, std))
    subprocess.run(["cp", "-f", model, "peer.float.onnx"], check=True)


@contextlib.contextmanager
def modules_of(network, binaries, data, work, alone=False):
    """The network's folder below `work` is the current one, with what prepare() makes."""
    folder = os.path.join(work, network)
    os.makedirs(folder, exist_ok=True)
    with zoo_gates.inside(folder):
        prepare(network, binaries, data, alone)
        yield


def each_network(options, alone=False):
    """(network, the folder of binaries) of each that was asked for, its modules in the current folder."""
    binaries, data = os.path.abspath(options.binaries), os.path.abspath(options.data)
    for network in options.networks:
        with modules_of(network, binaries, data, options.work, alone):
            yield network, binaries


Row = collections.namedtuple("Row", "ratio low high network device kind batch ours theirs runs_on")


def ours_of(binaries, module, device, batch):
    return lambda runs: statistics.median(times(binaries, module, device, batch, max(2, runs // 5), runs))


def pairs_of(binaries, network, device, kind, batch, options):
    """(ours, the peer's) seconds of each pair."""
    image = NOISY[network][2] if network in NOISY else None
    peer = Peer(f"peer.{kind}.onnx", options.threads, lambda port: (batch, *(image or port.shape[1:])))
    return alternating(ours_of(binaries, f"{kind}.mlirbc", device, batch), peer.median, options.pairs)


def places(options, network):
    """Each device and batch."""
    devices = [f"host:{options.threads}" if name == "host" else name for name in options.devices.split(",")]
    batches = [1] if network in FIXED else map(int, options.batches.split(","))
    return itertools.product(devices, batches)


def measure(network, binaries, options):
    """A row for each type and batch."""
    rows = []
    for kind, (device, batch) in itertools.product(options.types.split(","), places(options, network)):
        of = outcome_of(pairs_of(binaries, network, device, kind, batch, options))
        runs_on = bench(binaries, f"{kind}.mlirbc", device, batch, "--iterations=1")["device_name"]
        rows.append(Row(of.ratio, of.low, of.high, network, device, kind, batch, of.ours, of.theirs, runs_on))
        print("%s %s %s b%d: %.3f [%.3f, %.3f], %.3f ms" % (network, device, kind, batch, *rows[-1][:3], of.ours * 1e3),
              time.strftime("%H:%M:%S"), file=sys.stderr, flush=True)
    return rows


def report(rows):
    for device, runs_on in dict.fromkeys((row.device, row.runs_on) for row in rows):
        print(f"Ours, {device}: {runs_on}\n")
    print("| network | device | type | batch | ours ms | ONNX Runtime ms | ratio | 95 % |\n|---|---|---|---|---|---|---|---|")
    for row in sorted(rows, reverse=True):
        print(f"| {row.network} | {row.device} | {row.kind} | {row.batch} | {row.ours * 1e3:.3f} | {row.theirs * 1e3:.3f}"
              f" | {row.ratio:.2f} | {row.low:.2f} to {row.high:.2f} |")
    report_means(rows)
    report_integers(rows)


def measure_alone(network, binaries, options):
    """The same of our INT8 and, as theirs, our float."""
    rows = []
    for device, batch in places(options, network):
        of = outcome_of(alternating(*(ours_of(binaries, f"{kind}.mlirbc", device, batch) for kind in ("int8", "float")),
                                    options.pairs))
        rows.append(Row(of.ratio, of.low, of.high, network, device, "int8", batch, of.ours, of.theirs, ""))
        print("%s %s b%d: %.3f [%.3f, %.3f]" % (network, device, batch, *rows[-1][:3]), file=sys.stderr, flush=True)
    return rows


def report_alone(rows):
    print("| network | device | batch | INT8 ms | float ms | INT8 / float | 95 % |\n|---|---|---|---|---|---|---|")
    for row in sorted(rows, reverse=True):
        print(f"| {row.network} | {row.device} | {row.batch} | {row.ours * 1e3:.3f} | {row.theirs * 1e3:.3f}"
              f" | {row.ratio:.2f} | {row.low:.2f} to {row.high:.2f} |")
    report_means(rows)


def report_means(rows):
    print()
    for device, kind in dict.fromkeys((row.device, row.kind) for row in rows):
        ratios = [row.ratio for row in rows if (row.device, row.kind) == (device, kind)]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{device} {kind}: geometric mean {mean:.2f}, {sum(r > 1 for r in ratios)} of {len(ratios)} above 1")


def report_integers(rows):
    """Our INT8's time in our float's."""
    floats = {(row.network, row.device, row.batch): row.ours for row in rows if row.kind == "float"}
    ratios = [(row.ours / floats[key], *key) for row in rows if row.kind == "int8"
              for key in [(row.network, row.device, row.batch)] if key in floats]
    if ratios:
        print("\n| network | device | batch | our INT8 / our float |\n|---|---|---|---|")
    for ratio, network, device, batch in sorted(ratios, reverse=True):
        print(f"| {network} | {device} | {batch} | {ratio:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=NETWORKS)
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--types", default="float,int8")
    parser.add_argument("--devices", default="host")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", default="speed")
    parser.add_argument("--alone", action="store_true")
    options = parser.parse_args()
    zoo_gates.skip_without(options.data)
    rows = []
    for network, binaries in each_network(options, options.alone):
        rows += (measure_alone if options.alone else measure)(network, binaries, options)
    (report_alone if options.alone else report)(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
