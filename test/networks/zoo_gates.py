#!/usr/bin/env python3
"""The zoo's networks on the shared arrays: accuracy kept, goldens met.

zoo_gates.py BIN_DIR DATA_DIR NETWORK   exits 77 (skipped) where DATA_DIR is absent.
Calibrates on the calibration arrays, quantizes per profile and counts the
predictions that flip against float on the dev arrays; limits are those of a
simulated ONNX Runtime. Prints each drop with its paired 95 % interval.
"""
import json
import os
import subprocess
import sys
import tempfile

# network → (arrays, flips allowed by profile)
LIMITS = {
    "lenet": ("mnist", {"qopt": 10, "trt": 12}),
    "mlp": ("mnist", {"qopt": 10, "trt": 12}),
    "resnet20": ("cifar10", {"qopt": 24, "trt": 36}),
}


def run(*command):
    print("+", " ".join(os.path.basename(c) if c.startswith("/") else c for c in command),
          flush=True)
    subprocess.run(command, check=True)


def joined(values):
    return ",".join(repr(float(v)) for v in values)


def main():
    bin_dir, data = map(os.path.abspath, sys.argv[1:3])
    network = sys.argv[3]
    if not os.path.isdir(data):
        print(f"skipped: {data} is absent")
        return 77
    arrays, limits = LIMITS[network]
    zoo = f"{data}/onnx/zoo"
    with open(f"{zoo}/{network}.json") as file:
        description = json.load(file)
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        run(qopt, f"{zoo}/{network}.onnx", f"--mean={joined(description['mean'])}",
            f"--std={joined(description['std'])}", "--fold-batch-norm", "-o", "folded.mlirbc")
        run(qrun, "calibrate", "folded.mlirbc", f"--data={data}/arrays/{arrays}_calibration.npz",
            "-o", "cal.json")
        for profile, flips in limits.items():
            run(qopt, "folded.mlirbc", f"--insert-quant=calibration=cal.json profile={profile}",
                "--fold-dequant", "-o", f"{profile}.mlirbc")
            run(qrun, "eval", f"{profile}.mlirbc", "--against=folded.mlirbc",
                f"--data={data}/arrays/{arrays}_dev.npz", f"--max-flips={flips}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
