#!/usr/bin/env python3
"""This says how far the answers of qopt and of ONNX Runtime's own provider are from the same networks in f64.

distances_to_f64.py [NAME…] [--pictures=FOLDER] [--device=host:1]     as programs.py, whose programs are run, but by default magika alone

Each program runs once on either provider, and what its sessions are fed and answer is kept. ONNX's reference evaluator, which shares no code with
either, runs the same networks on the same inputs with each f32 constant, input and cast as f64. Printed are the largest distances to that, of all
outputs of all runs. Fails where qopt's is the larger one.
"""

import argparse
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from programs import HEAD, PROGRAMS, files_for

# This program keeps the model, the inputs and the outputs of each run of a session.
KEEPING = """
import pickle, runpy, sys
import onnxruntime
session, kept = onnxruntime.InferenceSession, []
make, run = session.__init__, session.run
def making(self, path_or_bytes, *more, **named):
    self.source = path_or_bytes
    make(self, path_or_bytes, *more, **named)
def running(self, names, feeds, *more, **named):
    found = run(self, names, feeds, *more, **named)
    source = self.source if isinstance(self.source, bytes) else str(self.source)
    kept.append((source, names or [one.name for one in self.get_outputs()], dict(feeds), found))
    return found
session.__init__, session.run = making, running
if sys.argv[2]:
    from onnxruntime_ep_qopt.hook import install
    install({"device": sys.argv[2]})
keep, sys.argv = sys.argv[1], sys.argv[3:]
runpy.run_path(sys.argv[0], run_name="__main__")
with open(keep, "wb") as file:
    pickle.dump(kept, file)
"""


def widened(tensor):
    """Returns the tensor, as f64 where it is f32."""
    return numpy_helper.from_array(numpy_helper.to_array(tensor).astype(numpy.float64), tensor.name) if tensor.data_type == TensorProto.FLOAT else tensor


def in_f64(model):
    """Makes the network's f32 constants, inputs and casts f64, in place; what is of other types stays."""
    del model.graph.value_info[:]
    for port in (*model.graph.input, *model.graph.output):
        if port.type.tensor_type.elem_type == TensorProto.FLOAT:
            port.type.tensor_type.elem_type = TensorProto.DOUBLE
    for constant in model.graph.initializer:
        constant.CopyFrom(widened(constant))
    for node in model.graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                raise ValueError(f"{node.name}: a graph inside the network would stay f32")
            if attribute.type == onnx.AttributeProto.TENSOR:
                attribute.t.CopyFrom(widened(attribute.t))
            elif node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.FLOAT:
                attribute.i = TensorProto.DOUBLE
    return model


class GlobalMaxPool(OpRun):
    """ONNX's own takes the wrong dimensions of tensors whose rank is not 4."""

    def _run(self, x):
        return (x.max(axis=tuple(range(2, x.ndim)), keepdims=True),)


class Exact:
    """Runs a network in f64."""

    def __init__(self, source):
        model = in_f64(onnx.load_from_string(source) if isinstance(source, bytes) else onnx.load(source))
        self.types = {port.name: onnx.helper.tensor_dtype_to_np_dtype(port.type.tensor_type.elem_type) for port in model.graph.input}
        self.evaluator = ReferenceEvaluator(model, new_ops=[GlobalMaxPool])

    def run(self, names, feeds):
        return self.evaluator.run(names, {key: numpy.asarray(value, self.types[key]) for key, value in feeds.items()})


def kept_of(program, device, folder, files):
    """Runs the program and returns what its sessions did: (model, names of outputs, inputs, outputs) of each run."""
    app, keep = folder / "app_of_the_test.py", folder / "kept"
    app.write_text(HEAD + program)
    subprocess.run([sys.executable, "-B", "-c", KEEPING, keep, device, app, *files], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return pickle.loads(keep.read_bytes())


def farthest(found, wanted):
    return max((float(numpy.abs(one - exact).max(initial=0)) for one, exact in zip(found, wanted, strict=True) if one.dtype.kind == "f"), default=0.0)


def distances(name, folder, given):
    """Returns (runs, qopt's largest distance, the CPU provider's, that between both)."""
    files = files_for(name, folder, given.pictures)
    ours, theirs = (kept_of(PROGRAMS[name], device, folder, files) for device in (given.device, ""))
    exact, worst = {}, [0.0, 0.0, 0.0]
    for (source, names, feeds, mine), (other, _, fed, own) in zip(ours, theirs, strict=True):
        if source != other or any(not numpy.array_equal(feeds[key], fed[key]) for key in feeds):
            raise ValueError(f"{name}: inputs of a later run depend on answers, which differ")
        if source not in exact:
            exact[source] = Exact(source)
        wanted = exact[source].run(names, feeds)
        worst = [max(pair) for pair in zip(worst, (farthest(mine, wanted), farthest(own, wanted), farthest(mine, own)), strict=True)]
    return len(ours), *worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=["magika"])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--device", default="host:1")
    given = parser.parse_args()
    is_nearer = True
    for name in given.names:
        with tempfile.TemporaryDirectory() as folder:
            runs, mine, own, apart = distances(name, Path(folder), given)
        print(f"{name}: {runs} runs, from f64 qopt {mine:.2g}, ONNX Runtime's provider {own:.2g}; from each other {apart:.2g}", flush=True)
        is_nearer &= mine <= own
    return 0 if is_nearer else 1


if __name__ == "__main__":
    sys.exit(main())
