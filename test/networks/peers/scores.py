"""Computes what a quantized network loses against float, and which of two loses more: arithmetic alone.

Arrays have one row a sample. Noise is of a sample, over all outputs: the sum of each output's squared error, relative to the
mean squared length of that output's rows in float. SQNR is of all values of an output: 10·log₁₀(Σ float² / Σ error²) dB.
"""
import numpy as np

DRAWS = 2000  # of the bootstrap
EXACT = 1e-12  # noise below which outputs count as equal: 120 dB


def rows(array):
    return np.asarray(array, np.float64).reshape(len(array), -1)


def decibels(noise):
    return float(-10 * np.log10(max(float(noise), EXACT)))


def sqnr(float_values, values):
    """dB of all values of one output."""
    signal, error = rows(float_values), rows(values) - rows(float_values)
    return decibels((error ** 2).sum() / max((signal ** 2).sum(), 1e-300))


def noise(float_outputs, outputs):
    """Returns the noise of each sample, over all outputs; both are {name: array}."""
    total = 0
    for name, values in float_outputs.items():
        signal, error = rows(values), rows(outputs[name]) - rows(values)
        total = total + (error ** 2).sum(1) / max((signal ** 2).sum(1).mean(), 1e-300)
    return total


def classes(scores):
    """The class of each row of the last axis, behind which there may be others of size 1; of a single score, whether it is above
    a half."""
    while scores.ndim > 2 and scores.shape[-1] == 1:
        scores = scores[..., 0]
    return (scores > 0.5).reshape(len(scores), -1) if scores.shape[-1] == 1 else scores.argmax(-1).reshape(len(scores), -1)


def flips(float_scores, scores):
    """Returns how many classes of each sample are others."""
    return (classes(scores) != classes(float_scores)).sum(1)


def greedy_text(scores, alphabet):
    """CTC's best path of one sample, [steps, classes]: repeated classes once, class 0 is none."""
    best = scores.argmax(-1)
    first = np.append(True, best[1:] != best[:-1])
    return "".join(alphabet[i] for i in best[first & (best != 0)])


def paired_interval(differences):
    """Mean and 95 % interval: of differences of -1, 0 and 1 Bonett and Price's (2012), as qrun eval has it; of others the same
    normal one, over samples, whose values of one sample may depend on each other."""
    differences = np.asarray(differences, np.float64)
    counted = np.append(differences, [1, -1])
    spread = 1.96 * counted.std() / np.sqrt(len(counted))
    return float(differences.mean()), float(counted.mean() - spread), float(counted.mean() + spread)


def paired_decibels(ours, theirs):
    """(all, low, high) of how many dB the noise of `ours` over all samples lies below that of `theirs`: the 95 % interval of a
    bootstrap, which draws samples with both their noises. One sample of much noise counts as in SQNR, and widens the interval."""
    ours, theirs = np.maximum(ours, EXACT), np.maximum(theirs, EXACT)
    random = np.random.default_rng(0)
    drawn = random.multinomial(len(ours), np.full(len(ours), 1 / len(ours)), size=DRAWS)
    gained = 10 * np.log10((drawn @ theirs) / (drawn @ ours))
    low, high = np.percentile(gained, [2.5, 97.5])
    return float(10 * np.log10(theirs.sum() / ours.sum())), float(low), float(high)


def verdict(low, high, fewer_is_better):
    """Judges an interval of ours minus theirs: 'better', 'within' or 'worse'."""
    if low > 0:
        return "worse" if fewer_is_better else "better"
    if high < 0:
        return "better" if fewer_is_better else "worse"
    return "within"


def of(float_outputs, outputs, class_outputs):
    """A setting's scores, as JSON may hold them. Flips are of the output of `class_outputs` that has most."""
    per_output = {name: round(sqnr(values, outputs[name]), 2) for name, values in float_outputs.items()}
    worst = min(per_output, key=per_output.get)
    flipped = {name: flips(float_outputs[name], outputs[name]) for name in class_outputs}
    most = max(flipped.values(), key=lambda counts: counts.sum(), default=None)
    return {"sqnr": per_output[worst], "worst": worst, "outputs": per_output,
            "flips": None if most is None else [int(count) for count in most],
            "noise": [float(f"{value:.4g}") for value in noise(float_outputs, outputs)]}
