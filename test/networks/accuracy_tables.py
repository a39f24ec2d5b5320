#!/usr/bin/env python3
"""The tables of docs/accuracy.md: each network's, on standard output.

accuracy_tables.py BIN_DIR DATA_DIR [--few-bits] NETWORK…   all networks: lenet mlp moe resnet20 mobilenetv2 alexlite vit
efficientnet_lite0 squeezenet caffe_resnet20. ImageNet's images need Pillow. Every calibrator on all, every scheme on those of SCHEMES.
--few-bits: what weights of four bits cost, instead.
"""
import subprocess
import sys

from few_bits import print_few_bits
from zoo_gates import NETWORKS, import_options, joined, main, model_of, samples_of

SCHEMES = {"resnet20", "mobilenetv2"}


def print_table(network, bin_dir, data):
    calibration, dev = samples_of(NETWORKS[network][0], data)
    model, mean, std = model_of(network, data)
    grid = "calibrators,samples" + (",schemes" if network in SCHEMES else "")
    result = subprocess.run([f"{bin_dir}/qrun", "accuracy", model, *import_options(network, data), f"--mean={joined(mean)}", f"--std={joined(std)}",
                             f"--data={calibration}", f"--test={dev}", f"--grid={grid}", "--markdown"],
                            check=True, capture_output=True, text=True)
    print(f"## {network}\n{result.stdout}", flush=True)
    return 0


if __name__ == "__main__":
    few = "--few-bits" in sys.argv
    if few:
        sys.argv.remove("--few-bits")
    main(print_few_bits if few else print_table)
