"""A network's settings beside each other: peers' from a file or measured, ours measured; a table and a verdict."""
import fcntl
import fnmatch
import hashlib
import importlib.util
import json
import os
import sys

import numpy as np

from . import quantizers, runs, scores


class Judge:
    """Knows what the float network says of the samples that judge."""

    def __init__(self, network):
        self.network = network
        self.float = runs.by_onnxruntime(network.peers, network.dev, network.batch, optimized=True)
        self.class_outputs = list(self.float)[:network.classes]
        runs.write_samples(network)

    def read(self, outputs):
        """Returns how many lines are read right but for spaces; None where the network reads none."""
        if not self.network.texts:
            return None
        found = next(iter(outputs.values()))
        lines = (scores.greedy_text(steps, self.network.alphabet) for steps in found)
        return sum(line.replace(" ", "") == text.replace(" ", "") for line, text in zip(lines, self.network.texts))

    def of(self, outputs, cost):
        return {**scores.of(self.float, outputs, self.class_outputs), "read": self.read(outputs), **cost}

    def items(self):
        """Returns the number of classes that flips are among."""
        return sum(scores.classes(self.float[name]).size for name in self.class_outputs[:1])


def digest(network):
    """Returns a digest of the samples and of the file that peers read."""
    found = hashlib.sha256()
    for part in (network.calibration, network.dev):
        for name, array in sorted(part.items()):
            found.update(name.encode() + np.ascontiguousarray(array).tobytes())
    with open(network.peers, "rb") as file:
        found.update(file.read())
    return found.hexdigest()


def stored(path):
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    return {}


def store(path, name, told):
    """Others may have written since, or write: what lies there of other networks stays."""
    if not path:
        return
    with open(f"{path}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = {**stored(path), name: told}
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(known, file)
        os.replace(f"{path}.new", path)


def weights_by_operator(path):
    """{operator: values of constants of two dimensions or more that it reads}, 0 where it reads none."""
    import math

    import onnx
    graph = onnx.load(path).graph
    sizes = {tensor.name: math.prod(tensor.dims) * (len(tensor.dims) > 1) for tensor in graph.initializer}
    found = {}
    for node in graph.node:
        for attribute in node.attribute if node.op_type == "Constant" else ():
            sizes[node.output[0]] = math.prod(attribute.t.dims) * (len(attribute.t.dims) > 1)
        found[node.op_type] = found.get(node.op_type, 0) + sum(sizes.get(name, 0) for name in node.input)
    return found


def settings_of_peers(network):
    weights = weights_by_operator(network.peers)
    products = sum(weights.get(name, 0) for name in ("MatMul", "LSTM"))
    others = sum(weights.get(name, 0) for name in ("Conv", "ConvTranspose", "Gemm"))
    return quantizers.ort_settings(products > 4 * others) + quantizers.nncf_settings({"Softmax", "MatMul"} <= set(weights))


def can_run(setting):
    return not setting.startswith("nncf") or importlib.util.find_spec("nncf")


def peer(judge, setting, model):
    try:
        cost = runs.quantize_by_peer(setting, model, "peers.npz", "theirs.onnx")
        outputs = runs.by_onnxruntime("theirs.onnx", judge.network.dev, judge.network.batch, optimized=False)
        return judge.of(outputs, cost)
    except Exception as error:  # its quantizer or executor refuses the network: said in the table
        return {"failed": str(error)[-600:]}


def peers_of(judge, path, patterns):
    """{setting: scores}, of the file as far as it is about these samples; others that match are measured."""
    network = judge.network
    told = stored(path).get(network.name, {})
    mark = digest(network)
    if told.get("digest") != mark:
        told = {"digest": mark, "settings": {}}
    known = settings_of_peers(network)
    missing = [setting for setting in known if setting not in told["settings"] and can_run(setting) and
               any(fnmatch.fnmatch(setting, pattern) for pattern in patterns)]
    if missing:
        model = quantizers.prepare(network.peers, os.getcwd())
        for setting in missing:
            told["settings"][setting] = peer(judge, setting, model)
            print(row(setting, told["settings"][setting]), flush=True)
            store(path, network.name, told)
    return {setting: told["settings"][setting] for setting in known if setting in told["settings"]}


def ours(judge, options, words):
    qrun = f"{options.bin}/qrun"
    try:
        cost = runs.quantize_by_ours(qrun, judge.network, words.split(), "ours.mlirbc")
        return judge.of(runs.by_qrun(qrun, "ours.mlirbc", judge.network, list(judge.float)), cost)
    except runs.Failed as error:
        return {"failed": str(error)[-600:]}


def flip_count(told):
    return sum(told["flips"]) if told["flips"] is not None else None


def row(setting, told):
    if "failed" in told:
        lines = told["failed"].splitlines()
        return f"  {setting:36} failed: {lines[-1] if lines else ''}"
    flips = "-" if told["flips"] is None else flip_count(told)
    read = "" if told["read"] is None else f"{told['read']:4} read"
    worst = f"  worst: {told['worst']}" if len(told["outputs"]) > 1 else ""
    return (f"  {setting:36} {flips:>6} flips {told['sqnr']:6.2f} dB {read}  {told['seconds']:7.1f} s "
            f"{told['cpu']:7.1f} s CPU {told['mb']:6} MB{worst}")


def best(settings, kind):
    """The name of the one that flips least, or has least noise; None where none came through."""
    came = {name: told for name, told in settings.items() if name.startswith(kind) and "failed" not in told}
    if not came:
        return None
    return min(came, key=lambda name: (flip_count(came[name]) or 0, -came[name]["sqnr"]))


def beside(mine, theirs):
    """Ours less a peer's setting: intervals and verdicts."""
    decibels = scores.paired_decibels(np.array(mine["noise"]), np.array(theirs["noise"]))
    told = {"decibels": decibels, "by_decibels": scores.verdict(*decibels[1:], fewer_is_better=False)}
    if mine["flips"] is not None:
        told["flips"] = scores.paired_interval(np.array(mine["flips"]) - np.array(theirs["flips"]))
        told["by_flips"] = scores.verdict(*told["flips"][1:], fewer_is_better=True)
    return {**told, "verdict": told.get("by_flips", told["by_decibels"])}


def judge(network, options):
    """{"settings", "ours", "beside"} of a network, printed as it comes."""
    judged = Judge(network)
    count = len(next(iter(network.dev.values())))
    calibrating = len(next(iter(network.calibration.values())))
    of_classes = f", {judged.items()} classes" if judged.class_outputs else ""
    read = judged.read(judged.float)
    print(f"{network.name}: {calibrating} samples calibrate, {count} judge{of_classes}" +
          (f", float reads {read}" if read is not None else ""), flush=True)
    theirs = peers_of(judged, options.peers, options.peer or ["*"])
    mine, against = {}, {}
    for words in options.ours:
        name = f"ours {words}".strip()
        mine[name] = ours(judged, options, words)
        print(row(name, mine[name]), flush=True)
        against[name] = {}
        for kind in ("ort", "nncf"):
            chosen = best(theirs, kind)
            compares = chosen and "failed" not in mine[name]
            against[name][kind] = {"setting": chosen, **beside(mine[name], theirs[chosen])} if compares else None
    return {"items": judged.items(), "read": read, "settings": theirs, "ours": mine, "beside": against}


def shown(told):
    if "failed" in told:
        return "failed"
    flips = f"{flip_count(told)}, " if told["flips"] is not None else ""
    read = f" ({told['read']} read)" if told["read"] is not None else ""
    return f"{flips}{told['sqnr']:.1f} dB{read}"


def told_beside(told):
    if told is None:
        return "-"
    mean, low, high = told["decibels"]
    flips = ""
    if "flips" in told:
        difference, least, most = told["flips"]
        flips = f"flips a sample {difference:+.4f} [{least:+.4f}, {most:+.4f}], "
    return f"{told['verdict']} ({flips}{mean:+.2f} dB [{low:+.2f}, {high:+.2f}])"


def summary(results, skipped):
    """Printed; the exit status."""
    print("\n| network | setting | ours | best of ONNX Runtime | verdict | best of NNCF | verdict |\n|---|---|---|---|---|---|---|")
    worse, absent = [], False
    for name, result in results.items():
        for setting, mine in result["ours"].items():
            if "failed" in mine:
                worse.append(f"{name}, {setting}: {mine['failed']}")
            cells = [name, setting, shown(mine)]
            for kind, told in result["beside"][setting].items():
                cells += [f"{told['setting']}: {shown(result['settings'][told['setting']])}" if told else "none", told_beside(told)]
                absent = absent or told is None
                if told and told["verdict"] == "worse":
                    worse.append(f"{name}, {setting}: worse than {told['setting']}")
            print("| " + " | ".join(cells) + " |")
    print("\n".join(worse), *(f"{name} was skipped" for name in skipped), sep="\n", file=sys.stderr)
    return 1 if worse else 77 if absent else 0
