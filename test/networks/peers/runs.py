"""Runs networks on samples, and quantizers in processes of their own: outputs, time and memory."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from . import quantizers

LIMIT = 1800  # seconds of a quantizer

# A child's peak begins with that of who started it: somebody small does.
STARTER = """
import json, resource, subprocess, sys, time
begin = time.monotonic()
try:
    done = subprocess.run(sys.argv[2:], capture_output=True, text=True, timeout=float(sys.argv[1]))
    status, said = done.returncode, done.stdout[-4000:] + done.stderr[-4000:]
except subprocess.TimeoutExpired:
    status, said = 1, f"ran longer than {sys.argv[1]} s"
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"status": status, "said": said, "seconds": round(time.monotonic() - begin, 2),
                  "cpu": round(used.ru_utime + used.ru_stime, 2), "mb": round(used.ru_maxrss / 1024)}))
"""


class Failed(Exception):
    """The output of a command."""


def measured(*command):
    """{"seconds", "cpu", "mb"} of a command. Raises Failed."""
    words = [sys.executable, "-S", "-c", STARTER, str(LIMIT), *map(str, command)]
    told = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)
    if told.pop("status") != 0:
        raise Failed(told["said"].strip())
    told.pop("said")
    return told


def joined(found, batch):
    """{output: rows} of runs, each {output: values}; a run of one sample holds a row, whatever its shape."""
    return {name: np.concatenate([run[name] if batch > 1 else run[name][None] for run in found]) for name in found[0]}


def by_onnxruntime(path, inputs, batch, optimized):
    """{output: rows}. Not optimized, a pair of QuantizeLinear and DequantizeLinear is computed as written, in float."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = levels.ORT_ENABLE_ALL if optimized else levels.ORT_DISABLE_ALL
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others may want the cores
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [port.name for port in session.get_outputs()]
    ranks = quantizers.input_ranks(session)
    found = [dict(zip(names, session.run(names, feed))) for feed in batches(inputs, batch, ranks)]
    return joined(found, batch)


def batches(inputs, batch, ranks):
    """Runs of so many samples; of one, an array that has a rank more than its input holds whole inputs."""
    for i in range(0, len(next(iter(inputs.values()))), batch):
        yield {name: array[i] if batch == 1 and array.ndim > ranks[name] else array[i:i + batch]
               for name, array in inputs.items()}


def by_ours(inputs):
    """As our tools read samples: of one input, whatever its name, they are called images."""
    return {"images": next(iter(inputs.values()))} if len(inputs) == 1 else inputs


def by_qrun(qrun, module, network, names):
    """{output of the float network: rows}, on the host."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        given, taken = f"{folder}/in.npz", f"{folder}/out.npz"
        for feed in batches(network.dev, network.batch, quantizers.ranks_of(network.peers)):
            np.savez(given, **by_ours(feed))
            told = [f"--input={given}:images"] if len(feed) == 1 else [f"--input={name}={given}:{name}" for name in feed]
            run(qrun, "run", module, "--device=host", "--preprocessed", "--quiet", f"--output={taken}", *told)
            with np.load(taken) as arrays:
                values = {name: arrays[name] for name in arrays}
            if set(values) != set(names):  # in their order, where names differ
                values = dict(zip(names, values.values()))
            found.append(values)
    return joined(found, network.batch)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}".strip())
    return done.stdout


def quantize_by_peer(setting, model, samples, out):
    script = os.path.abspath(quantizers.__file__)
    return measured(sys.executable, "-B", script, setting, model, samples, out)


def write_samples(network):
    """Files of what calibrates, for peers and for ours, and of a few samples for ours to judge on the way."""
    np.savez("peers.npz", **network.calibration)
    np.savez("calibration.npz", **by_ours(network.calibration))
    np.savez("few.npz", **{name: array[:8] for name, array in by_ours(network.dev).items()})


def quantize_by_ours(qrun, network, options, out):
    return measured(qrun, "quantize", network.model, *network.options, "--preprocessed", "--data=calibration.npz",
                    "--test=few.npz", f"--batch={network.batch}", *options, "-o", out)


def noise_of_settings(tool, network, out):
    """Returns what all settings that compete lose, as setting_noise.cpp says; its cost."""
    np.savez("dev.npz", **by_ours(network.dev))
    return measured(tool, network.model, *network.options, "--preprocessed", "--data=calibration.npz", "--test=dev.npz",
                    f"--batch={network.batch}", f"--output={out}")
