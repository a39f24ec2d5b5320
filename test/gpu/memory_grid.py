#!/usr/bin/env python3
"""Bytes that a network takes on a device, by type, with and without reuse of memory.

memory_grid.py BIN_DIR MODELS_DIR RESULTS.jsonl [--device=cuda,opencl] [--network=alexnet] [--batch=512]
               [--types=fp32,fp16,int16,int8] [--seconds=480]

A row each of what `qrun bench` says that the device was asked for (constants, activations, scratch) after a run of that
batch; beside it the largest live set, the weights as the module stores them, and the network's parameters: bounds are
tables.py's. MODELS_DIR holds NETWORK.TYPE.mlirbc: make_models.py BIN_DIR MODELS_DIR alexnet --types=fp32,fp16,int16,int8.
Rows that RESULTS has are skipped. Exits 0 when all is measured, 1 when something failed, 3 when there is more, 77 without a device.
"""

import argparse
import os
import sys

import make_models
import programs

REUSE = ("on", "off")


def measure(options, parameters, point, seconds):
    network, kind, batch, device, reuse = point
    arguments = [f"--device={device}", f"--batch={batch}", "--iterations=1", "--warmup=0"]
    model = os.path.join(options.models, f"{network}.{kind}.mlirbc")
    found, error = programs.bench(options.bin, model, arguments + ["--no-reuse"] * (reuse == "off"), seconds)
    if error:
        return {"error": error}
    held = found["device_bytes"]
    return {**held, "stored": found["weight_bytes"], "largest_live": found["largest_live_bytes"],
            "parameters": parameters, "device": found["device_name"], "says": f"{held['sum']:,} bytes"}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs.add_arguments(parser, 480)
    parser.add_argument("--network", default="alexnet", choices=list(make_models.NETWORKS))
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--types", type=lambda text: text.split(","), default=list(make_models.TYPES))
    options = parser.parse_args(arguments)
    devices = programs.present(options)
    if not devices:
        return programs.SKIPPED
    parameters = make_models.NETWORKS[options.network]().parameter_count()
    points = [(options.network, kind, options.batch, device, reuse)
              for device in devices for kind in options.types for reuse in REUSE]
    if not programs.measure_all("memory", points,
                                lambda point, left: measure(options, parameters, point, left), options):
        return programs.MORE
    return int(programs.failed("memory", points, options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
