"""A graph as an ONNX model of opset 17, whose leading dimension is open. NumPy is all that it takes: networks are
built on machines that have no more. Field numbers are those of onnx.proto; test/networks/published_networks.py has ONNX's
checker read the files.

A parameter's values follow from the seed and its name alone, bit by bit, whatever NumPy's version: PCG64's raw
words, of which NumPy promises that they stay, 24 bits a value.
"""

import hashlib
import math
import struct

import numpy as np

KINDS = {"f32": (1, np.dtype("<f4")), "i64": (7, np.dtype("<i8"))}  # TensorProto.DataType


def values_of(name, parameter, seed):
    count = math.prod(parameter.shape)
    digest = hashlib.sha256(f"{seed} {name}".encode()).digest()
    words = np.random.PCG64(int.from_bytes(digest[:16], "little")).random_raw((count + 1) // 2)
    values = (words.astype("<u8", copy=False).view("<u4")[:count] >> 8).astype("<f4")
    values *= np.float32(2.0 ** -23)  # exact, as is the difference: [-1, 1)
    values -= np.float32(1)
    values *= np.float32(parameter.spread)
    values += np.float32(parameter.center)
    return values.reshape(parameter.shape)


# ---- protobuf ----

def _varint(value):
    value, out = value & (2 ** 64 - 1), bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def _begin(field, size):
    """Returns the beginning of a field of `size` bytes."""
    return _varint(field << 3 | 2) + _varint(size)


def _bytes(field, content):
    content = content.encode() if isinstance(content, str) else content
    return _begin(field, len(content)) + content


# ---- ONNX ----

def _attribute(name, value):
    if isinstance(value, float):
        content = _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
    elif isinstance(value, int):
        content = _number(3, value) + _number(20, 2)
    else:
        content = b"".join(_number(8, i) for i in value) + _number(20, 7)
    return _bytes(1, name) + content


def _node(node):
    return (b"".join(_bytes(1, name) for name in node.inputs) + _bytes(2, node.output) + _bytes(3, node.output) +
            _bytes(4, node.operator) + b"".join(_bytes(5, _attribute(*item)) for item in node.attributes.items()))


def _port(value, kind):
    dims = [_bytes(2, "N")] + [_number(1, size) for size in value.shape]
    shape = b"".join(_bytes(1, dim) for dim in dims)
    return _bytes(1, value.name) + _bytes(2, _bytes(1, _number(1, KINDS[kind][0]) + _bytes(2, shape)))


class _Tensor:
    """An initializer, whose data are made when it is written."""

    def __init__(self, name, shape, kind, make):
        number, kind = KINDS[kind]
        self.make, self.size = make, math.prod(shape) * kind.itemsize
        self.head = b"".join(_number(1, size) for size in shape) + _number(2, number) + _bytes(8, name)
        self.head += _begin(9, self.size)
        self.head = _begin(5, len(self.head) + self.size) + self.head

    def write(self, file):
        file.write(self.head)
        data = self.make().tobytes()
        assert len(data) == self.size
        file.write(data)


def _tensors(graph, values):
    for name, parameter in graph.parameters.items():
        yield _Tensor(name, parameter.shape, "f32", lambda n=name, p=parameter: values(n, p))
    for name, (numbers, kind) in graph.constants.items():
        array = np.array(numbers, KINDS[kind][1])
        yield _Tensor(name, array.shape, kind, lambda a=array: a)


def save(graph, path, seed=1, values=None):
    """`values(name, parameter)`: those of a trained network, in place of the seed's."""
    values = values or (lambda name, parameter: values_of(name, parameter, seed))
    nodes = b"".join(_bytes(1, _node(node)) for node in graph.nodes) + _bytes(2, graph.name)
    ports = b"".join(_bytes(11, _port(*port)) for port in graph.inputs)
    ports += b"".join(_bytes(12, _port(value, "f32")) for value in graph.outputs)
    tensors = list(_tensors(graph, values))
    size = len(nodes) + len(ports) + sum(len(t.head) + t.size for t in tensors)
    with open(path, "wb") as file:
        file.write(_number(1, 8) + _bytes(2, "qopt's test/models/build.py") + _bytes(8, _bytes(1, "") + _number(2, 17)))
        file.write(_begin(7, size) + nodes)
        for tensor in tensors:
            tensor.write(file)
        file.write(ports)
