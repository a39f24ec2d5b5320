"""A .tflite file of one operator, from a description of its tensors and options."""

import dataclasses

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

TYPES = {"f32": (schema.TensorType.FLOAT32, np.float32), "i8": (schema.TensorType.INT8, np.int8),
         "u8": (schema.TensorType.UINT8, np.uint8), "i16": (schema.TensorType.INT16, np.int16),
         "i32": (schema.TensorType.INT32, np.int32), "i64": (schema.TensorType.INT64, np.int64),
         "bool": (schema.TensorType.BOOL, np.bool_), "i4": (schema.TensorType.INT4, np.int8)}


@dataclasses.dataclass
class Tensor:
    """scales: none of a plain tensor, several along `axis`; data: a constant's, else None; variable: an operator keeps it."""
    type: str
    shape: tuple
    scales: tuple = ()
    zeros: tuple = ()
    axis: int = 0
    data: np.ndarray | None = None
    variable: bool = False

    @property
    def dtype(self):
        return TYPES[self.type][1]

    @property
    def scale(self):
        return np.float32(self.scales[0])

    @property
    def zero(self):
        return int(self.zeros[0])


@dataclasses.dataclass
class Model:
    """operator and options by their names in the schema; inputs: None where one is absent; `more`: outputs behind the first; `inner`: values inside
    the operator; `key`: the row and column of the table."""
    operator: str
    inputs: list
    output: Tensor
    options: tuple = ()
    version: int = 1
    note: str = ""
    more: tuple = ()
    inner: tuple = ()

    @property
    def outputs(self):
        return [self.output, *self.more]

    @property
    def key(self):
        types = [t.type for t in self.inputs if t.data is None] or [self.inputs[0].type]
        return self.operator, types[0] + ("×" + self.inputs[1].type if self.operator in PRODUCTS
                                          and self.inputs[1].type != types[0] else "") + (
            "→" + self.output.type if self.output.type != types[0] else "")


PRODUCTS = ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "TRANSPOSE_CONV", "BATCH_MATMUL")


def packed(data, kind):
    """A constant's bytes; four bits lie two to a byte, the first in the lower half."""
    if kind != "i4":
        return np.ascontiguousarray(data).tobytes()
    flat = np.append(data.ravel(), np.zeros(data.size % 2, np.int8)).astype(np.uint8) & 15
    return (flat[0::2] | flat[1::2] << 4).tobytes()


def _quantization(tensor):
    result = schema.QuantizationParametersT()
    result.scale = [float(np.float32(s)) for s in tensor.scales]
    result.zeroPoint = [int(z) for z in tensor.zeros]
    result.quantizedDimension = tensor.axis
    return result


def _options(name, fields):
    options = getattr(schema, name + "T")()
    for field, value in fields.items():
        assert hasattr(options, field), f"{name} has no {field}"
        setattr(options, field, value)
    return options


def write(model):
    """The file's bytes."""
    file, graph, operator = schema.ModelT(), schema.SubGraphT(), schema.OperatorT()
    file.version, file.description = 3, "one operator"
    file.buffers = [schema.BufferT()]
    graph.name, graph.tensors = "main", []
    for index, tensor in enumerate([*model.inputs, *model.outputs, *model.inner]):
        tensor = tensor or Tensor("f32", ())  # an absent one, which nobody names
        entry = schema.TensorT()
        place = index - len(model.inputs)
        entry.name = f"x{index}" if place < 0 else f"y{place}" if place else "y"
        entry.type, entry.shape = TYPES[tensor.type][0], list(tensor.shape)
        entry.quantization = _quantization(tensor) if tensor.scales else None
        entry.isVariable = tensor.variable
        if tensor.data is not None:
            buffer = schema.BufferT()
            buffer.data = list(packed(tensor.data, tensor.type))
            file.buffers.append(buffer)
            entry.buffer = len(file.buffers) - 1
        graph.tensors.append(entry)
    operator.inputs = [-1 if tensor is None else index for index, tensor in enumerate(model.inputs)]
    operator.outputs = [len(model.inputs) + i for i in range(len(model.outputs))]
    operator.intermediates = [len(model.inputs) + len(model.outputs) + i for i in range(len(model.inner))]
    graph.inputs = [i for i, t in enumerate(model.inputs) if t and t.data is None and not t.variable]
    graph.outputs = operator.outputs
    if model.options:
        name, fields = model.options
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, name)
        operator.builtinOptions = _options(name, fields)
    graph.operators = [operator]
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, model.operator)
    code.deprecatedBuiltinCode = min(code.builtinCode, 127)
    code.version = model.version
    file.operatorCodes, file.subgraphs = [code], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(file.Pack(builder), b"TFL3")
    return bytes(builder.Output())
