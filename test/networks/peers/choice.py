"""Places what `qrun quantize` chooses by itself among the settings that compete, on samples that calibrated nothing."""
import json
import os
import shutil
import sys

from . import compared, rules, runs

MOST = 0.5  # dB below the best


def row(one):
    return f"  {one.name:44} {one.truth:6.2f} dB, by halves {one.both.worst():6.2f} dB"


def judge(network, options):
    """All that compete are made and judged in one process (setting_noise), and the choice by the tool itself."""
    judged = compared.Judge(network)
    told = f"{network.name}.json"
    cost = runs.noise_of_settings(options.setting_noise, network, told)
    if options.noise:
        os.makedirs(options.noise, exist_ok=True)
        shutil.copy(told, options.noise)
    settings = rules.competing(rules.read(told))
    # The settings beside it leave no small layer float, and compute no function on a layer's sums: it does neither.
    chosen = compared.ours(judged, options, "--float-macs=0 --fuse=tables --json=told.json")
    print(f"{network.name}: {len(settings)} settings, {cost['cpu']:.1f} s CPU\n{compared.row('chosen', chosen)}", flush=True)
    if "failed" not in chosen:
        with open("told.json", encoding="utf-8") as file:
            chosen["setting"] = json.load(file)["contest"]["chosen"]
    for one in sorted(settings, key=lambda one: -one.truth):
        print(row(one), flush=True)
    return {"chosen": chosen, "tried": {one.name: one.truth for one in settings}, "error": error_beside_best(settings, chosen)}


def error_beside_best(settings, chosen):
    """The jackknife error of how far what is chosen lies below the best, over the samples that judge."""
    mine = [i for i, one in enumerate(settings) if one.name == chosen.get("setting")]
    best = max(settings, key=lambda one: one.truth)
    return float(rules.gains_of([best.test, settings[mine[0]].test], 1, 1)[0][1]) if mine else None


def summary(results, skipped):
    print("\n| network | chosen | dB | best | dB | below the best (± its error) | place |\n|---|---|--:|---|--:|--:|--:|")
    far = []
    for name, result in results.items():
        chosen, tried = result["chosen"], result["tried"]
        if "failed" in chosen:
            far.append(f"{name}: {chosen['failed']}")
            continue
        best, mine = max(tried, key=tried.get), tried[chosen["setting"]]
        if abs(mine - chosen["sqnr"]) > MOST / 5:
            far.append(f"{name}: {chosen['setting']} is {chosen['sqnr']:.2f} dB by the tool, {mine:.2f} dB by setting_noise")
        place = 1 + sum(value > mine for value in tried.values())
        print(f"| {name} | {chosen['setting']} | {mine:.2f} | {best} | {tried[best]:.2f} | {tried[best] - mine:.2f} ± {result['error']:.2f} | {place} of {len(tried)} |")
        if tried[best] - mine > MOST:
            far.append(f"{name}: {tried[best] - mine:.2f} dB below {best}")
    print("\n".join(far), *(f"{name} was skipped" for name in skipped), sep="\n", file=sys.stderr)
    return bool(far)
