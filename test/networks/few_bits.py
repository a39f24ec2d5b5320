"""What weights of few bits cost: rows of `accuracy_tables.py --few-bits`, each by the commands that a person would give."""
import re
import subprocess
import time

from zoo_gates import NETWORKS, fold, import_options, joined, model_of, samples_of

AUTO = ["--calibrator=auto", "--clip-weight=2", "--scheme=mixed"]
ROUNDED = ["--bits=4", "--round", "--correct-bias"]


def call(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def judged(qrun, module, dev):
    """Flips, the drop and its interval, SQNR."""
    told = call(qrun, "eval", module, "--against=float.mlirbc", f"--data={dev}")
    flips = re.search(r"flips: (\d+) of", told)[1]
    drop = re.search(r"drop: (\S+) points, 95 % interval \[(\S+), (\S+)\]", told).groups()
    return f"{flips} | {drop[0]} ({drop[1]} to {drop[2]}) | {re.search(r'(-?[0-9.]+) dB', told)[1]} dB"


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
        call(qrun, "quantize", model, *import_options(network, data), f"--mean={joined(mean)}", f"--std={joined(std)}", f"--data={calibration}",
             f"--test={dev}", "--weight-bits=4", "-o", "q.mlirbc")

    def stored(group, *repairs):
        if repairs:
            repair(*ROUNDED, *repairs)
        call(qopt, "repaired.mlirbc" if repairs else "float.mlirbc", f"--quantize-weights=bits=4 group={group}", "-o", "q.mlirbc")

    rows = {
        "W4A8, nearest": nearest,
        "W4A8, `repair --bits=4 --round --correct-bias`": rounded,
        "W4A8, `quantize --weight-bits=4`": recipe,
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
