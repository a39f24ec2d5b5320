#!/usr/bin/env python3
"""Rules by which a contest of settings may choose, beside each other: how far what they choose lies below the best.

rules.py FILE.json… [--draws=20] [--unstaged]

A file is a network's, as `recipe_beside_peers.py --choice --noise=FOLDER` writes it (setting_noise.cpp says what it holds): a rule
chooses by the samples that calibrated in turn, and its choice is judged by others, of the recipe that all samples made. Regret is how
many dB its worst output lies below that of the best setting that competes. Each network is seen as it is and as often as --draws says
with as many samples drawn of each half, so that a rule is not judged by one lucky choice. Of the family of rules that qrun has
(tempered noise, less errors) the last line has, for each network, the one with the least regret on the others.
"""
import argparse
import itertools
import json
import math
import os
import sys

import numpy as np

MOST = 200  # dB
APART = 0.05  # dB: settings whose worst outputs differ by less are compared by the mean of all
POWER = 0.5  # tempered noise has this power in qrun, too (sample_noise.h)
ENOUGH_IN_HALF = 16  # a half of so many samples is enough to end settings
TURN = 20 * math.log10(2)  # dB: over all samples an output's mean power may be half or twice as much
ENOUGH_TO_TRY = 32  # samples: trials of fewer doubt their ranges
UNTRIED = 0.5  # dB that who tries no ranges has to gain beside who doubts them
ENOUGH = 30  # dB that measured ranges leave: dynamic ones, which make every network slower, do not compete then


class Noise:
    """Sums of squared errors, and of squares of the float network's values, by outputs and samples."""

    def __init__(self, outputs):
        self.noise = np.array([output["noise"] for output in outputs], np.float64)
        self.power = np.array([output["power"] for output in outputs], np.float64)

    @staticmethod
    def decibels(noise, power):
        share = np.where(power > 0, noise / np.where(power > 0, power, 1), noise)
        return np.clip(-10 * np.log10(np.maximum(share, 1e-300)), -MOST, MOST)

    def outputs(self):
        """SQNR of each."""
        return self.decibels(self.noise.sum(1), self.power.sum(1))

    def worst(self):
        return self.outputs().min()

    def tempered(self, power, weights):
        """Returns the worst output's noise in dB for each draw, a row of samples' weights, if each sample's noise counts by that power. At 1
        it is SQNR; the less, the less few noisy samples say."""
        signal = self.power.mean(1, keepdims=True)
        share = self.noise / np.where(signal > 0, signal, 1)
        if power == 1:
            return self.decibels(weights @ self.noise.T, weights @ self.power.T).min(1)
        mean = weights @ (share ** power).T / weights.sum(1, keepdims=True)
        return np.clip(-10 / power * np.log10(np.maximum(mean, 1e-300)), -MOST, MOST).min(1)

    def tempered_outputs(self, power):
        """Returns the tempered noise of each output in dB, over all samples."""
        return np.array([self.part_of_output(i).tempered(power, np.ones((1, self.noise.shape[1])))[0] for i in range(len(self.noise))])

    def typical(self):
        """Returns the mean of samples' decibels for the worst output."""
        return self.decibels(self.noise, self.power.mean(1, keepdims=True)).mean(1).min()

    def own(self):
        """Returns the noise of each sample's worst output, beside that output's mean power."""
        return self.decibels(self.noise, self.power.mean(1, keepdims=True)).min(0)

    def part_of_output(self, which):
        part = object.__new__(Noise)
        part.noise, part.power = self.noise[which:which + 1], self.power[which:which + 1]
        return part

    def part(self, which):
        part = object.__new__(Noise)
        part.noise, part.power = self.noise[:, which], self.power[:, which]
        return part


class Setting:
    def __init__(self, told):
        self.name, self.repairs, self.tries = told["setting"], told["repairs"], told["tries_ranges"]
        self.scheme, self.calibrator, self.is_dynamic = told["scheme"], told["calibrator"], told["mode"] == "dynamic"
        first, second = (Noise(half) for half in told["halves"])
        self.halves, self.test = [first, second], Noise(told["test"])
        self.truth = self.test.worst()
        self.join()

    def join(self):
        first, second = self.halves
        self.both = object.__new__(Noise)
        self.both.noise = np.concatenate([first.noise, second.noise], 1)
        self.both.power = np.concatenate([first.power, second.power], 1)

    def drawn(self, which):
        other = object.__new__(Setting)
        other.__dict__.update(self.__dict__)
        other.halves = [half.part(indices) for half, indices in zip(self.halves, which)]
        other.join()
        return other

    def is_alike(self, other):
        """But for repair."""
        return (self.is_dynamic, self.scheme, self.calibrator) == (other.is_dynamic, other.scheme, other.calibrator)


def read(path):
    with open(path, encoding="utf-8") as file:
        return [Setting(told) for told in json.load(file)["settings"]]


def drawn(settings, random):
    """Judged by as many samples of each half, drawn with replacement."""
    which = [random.integers(0, half.noise.shape[1], half.noise.shape[1]) for half in settings[0].halves]
    return [one.drawn(which) for one in settings]


# ---- who competes, and who is judged by both halves (contest.cpp) ----

def competing(settings):
    measured = [one for one in settings if not one.is_dynamic]
    return measured if max(one.halves[0].worst() for one in measured if one.repairs) >= ENOUGH else settings


def standing_of(settings):
    """The fixed recipe's place: mixed, auto, repaired."""
    return next((i for i, one in enumerate(settings) if one.tries and one.scheme == "mixed" and one.repairs), 0)


def within_reach(settings, which):
    """Tells of one that tries ranges whether the others of its scheme are not behind another scheme's, and surely ahead of a simpler one's."""
    def best(scheme):
        return max((one.halves[0] for one in settings if one.scheme == scheme and one.repairs and not one.tries and not one.is_dynamic),
                   key=Noise.worst, default=None)

    def is_surely_ahead(mine, theirs):
        gain, error = gains_of([theirs, mine], 0, POWER)[1]
        return gain > error and mine.typical() >= theirs.typical()
    own, mine = settings[which].scheme, best(settings[which].scheme)
    for i, one in enumerate(settings):
        theirs, needed = best(one.scheme), 0.2 if i < which else -0.2
        if one.scheme == own or theirs is None:
            continue
        if mine is None or mine.worst() < theirs.worst() + needed or (i < which and not is_surely_ahead(mine, theirs)):
            return False
    return True


def may_win(settings, which, standing):
    """Tells whether it does not lose by the first half, as losesFirstHalf (competitors.h) does for halves that are large enough."""
    theirs, ours = (settings[i].halves[0].tempered_outputs(POWER) for i in (standing, which))
    if which == standing or settings[standing].halves[0].noise.shape[1] < ENOUGH_IN_HALF or ours.min() >= theirs.min():
        return True
    return bool(((ours >= theirs) & (theirs <= ours.min() + TURN)).any())


def staged(settings, standing, halts=True):
    """Returns (the places of those that both halves judge, how many the first half alone judges); `halts`: who loses by it goes no further."""
    tried = [i for i, one in enumerate(settings) if one.repairs and (not one.tries or i == standing or within_reach(settings, i))]
    best = sorted(tried, key=lambda i: -settings[i].halves[0].worst())[:3]
    alike = [i for i, one in enumerate(settings) if any(one.is_alike(settings[j]) for j in [*best[:2], 0])]
    last = sorted({*best, *alike, standing})
    left = [i for i in last if may_win(settings, i, standing)] if halts else last
    return left, len(set(tried) | set(last)) - len(left)


# ---- rules: of settings, the simplest first, the place of the one that stands, and how many challenge it; a place ----

def best_of(settings, places):
    most = max(settings[i].both.worst() for i in places)
    return max((i for i in places if settings[i].both.worst() > most - APART), key=lambda i: settings[i].both.outputs().mean())


def fixed(settings, standing, challengers):
    return standing


def best(settings, standing, challengers):
    return best_of(settings, range(len(settings)))


def gains_of(noises, standing, power):
    """Returns the gain of each over the one that stands: (dB, its jackknife error, as paired_gain.h has both)."""
    count = noises[0].noise.shape[1]
    scale = math.sqrt((count - 1) ** 2 / (count - 3)) if count > 3 else math.inf
    weights = np.concatenate([np.ones((1, count)), 1 - np.eye(count)])
    stands = noises[standing].tempered(power, weights)
    gains = [one.tempered(power, weights) - stands for one in noises]
    return [(gain[0], 0 if i == standing else scale * gain[1:].std()) for i, gain in enumerate(gains)]


def lesser_gains_of(settings, standing, power):
    """Returns the lesser gain of both halves for each over the one that stands (PairedGain::lesserPart)."""
    first, count = settings[standing].halves[0].noise.shape[1], settings[standing].both.noise.shape[1]
    is_first = np.arange(count) < first
    halves = np.stack([is_first, ~is_first]).astype(float)
    stands = settings[standing].both.tempered(power, halves)
    return np.array([(one.both.tempered(power, halves) - stands).min() for one in settings])


def least_gain(one, other):
    return 0.5 if one.is_dynamic and not other.is_dynamic else 0.2


def tail_of_student(t, degrees):
    """One tail, by its finite series (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle, is_odd = math.atan2(t, math.sqrt(degrees)), degrees % 2
    total, term = 0, math.cos(angle) if is_odd else 1
    for power in range(is_odd, degrees - 1, 2):
        term *= (power - 1) / power * math.cos(angle) ** 2 if power > 1 else 1
        total += term
    within = 2 / math.pi * (angle + math.sin(angle) * total) if is_odd else math.sin(angle) * total
    return max(0, (1 - within) / 2)


def surely(most_chance, corrects=True, asks_all=True):
    """Returns what stands, unless another one's SQNR is surely better: by Student's t, as Holm corrects it, on the median sample no worse,
    and better in both halves."""
    def rule(settings, standing, challengers):
        stands = settings[standing]
        gains = gains_of([one.both for one in settings], standing, 1)
        degrees = stands.both.noise.shape[1] - 1
        chances = [1 if gain <= 0 else tail_of_student(gain / max(error, 1e-12), degrees) for gain, error in gains]
        better, left = [], challengers
        for i in sorted(range(len(settings)), key=lambda i: chances[i]):
            if chances[i] * (left if corrects else 1) > most_chance:
                break
            left = max(left, 2) - 1
            one = settings[i]
            if one.both.worst() - stands.both.worst() > least_gain(one, stands) and (not asks_all or (
                    np.median(one.both.own() - stands.both.own()) >= 0 and
                    all(a.worst() > b.worst() for a, b in zip(one.halves, stands.halves)))):
                better.append(i)
        if not better:
            return standing
        top = best_of(settings, better)
        return next(i for i in sorted(better) if i == top or
                    settings[top].both.worst() - settings[i].both.worst() <= least_gain(settings[top], settings[i]))
    return rule


def price_of(one, standing):
    """dB that count for nothing in a gain over what stands, as verdict.cpp has it."""
    if one.is_dynamic and not standing.is_dynamic:
        return 0.5
    is_doubted = standing.tries and standing.halves[0].noise.shape[1] < ENOUGH_TO_TRY
    return UNTRIED if is_doubted and not one.tries else 0


def tempered(power, errors, asks_typical=True, asks_halves=True):
    """The most gain over what stands by tempered noise, less so many of its errors, of those that lose neither on the typical sample
    nor in one half of the samples (PairedGain::sure)."""
    def rule(settings, standing, challengers):
        scores = np.array([gain - errors * error for gain, error in gains_of([one.both for one in settings], standing, power)])
        scores -= [price_of(one, settings[standing]) for one in settings]
        if asks_typical:
            scores[[one.both.typical() < settings[standing].both.typical() for one in settings]] = -np.inf
        if asks_halves:
            scores[lesser_gains_of(settings, standing, power) < 0] = -np.inf
        return int(np.argmax(scores))
    return rule


def lower_bound(errors):
    """Returns what stands, or else the simplest, of those that the best is not by so many errors better than."""
    def rule(settings, standing, challengers):
        gains = gains_of([one.both for one in settings], best(settings, standing, challengers), 1)
        near = [i for i, (gain, error) in enumerate(gains) if gain + errors * error >= 0]
        return standing if standing in near else near[0]
    return rule


def by_score(score):
    def rule(settings, standing, challengers):
        return int(np.argmax([score(one) for one in settings]))
    return rule


def winsorized(share):
    """SQNR, such a share of samples with most noise counting as the next one."""
    def score(one):
        noise = np.sort(one.both.noise, 1)
        most = noise[:, noise.shape[1] - 1 - int(share * noise.shape[1])]
        return Noise.decibels(np.minimum(noise, most[:, None]).sum(1), one.both.power.sum(1)).min()
    return by_score(score)


FAMILY = {(power, errors): tempered(power, errors)
          for power, errors in itertools.product([1, 0.7, 0.5], [0, 0.5, 1, 1.5, 2])}
RULES = {
    "the fixed recipe": fixed, "the best": best,
    "surely, 5 %, Holm, median, halves": surely(0.05), "surely, 5 %, median, halves": surely(0.05, False),
    "surely, 16 %": surely(0.16, False, False), "surely, 30 %": surely(0.3, False, False),
    "within 1 error of the best": lower_bound(1), "mean of samples' dB": by_score(lambda one: one.both.typical()),
    "the worse half": by_score(lambda one: min(half.worst() for half in one.halves)),
    "winsorized, 2 %": winsorized(0.02), "winsorized, 5 %": winsorized(0.05),
    "noise ^ 0.5 less 1 errors, no gate": tempered(0.5, 1, False, False),
    "the same, halves": tempered(0.5, 1, False), "the same, typical sample": tempered(0.5, 1, True, False),
    **{f"noise ^ {power} less {errors} errors": rule for (power, errors), rule in FAMILY.items()},
}


def regret(settings, rule, stages=True, halts=True):
    """(dB below the best, the chosen place among those that compete)"""
    settings = competing(settings)
    standing = standing_of(settings)
    places, others = staged(settings, standing, halts) if stages else (list(range(len(settings))), 0)
    chosen = places[rule([settings[i] for i in places], places.index(standing), len(places) + others - 1)]
    return max(one.truth for one in settings) - settings[chosen].truth, chosen


def of_least_regret(found, others):
    """Returns the rule of least regret on these networks, by `found`; mean and worst count alike."""
    return min(found, key=lambda rule: np.mean([found[rule][i] for i in others]) + max(found[rule][i] for i in others))


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--unstaged", action="store_true", help="both halves judge all settings")
    return parser.parse_args()


def main():
    options = parsed()
    networks = {os.path.basename(path).removesuffix(".json"): read(path) for path in options.files}
    random = np.random.default_rng(0)
    pools = [[settings] + [drawn(settings, random) for _ in range(options.draws)] for settings in networks.values()]

    def told(words, values):
        print(f"{words:36} {np.mean(values):5.2f} {max(values):5.2f}  " + " ".join(f"{value:10.2f}" for value in values))
    print(f"{'regret in dB':36}  mean worst  " + " ".join(f"{name[:10]:>10}" for name in networks))
    found = {}
    for words, rule in RULES.items():
        found[rule] = [np.mean([regret(settings, rule, not options.unstaged)[0] for settings in pool]) for pool in pools]
        told(words, found[rule])
    family = {key: found[rule] for key, rule in FAMILY.items()}
    left_out = [of_least_regret(family, [j for j in range(len(pools)) if j != i]) for i in range(len(pools))]
    told("noise ^ p less e errors, left out", [family[key][i] for i, key in enumerate(left_out)])
    print("p, e:", *left_out)


if __name__ == "__main__":
    sys.exit(main())
