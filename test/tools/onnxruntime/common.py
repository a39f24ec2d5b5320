"""Helpers of the provider's tests: small models, sessions on qopt and on the CPU provider, and what
was logged."""

import os
import re
import tempfile
import threading
import unittest
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import onnxruntime_ep_qopt

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
VERSION = tuple(map(int, onnxruntime.__version__.split(".")[:2]))
IS_FIRST = VERSION == (1, 23)


def values(seed, *shape, scale=1.0):
    return (numpy.random.default_rng(seed).standard_normal(shape) * scale).astype(numpy.float32)


def model(nodes, inputs, outputs, constants, opset=17, domains=(), inside=()):
    """Returns the bytes of a model, made of (name, type, shape) tuples and of constants by name.
    `inside` are values whose shapes nobody infers."""
    def info(one):
        return helper.make_tensor_value_info(*one)

    graph = helper.make_graph(nodes, "net", [info(one) for one in inputs], [info(one) for one in outputs],
                              [numpy_helper.from_array(value, name) for name, value in constants.items()], value_info=[info(one) for one in inside])
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(domain, 1) for domain in domains)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    onnx.checker.check_model(made)
    return made.SerializeToString()


def session(source, options=None, **settings):
    """Returns a session on qopt, with the provider's `options`; `settings` are attributes of
    SessionOptions."""
    chosen = onnxruntime.SessionOptions()
    for name, value in settings.items():
        setattr(chosen, name, value)
    chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices(), options or {})
    return onnxruntime.InferenceSession(source, sess_options=chosen, enable_fallback=0)


def on_cpu(source):
    return onnxruntime.InferenceSession(source, providers=["CPUExecutionProvider"])


def in_threads(count, work):
    """Calls `work(seed)` in each thread; raises the first error of any."""
    wrong = []

    def guarded(seed):
        try:
            work(seed)
        except Exception as error:  # it is of any kind: the thread's caller raises it
            wrong.append(error)

    threads = [threading.Thread(target=guarded, args=[seed]) for seed in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


class Logged:
    """Keeps what the provider logs meanwhile, as `text`."""

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


class PeakMemory:
    """This measures by how many `bytes` this process grows meanwhile, at its largest; a sanitizer would grow by itself."""

    CAN_TELL = "QOPT_TEST_SANITIZED" not in os.environ

    @staticmethod
    def _status(field):
        return int(re.search(rf"^{field}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)[1]) * 1024

    def __enter__(self):
        Path("/proc/self/clear_refs").write_text("5")  # the largest is what there is now
        self.before = self._status("VmRSS")
        return self

    def __exit__(self, *_):
        self.bytes = self._status("VmHWM") - self.before


def claimed(source, options=None):
    """(session, nodes on qopt, nodes in all, programs, log) of a model."""
    with Logged() as logged:
        made = session(source, options, log_severity_level=1)
    found = re.search(r"(\d+) of (\d+) nodes run on '.*?', in (\d+) programs", logged.text)
    if not found:
        raise AssertionError("nothing was said of what is claimed:\n" + logged.text)
    return (made, *map(int, found.groups()), logged.text)


def conv_net(batch=2):
    nodes = [helper.make_node("Conv", ["x", "w1", "b1"], ["c1"], "conv1", pads=[1, 1, 1, 1]), helper.make_node("Relu", ["c1"], ["r1"], "relu1"),
             helper.make_node("MaxPool", ["r1"], ["p1"], "pool1", kernel_shape=[2, 2], strides=[2, 2]),
             helper.make_node("Conv", ["p1", "w2"], ["c2"], "conv2"), helper.make_node("GlobalAveragePool", ["c2"], ["g"], "mean"),
             helper.make_node("Flatten", ["g"], ["f"], "flat"), helper.make_node("Gemm", ["f", "w3", "b3"], ["s"], "fc", transB=1),
             helper.make_node("Softmax", ["s"], ["y"], "softmax")]
    constants = {"w1": values(1, 8, 3, 3, 3, scale=0.3), "b1": values(2, 8), "w2": values(3, 16, 8, 3, 3, scale=0.2),
                 "w3": values(4, 10, 16), "b3": values(5, 10)}
    return model(nodes, [("x", FLOAT, [batch, 3, 16, 16])], [("y", FLOAT, [batch, 10])], constants)


class Comparing(unittest.TestCase):
    """Tests compare answers with the CPU provider's."""

    def compare(self, made, source, feeds, rtol=1e-4, atol=1e-5):
        expected = on_cpu(source).run(None, feeds)
        for got, want in zip(made.run(None, feeds), expected, strict=True):
            self.assertEqual((got.shape, got.dtype), (want.shape, want.dtype))
            numpy.testing.assert_allclose(got, want, rtol=rtol, atol=atol)
