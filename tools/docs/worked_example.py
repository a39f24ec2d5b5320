"""The numbers of the worked example of docs/how-it-works.md, read from the text of the networks that qopt makes."""

import re
import struct


def constant(module, name, code):
    """The values of a constant; `code` is the letter that `struct` has for their type."""
    key = re.search(rf'nn\.constant {{nn\.name = "{re.escape(name)}"}} dense_resource<(\w+)>', module)[1]
    content = bytes.fromhex(re.search(rf'{key}: "0x([0-9A-F]+)"', module)[1])[4:]  # behind 4 bytes of alignment
    return struct.unpack(f"<{len(content) // struct.calcsize(code)}{code}", content)


def quantized_type(module, name):
    """(scale, zero point) of the result of the operation of this name."""
    line = next(line for line in module.splitlines() if f'nn.name = "{name}"' in line and "nn.constant" not in line)
    scale, zero = re.search(r"uniform<\w+:f32, ([0-9.E+-]+)(?::(-?\d+))?>", line.rsplit("->", 1)[1]).groups()
    return float(scale), int(zero or 0)


def weight_scale(module, name):
    """The scale of the first channel of a constant."""
    line = next(line for line in module.splitlines() if f'nn.constant {{nn.name = "{name}"}}' in line)
    return float(re.search(r":f32:0, {([0-9.E+-]+)", line)[1])


class WorkedExample:
    """The numbers that the first convolution's first channel computes of the signal, in the integer network and in real numbers."""

    def __init__(self, integers, affine, signal):
        self.signal = struct.unpack("<3f", signal[-12:])  # the end of an .npy file
        self.input_scale, _ = quantized_type(integers, "x_quantize")
        self.affine_scale, self.affine_zero_point = quantized_type(affine, "x_quantize")
        self.result_scale, _ = quantized_type(integers, "relu")
        self.weights = constant(integers, "conv1.weight", "b")[:2]
        self.bias = constant(integers, "norm_bias", "i")[0]
        scale = weight_scale(integers, "conv1.weight")
        self.multiplier = self.input_scale * scale / self.result_scale

        def windows(values, weights):
            return [values[at] * weights[0] + values[at + 1] * weights[1] for at in (0, 1)]

        self.input = [max(-128, min(127, round(value / self.input_scale))) for value in self.signal]
        self.sums = windows(self.input, self.weights)
        self.biased = [total + self.bias for total in self.sums]
        self.scaled = [total * self.multiplier for total in self.biased]
        self.stored = [max(0, min(255, round(value))) for value in self.scaled]
        self.real = [max(0.0, total + self.bias * self.input_scale * scale)
                     for total in windows(self.signal, [weight * scale for weight in self.weights])]
