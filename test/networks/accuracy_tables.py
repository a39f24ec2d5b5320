#!/usr/bin/env python3
"""The tables of docs/accuracy.md: each network's, on standard output.

accuracy_tables.py BIN_DIR DATA_DIR NETWORK…   all networks: lenet mlp moe resnet20 mobilenetv2 alexlite vit
efficientnet_lite0. ImageNet's images need Pillow. Every calibrator on all, every scheme on those of SCHEMES.
"""
import os
import subprocess
import sys
import tempfile

from zoo_gates import NETWORKS, joined, model_of, samples_of

SCHEMES = {"resnet20", "mobilenetv2"}


def table(network, qrun, data):
    calibration, dev = samples_of(NETWORKS[network][0], data)
    model, mean, std = model_of(network, data)
    grid = "calibrators,samples" + (",schemes" if network in SCHEMES else "")
    result = subprocess.run([qrun, "accuracy", model, f"--mean={joined(mean)}", f"--std={joined(std)}",
                             f"--data={calibration}", f"--test={dev}", f"--grid={grid}", "--markdown"],
                            check=True, capture_output=True, text=True)
    return f"## {network}\n{result.stdout}"


def main():
    bin_dir, data = map(os.path.abspath, sys.argv[1:3])
    for network in sys.argv[3:]:
        with tempfile.TemporaryDirectory() as work:
            os.chdir(work)
            print(table(network, f"{bin_dir}/qrun", data), flush=True)
            os.chdir("/")


if __name__ == "__main__":
    main()
