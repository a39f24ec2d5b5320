"""What the provider's tests share: small models, sessions on qopt and on the CPU provider, and what was logged."""

import os
import re
import tempfile

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import onnxruntime_ep_qopt

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def values(seed, *shape, scale=1.0):
    return (numpy.random.default_rng(seed).standard_normal(shape) * scale).astype(numpy.float32)


def model(nodes, inputs, outputs, constants, opset=17, domains=(), inside=()):
    """Of (name, type, shape) tuples, and constants by name; its bytes. `inside` are values whose shapes nobody infers."""
    def info(one):
        return helper.make_tensor_value_info(*one)

    graph = helper.make_graph(nodes, "net", [info(one) for one in inputs], [info(one) for one in outputs],
                              [numpy_helper.from_array(value, name) for name, value in constants.items()], value_info=[info(one) for one in inside])
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(domain, 1) for domain in domains)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    onnx.checker.check_model(made)
    return made.SerializeToString()


def session(source, options=None, **settings):
    """On qopt, with the provider's `options`; `settings` are attributes of SessionOptions."""
    chosen = onnxruntime.SessionOptions()
    for name, value in settings.items():
        setattr(chosen, name, value)
    chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices(), options or {})
    return onnxruntime.InferenceSession(source, sess_options=chosen, enable_fallback=0)


def on_cpu(source):
    return onnxruntime.InferenceSession(source, providers=["CPUExecutionProvider"])


class Logged:
    """What the provider logs meanwhile, as `text`."""

    def __enter__(self):
        self.file = tempfile.TemporaryFile()
        self.before = os.dup(2)
        os.dup2(self.file.fileno(), 2)
        return self

    def __exit__(self, *_):
        os.dup2(self.before, 2)
        os.close(self.before)
        self.file.seek(0)
        self.text = "".join(line for line in self.file.read().decode().splitlines(keepends=True) if "qopt" in line)
        self.file.close()


def claimed(source, options=None):
    """(session, nodes on qopt, nodes in all, programs, log) of a model."""
    with Logged() as logged:
        made = session(source, options, log_severity_level=1)
    found = re.search(r"(\d+) of (\d+) nodes run on '.*?', in (\d+) programs", logged.text)
    if not found:
        raise AssertionError("nothing was said of what is claimed:\n" + logged.text)
    return (made, *map(int, found.groups()), logged.text)
