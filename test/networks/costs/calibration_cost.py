"""Entropy calibration beside ONNX Runtime's: time and peak resident memory of each, in child processes.

calibration_cost.py BIN DATA [NETWORK…] [--device=host] [--calibrator=entropy]

By default efficientnet_lite0 on 400 images and mobilenetv2 on 1000. ONNX Runtime's child reads the samples, runs its
calibrator and quantizes nothing; it keeps every activation, so where all samples do not fit into three quarters of
the memory that is free, by what two short runs took, it is given as many as fit. Exit status 77 where ONNX Runtime
or NumPy is absent.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy as np
    from onnxruntime.quantization.shape_inference import quant_pre_process
except ImportError:
    print("ONNX Runtime or NumPy is absent; nothing compared")
    sys.exit(77)

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[3] / "tools/scripts")]
import zoo_gates  # noqa: E402

SCRIPT = Path(__file__).resolve()
PROBES = [10, 30]  # samples of the two short runs
MIB = 2**20


def peer(model, images, calibrator):
    """Runs in the child: calibrates as quantize_static does, and prints the seconds without those of its imports."""
    from onnxruntime.quantization import calibrate, registry

    from quantize_with_onnxruntime import METHODS, Samples, input_name
    kinds = list({*registry.QLinearOpsRegistry, *registry.QDQRegistry})
    begin = time.monotonic()
    with np.load(images) as arrays:
        samples = Samples(input_name(model), arrays["images"])
    with tempfile.TemporaryDirectory() as folder:
        made = calibrate.create_calibrator(model, kinds, augmented_model_path=f"{folder}/augmented.onnx",
                                           calibrate_method=METHODS[calibrator])
        made.collect_data(samples)
        made.compute_data()
    print(time.monotonic() - begin)


# A child's peak begins with that of who started it: somebody small does.
STARTER = """
import resource, subprocess, sys, time
begin = time.monotonic()
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(*done.stdout.split()[-1:] or [0], time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
sys.exit(done.returncode and done.stderr)
"""


def measured(*command):
    """The number that a child prints last, its seconds by the clock and of processors, and its peak in bytes."""
    done = subprocess.run([sys.executable, "-S", "-c", STARTER, *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return [float(number) for number in done.stdout.split()]


def available():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


class Subject:
    """A network, in the current folder."""

    def __init__(self, name, options):
        self.name, self.options = name, options
        data = str(options.data)
        samples = zoo_gates.NETWORKS[name][0]
        # There are 100 images of ImageNet to calibrate with, and 400 others.
        self.data = zoo_gates.samples_of(samples, data)[samples == "imagenet"]
        model, mean, std = zoo_gates.model_of(name, data)
        quant_pre_process(model, "folded.onnx", skip_symbolic_shape=True)
        zoo_gates.fold(name, options.bin / "qopt", data, "folded.mlirbc")
        mean, std = (np.float32(values)[:, None, None] for values in (mean, std))
        with np.load(self.data) as arrays:
            np.savez("raw.npz", images=arrays["images"])
            self.x = (arrays["images"].astype(np.float32) - mean) / std

    def ours(self):
        return measured(self.options.bin / "qrun", "calibrate", "folded.mlirbc", "--data=raw.npz", "-o", "table.json",
                        f"--calibrator={self.options.calibrator}", f"--device={self.options.device}")

    def theirs(self, count):
        np.savez("normalized.npz", images=self.x[:count])
        return measured(sys.executable, SCRIPT, "--peer", "folded.onnx", "normalized.npz", self.options.calibrator)

    def fits(self):
        peaks = [self.theirs(count)[3] for count in PROBES]
        each = max(peaks[1] - peaks[0], 1) / (PROBES[1] - PROBES[0])
        return min(len(self.x), int((0.75 * available() - peaks[0]) / each) + PROBES[0])

    def report(self):
        count = len(self.x)
        _, seconds, busy, peak = self.ours()
        print(f"{self.name}: ours {count} samples {seconds:.1f} s (processors {busy:.1f} s), peak {peak / MIB:.0f} MiB",
              flush=True)
        fits = self.fits()
        if fits < count:
            print(f"{self.name}: {count} samples do not fit ONNX Runtime into {available() / MIB:.0f} MiB, {fits} do")
        calibrating, theirs, their_busy, their_peak = self.theirs(fits)
        print(f"{self.name}: ONNX Runtime {fits} samples {theirs:.1f} s ({calibrating:.1f} s without imports; processors "
              f"{their_busy:.1f} s), peak {their_peak / MIB:.0f} MiB")
        print(f"{self.name}: a sample takes {theirs / fits * count / seconds:.1f} times our time, "
              f"{their_busy / fits * count / busy:.1f} times the processors', {their_peak / peak:.1f} times the memory",
              flush=True)


def main():
    if sys.argv[1:2] == ["--peer"]:
        return peer(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("networks", nargs="*", default=["efficientnet_lite0", "mobilenetv2"])
    parser.add_argument("--device", default="host")
    parser.add_argument("--calibrator", default="entropy")
    options = parser.parse_args()
    options.bin, options.data = options.bin.resolve(), options.data.resolve()
    for name in options.networks:
        with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
            Subject(name, options).report()
    return 0


if __name__ == "__main__":
    sys.exit(main())
