#!/usr/bin/env python3
"""The tables of docs/accuracy.md: each network's, on standard output.

accuracy_tables.py BIN_DIR DATA_DIR [--few-bits|--four-bits] NETWORK…   all networks: lenet mlp moe resnet20 mobilenetv2 alexlite vit
efficientnet_lite0 squeezenet caffe_resnet20. ImageNet's images need Pillow. Every calibrator on all, every scheme on those of SCHEMES.
--few-bits: what weights of four bits cost, instead, by the ways to them. --four-bits: by the recipe alone, a row for each network.
"""
import contextlib
import re
import resource
import subprocess
import sys
import time

from zoo_gates import NETWORKS, fold, import_options, joined, main, model_of, samples_of

SCHEMES = {"resnet20", "mobilenetv2"}
AUTO = ["--calibrator=auto", "--clip-weight=2", "--scheme=mixed"]
ROUNDED = ["--bits=4", "--round", "--correct-bias"]


def print_table(network, bin_dir, data):
    calibration, dev = samples_of(NETWORKS[network][0], data)
    model, mean, std = model_of(network, data)
    grid = "calibrators,samples" + (",schemes" if network in SCHEMES else "")
    result = subprocess.run([f"{bin_dir}/qrun", "accuracy", model, *import_options(network, data), f"--mean={joined(mean)}", f"--std={joined(std)}",
                             f"--data={calibration}", f"--test={dev}", f"--grid={grid}", "--markdown"],
                            check=True, capture_output=True, text=True)
    print(f"## {network}\n{result.stdout}", flush=True)
    return 0


def call(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def judged(qrun, module, dev):
    """Flips, the drop and its interval, SQNR."""
    told = call(qrun, "eval", module, "--against=float.mlirbc", f"--data={dev}")
    flips = re.search(r"flips: (\d+) of", told)[1]
    drop = re.search(r"drop: (\S+) points, 95 % interval \[(\S+), (\S+)\]", told).groups()
    return f"{flips} | {drop[0]} ({drop[1]} to {drop[2]}) | {re.search(r'(-?[0-9.]+) dB', told)[1]} dB"


def recipe_of(network, qrun, data, calibration, dev):
    """One setting for all networks."""
    model, mean, std = model_of(network, data)
    return [qrun, "quantize", model, *import_options(network, data), f"--mean={joined(mean)}", f"--std={joined(std)}", f"--data={calibration}",
            f"--test={dev}", "--weight-bits=4", "--choose-samples=0", "-o", "q.mlirbc"]


def print_four_bits(network, bin_dir, data):
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    calibration, dev = samples_of(NETWORKS[network][0], data)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = subprocess.run(recipe_of(network, qrun, data, calibration, dev), check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with contextlib.redirect_stdout(None):
        fold(network, qopt, data, "float.mlirbc", "--recognize-composites")
    bits = re.findall(r"weights have (\S+) bits on average: (\d+ of \d+) layers", made.stderr)[-1]
    print(f"| {network} | {bits[0]} | {bits[1]} | {judged(qrun, 'q.mlirbc', dev)} | {seconds:.0f} |", flush=True)
    return 0


def print_few_bits(network, bin_dir, data):
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    calibration, dev = samples_of(NETWORKS[network][0], data)
    model, mean, std = model_of(network, data)
    fold(network, qopt, data, "float.mlirbc", "--recognize-composites")

    def repair(*options):
        call(qrun, "repair", "float.mlirbc", f"--data={calibration}", *options, "-o", "repaired.mlirbc")

    def integers(source):
        call(qrun, "calibrate", source, f"--data={calibration}", *AUTO, "-o", "cal.json")
        call(qopt, source, "--insert-quant=calibration=cal.json scheme=mixed weight-bits=4", "--fold-dequant", "--absorb-residual", "-o", "q.mlirbc")

    def nearest():
        integers("float.mlirbc")

    def rounded():
        repair(*ROUNDED)
        integers("repaired.mlirbc")

    def recipe():
        call(*recipe_of(network, qrun, data, calibration, dev))

    def stored(group, *repairs):
        if repairs:
            repair(*ROUNDED, *repairs)
        call(qopt, "repaired.mlirbc" if repairs else "float.mlirbc", f"--quantize-weights=bits=4 group={group}", "-o", "q.mlirbc")

    rows = {
        "W4A8, nearest": nearest,
        "W4A8, `repair --bits=4 --round --correct-bias`": rounded,
        "W4A8, `quantize --weight-bits=4 --choose-samples=0`": recipe,
        "W4, channels": lambda: stored(0),
        "W4, channels, rounded": lambda: stored(0, "--sequential", "--group=65536"),
        "W4, groups of 32": lambda: stored(32),
        "W4, groups of 32, rounded": lambda: stored(32, "--sequential", "--group=32"),
    }
    print(f"## {network}, weights int4\n\n| setting | flips | drop (points, 95 %) | SQNR | seconds |\n|---|--:|--:|--:|--:|")
    for name, make in rows.items():
        begin = time.monotonic()
        make()
        seconds = time.monotonic() - begin
        print(f"| {name} | {judged(qrun, 'q.mlirbc', dev)} | {seconds:.0f} |", flush=True)
    print(flush=True)
    return 0


if __name__ == "__main__":
    way = print_table
    for option, other in {"--few-bits": print_few_bits, "--four-bits": print_four_bits}.items():
        if option in sys.argv:
            sys.argv.remove(option)
            way = other
    if way is print_four_bits:
        print("| network | bits a weight | layers of 8 | flips | drop (points, 95 %) | SQNR | processors, s |\n|---|--:|--:|--:|--:|--:|--:|", flush=True)
    main(way)
