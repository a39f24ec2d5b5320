"""Where what `qrun quantize` chooses by itself lies among what its options could have chosen."""
import itertools
import sys

from . import compared

CALIBRATORS = ["min-max", "percentile", "mse", "auto"]
SCHEMES = ["mixed", "affine", "signs", "signed"]
REPAIRS = ["", "--no-repair"]
MOST = 0.5  # dB below the best


def judge(network, options):
    judged = compared.Judge(network)
    chosen = compared.ours(judged, options, options.ours[0] if options.ours else "")
    print(f"{network.name}\n{compared.row('chosen', chosen)}", flush=True)
    tried = {}
    for calibrator, scheme, repair in itertools.product(CALIBRATORS, SCHEMES, REPAIRS):
        words = f"--calibrator={calibrator} --scheme={scheme} {repair}".strip()
        tried[words] = compared.ours(judged, options, words)
        print(compared.row(words, tried[words]), flush=True)
    return {"chosen": chosen, "tried": tried}


def summary(results, skipped):
    print("\n| network | chosen | best | of it | below the best | place |\n|---|---|---|---|---|---|")
    far = []
    for name, result in results.items():
        came = {words: told["sqnr"] for words, told in result["tried"].items() if "failed" not in told}
        if "failed" in result["chosen"]:
            far.append(f"{name}: {result['chosen']['failed']}")
            continue
        best, mine = max(came, key=came.get), result["chosen"]["sqnr"]
        place = 1 + sum(value > mine for value in came.values())
        print(f"| {name} | {mine:.2f} dB | {came[best]:.2f} dB | {best} | {came[best] - mine:.2f} dB | {place} of {len(came) + 1} |")
        if came[best] - mine > MOST:
            far.append(f"{name}: {came[best] - mine:.2f} dB below {best}")
    print("\n".join(far), *(f"{name} was skipped" for name in skipped), sep="\n", file=sys.stderr)
    return bool(far)
