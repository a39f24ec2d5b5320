"""A Caffe network as an ONNX model, for executors of others: caffe_as_onnx.py NET.prototxt NET.caffemodel OUT.onnx

Reads text and weights by itself (the text's grammar, the wire format of protobuf), not by qopt's importer or its
.proto, so that the two can be held against each other. The layers of the classifiers and detectors of the shared
data, in the phase TEST; losses, accuracies and labels are left out. The batch is open, [N, C, H, W].
"""

import re
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LEFT_OUT = {"Accuracy", "SoftmaxWithLoss", "Silence"}
SOURCES = {"Input", "Data"}


# ---- text ----
def parse_text(text):
    """Nested fields: {name: [value, …]}."""
    words = re.findall(r'#[^\n]*|"[^"]*"|\'[^\']*\'|[{}:]|[^\s{}:#]+', text)
    words = [word for word in words if not word.startswith("#")]

    def block(at):
        fields = {}
        while at < len(words) and words[at] != "}":
            name = words[at]
            at += 2 if words[at + 1] == ":" else 1
            if words[at] == "{":
                value, at = block(at + 1)
            else:
                value = words[at].strip("\"'")
            at += 1
            fields.setdefault(name, []).append(value)
        return fields, at

    return block(0)[0]


# ---- weights ----
def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields_of(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = data[at:at + 8], at + 8
        elif kind == 5:
            value, at = data[at:at + 4], at + 4
        else:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        yield key >> 3, kind, value


def blob_of(data):
    shape, old, parts = None, [1, 1, 1, 1], []
    for number, kind, value in fields_of(data):
        if number == 7:
            shape = []
            for _, inner, sizes in fields_of(value):
                at = 0
                while inner == 2 and at < len(sizes):
                    size, at = varint(sizes, at)
                    shape.append(size)
                if inner == 0:
                    shape.append(sizes)
        elif number in (1, 2, 3, 4):
            old[number - 1] = value
        elif number == 5:
            parts.append(np.frombuffer(value, "<f4"))
    return np.concatenate(parts).reshape(old if shape is None else shape)


def weights_of(data):
    """{layer: [blob, …]}, of current layers (field 100) and V1's (2)."""
    weights = {}
    for number, _, layer in fields_of(data):
        if number not in (100, 2):
            continue
        name_field, blobs_field = (1, 7) if number == 100 else (4, 6)
        name, blobs = None, []
        for field, _, value in fields_of(layer):
            if field == name_field:
                name = value.decode()
            elif field == blobs_field:
                blobs.append(blob_of(value))
        if blobs:
            weights[name] = blobs
    return weights


# ---- layers ----
class Builder:
    def __init__(self, text, weights):
        self.net, self.weights = parse_text(text), weights
        self.nodes, self.constants, self.values, self.read, self.made = [], [], {}, set(), []
        self.inputs = []
        shapes = [[int(size) for size in shape["dim"]] for shape in self.net.get("input_shape", [])]
        sizes = [int(size) for size in self.net.get("input_dim", [])]
        for i, name in enumerate(self.net.get("input", [])):
            self.add_input(name, shapes[i] if shapes else sizes[4 * i:4 * i + 4])
        for layer in self.net["layer"]:
            self.add(layer)

    def add_input(self, name, shape):
        self.inputs.append((name, shape))
        self.values[name] = name

    def constant(self, name, array):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def add(self, layer):
        kind, name = layer["type"][0], layer["name"][0]
        phases = [rule.get("phase", ["TEST"])[0] for rule in layer.get("include", [])]
        if kind in LEFT_OUT or (phases and "TEST" not in phases):
            return
        if kind in SOURCES:
            shape = [int(size) for size in layer["input_param"][0]["shape"][0]["dim"]] if kind == "Input" \
                else [0, None, None, None]
            return self.add_input(layer["top"][0], shape)
        x = [self.values[bottom] for bottom in layer["bottom"]]
        self.read.update(x)
        param = next((value[0] for key, value in layer.items() if key.endswith("_param")), {})
        y = getattr(self, kind.lower())(name, x, param, self.weights.get(name, []))
        self.values[layer["top"][0]] = y
        self.made.append((layer["top"][0], y))

    @staticmethod
    def sizes(param, name, otherwise):
        pair = [param.get(f"{short}_{axis}", [None])[0] for short in (name.split("_")[0],) for axis in "hw"]
        values = [int(value) for value in param.get(name, [])]
        both = values * 2 if len(values) == 1 else values
        return [int(value) for value in pair] if pair[0] is not None else both or [otherwise] * 2

    def convolution(self, name, x, param, blobs):
        out, group = int(param["num_output"][0]), int(param.get("group", [1])[0])
        kernel, pad = self.sizes(param, "kernel_size", 1), self.sizes(param, "pad", 0)
        weights = blobs[0].reshape([out, -1] + kernel)
        inputs = [x[0], self.constant(name + ".weights", weights)]
        if param.get("bias_term", ["true"])[0] == "true":
            inputs.append(self.constant(name + ".bias", blobs[1].reshape(out)))
        return self.node("Conv", inputs, name + ".y", kernel_shape=kernel, pads=pad * 2, group=group,
                         strides=self.sizes(param, "stride", 1),
                         dilations=self.sizes(param, "dilation", 1))

    def innerproduct(self, name, x, param, blobs):
        out = int(param["num_output"][0])
        flat = self.node("Flatten", [x[0]], name + ".rows", axis=1)
        return self.node("Gemm", [flat, self.constant(name + ".weights", blobs[0].reshape(out, -1)),
                                  self.constant(name + ".bias", blobs[1].reshape(out))], name + ".y", transB=1)

    def pooling(self, name, x, param, blobs):
        kind = param.get("pool", ["MAX"])[0]
        if param.get("global_pooling", ["false"])[0] == "true":
            return self.node("GlobalMaxPool" if kind == "MAX" else "GlobalAveragePool", [x[0]], name + ".y")
        pad = self.sizes(param, "pad", 0)
        assert kind == "MAX" or pad == [0, 0]
        return self.node("MaxPool" if kind == "MAX" else "AveragePool", [x[0]], name + ".y", ceil_mode=1,
                         kernel_shape=self.sizes(param, "kernel_size", 1), strides=self.sizes(param, "stride", 1),
                         pads=pad * 2)

    def relu(self, name, x, param, blobs):
        return self.node("Relu", [x[0]], name + ".y")

    def prelu(self, name, x, param, blobs):
        return self.node("PRelu", [x[0], self.constant(name + ".slope", blobs[0].reshape(-1, 1, 1))], name + ".y")

    def batchnorm(self, name, x, param, blobs):
        length = float(blobs[2].ravel()[0])
        mean, variance = (blob.ravel() / length if length else blob.ravel() * 0 for blob in blobs[:2])
        ones = np.ones_like(mean)
        inputs = [x[0]] + [self.constant(f"{name}.{i}", array.astype(np.float32))
                           for i, array in enumerate((ones, ones * 0, mean, variance))]
        return self.node("BatchNormalization", inputs, name + ".y", epsilon=float(param.get("eps", [1e-5])[0]))

    def scale(self, name, x, param, blobs):
        y = self.node("Mul", [x[0], self.constant(name + ".scale", blobs[0].reshape(-1, 1, 1))], name + ".m")
        if len(blobs) == 1:
            return y
        return self.node("Add", [y, self.constant(name + ".bias", blobs[1].reshape(-1, 1, 1))], name + ".y")

    def eltwise(self, name, x, param, blobs):
        assert param.get("operation", ["SUM"])[0] == "SUM" and "coeff" not in param
        return self.node("Add", x, name + ".y")

    def concat(self, name, x, param, blobs):
        return self.node("Concat", x, name + ".y", axis=int(param.get("axis", [1])[0]))

    def softmax(self, name, x, param, blobs):
        return self.node("Softmax", [x[0]], name + ".y", axis=int(param.get("axis", [1])[0]))

    def dropout(self, name, x, param, blobs):
        return x[0]

    def permute(self, name, x, param, blobs):
        return self.node("Transpose", [x[0]], name + ".y", perm=[int(axis) for axis in param["order"]])

    def reshape(self, name, x, param, blobs):
        sizes = np.array([int(size) for size in param["shape"][0]["dim"]], np.int64)
        return self.node("Reshape", [x[0], self.constant(name + ".shape", sizes)], name + ".y")

    def model(self):
        def info(name, shape):
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

        inputs = [info(name, ["N"] + shape[1:] if shape else None) for name, shape in self.inputs if name in self.read]
        for blob, value in self.made:
            if value not in self.read and self.values[blob] == value:
                self.nodes.append(helper.make_node("Identity", [value], [blob + ":out"]))
        outputs = [info(node.output[0], None) for node in self.nodes if node.output[0].endswith(":out")]
        graph = helper.make_graph(self.nodes, "caffe", inputs, outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def build(net, caffemodel):
    with open(net) as text, open(caffemodel, "rb") as weights:
        return Builder(text.read(), weights_of(weights.read())).model()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    onnx.save(build(sys.argv[1], sys.argv[2]), sys.argv[3])
