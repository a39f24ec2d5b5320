"""Helpers of the scripts that time builds: modules made by a build, and times taken with it."""
import json
import math
import subprocess
import tempfile


def modules(binaries, model, calibration, stem):
    """{"float", "int8"}: stem.float.mlirbc, folded, and stem.int8.mlirbc, quantized by this build."""
    folded, integer = f"{stem}.float.mlirbc", f"{stem}.int8.mlirbc"
    subprocess.run([f"{binaries}/qopt", model, "--fold-batch-norm", "-o", folded], check=True)
    subprocess.run([f"{binaries}/qopt", folded, f"--insert-quant=calibration={calibration}",
                    "--fold-dequant", "-o", integer], check=True)
    return {"float": folded, "int8": integer}


def bench(binaries, model, device, batch, *options):
    """Returns what `qrun bench --json` writes of the model."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([f"{binaries}/qrun", "bench", model, f"--device={device}", f"--batch={batch}",
                        *options, f"--json={out.name}"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(out.name) as file:
            return json.load(file)["results"][0]


def times(binaries, model, device, batch, warmup, iterations):
    """Seconds of each run."""
    return bench(binaries, model, device, batch, f"--warmup={warmup}", f"--iterations={iterations}")["seconds"]


def interval(values):
    """95 % of the median, by the binomial distribution of ranks."""
    values, n = sorted(values), len(values)
    tail, rank = 0.0, 0
    while rank < n // 2 and tail + math.comb(n, rank) / 2**n <= 0.025:
        tail += math.comb(n, rank) / 2**n
        rank += 1
    low = max(rank - 1, 0)
    return values[low], values[n - 1 - low]
