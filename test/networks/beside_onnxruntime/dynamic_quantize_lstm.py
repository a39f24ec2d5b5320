"""Shows what ONNX Runtime rounds in DynamicQuantizeLSTM, and that we round the same: dynamic_quantize_lstm.py BIN

A layer of drawn weights runs in ONNX Runtime, here, and in NumPy read four ways: inputs rounded to 8 bits of their
range over the whole sequence or not, the state to 8 bits of each step's own range or not. Prints how far each is from
ONNX Runtime's answer, and how far ours is. Exit status 1 where ours, or NumPy's with both rounded, is further than
1e-6, 77 where onnx or ONNX Runtime is absent.
"""

import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    print("onnx, ONNX Runtime or NumPy is absent; nothing compared")
    sys.exit(77)

STEPS, INPUTS, UNITS = 12, 16, 8
NEAR = 1e-6


class Layer:
    """Weights [4 units, inputs or units] in steps of 8 bits around 0, one scale each."""

    def __init__(self, random):
        self.x = random.standard_normal((STEPS, 1, INPUTS)).astype(np.float32)
        self.weights, self.weight_scale = self.steps(random.standard_normal((4 * UNITS, INPUTS)) / 4)
        self.state_weights, self.state_scale = self.steps(random.standard_normal((4 * UNITS, UNITS)) / 3)
        self.bias = (random.standard_normal((1, 8 * UNITS)) / 4).astype(np.float32)

    @staticmethod
    def steps(real):
        scale = np.float32(np.abs(real).max() / 127)
        return np.rint(real / scale).astype(np.int8), scale

    def save(self, path):
        values = {"w": self.weights.T[None], "r": self.state_weights.T[None], "b": self.bias,
                  "ws": np.array([self.weight_scale]), "wz": np.zeros(1, np.int8),
                  "rs": np.array([self.state_scale]), "rz": np.zeros(1, np.int8)}
        constants = [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in values.items()]
        node = helper.make_node("DynamicQuantizeLSTM", ["x", "w", "r", "b", "", "", "", "", "ws", "wz", "rs", "rz"],
                                ["y"], domain="com.microsoft", hidden_size=UNITS)
        graph = helper.make_graph(
            [node], "layer", [helper.make_tensor_value_info("x", TensorProto.FLOAT, self.x.shape)],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [STEPS, 1, 1, UNITS])], constants)
        onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[
            helper.make_opsetid("", 13), helper.make_opsetid("com.microsoft", 1)]), path)

    def answer(self, rounds_inputs, rounds_state):
        """[STEPS, 1, 1, UNITS] in f64, but for what is rounded; gates stand as ONNX has them: input, output, forget, cell."""
        projected = product(self.x[:, 0], self.weights, self.weight_scale, rounds_inputs)
        projected += self.bias[0, :4 * UNITS].astype(np.float64) + self.bias[0, 4 * UNITS:]
        state, cell, states = np.zeros((1, UNITS)), np.zeros((1, UNITS)), []
        for step in projected:
            gates = step + product(state, self.state_weights, self.state_scale, rounds_state)
            enter, leave, forget, fresh = np.split(gates, 4, axis=1)
            cell = sigmoid(forget) * cell + sigmoid(enter) * np.tanh(fresh)
            state = sigmoid(leave) * np.tanh(cell)
            states.append(state)
        return np.stack(states)[:, None]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def product(a, weights, scale, rounds):
    """a · weightsᵀ; a rounded to u8 with one scale and zero point of its range, which holds 0."""
    if not rounds:
        return a.astype(np.float64) @ (weights.T.astype(np.float64) * float(scale))
    low, high = np.float32(min(0, a.min())), np.float32(max(0, a.max()))
    step = (high - low) / np.float32(255) if high > low else np.float32(1)
    zero = np.clip(np.rint(-low / step), 0, 255)
    codes = np.clip(np.rint(a.astype(np.float32) / step) + zero, 0, 255)
    return ((codes - zero).astype(np.int64) @ weights.T.astype(np.int64)) * float(np.float32(step * scale))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    layer = Layer(np.random.default_rng(3))
    with tempfile.TemporaryDirectory() as folder:
        model, x, y = (f"{folder}/{name}" for name in ("layer.onnx", "x.npy", "y.npy"))
        layer.save(model)
        np.save(x, layer.x)
        theirs = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"x": layer.x})[0]
        subprocess.run([f"{sys.argv[1]}/qrun", "run", model, f"--input=x={x}", f"--output=y={y}"], check=True)
        ours = np.load(y)
    own = np.abs(ours - theirs).max()
    print(f"ours from ONNX Runtime's: {own:.1e}")
    for rounds_inputs in (False, True):
        for rounds_state in (False, True):
            distance = np.abs(theirs - layer.answer(rounds_inputs, rounds_state)).max()
            print(f"ONNX Runtime from inputs {'in 8 bits' if rounds_inputs else 'real'}, "
                  f"state {'in 8 bits' if rounds_state else 'real'}: {distance:.1e}")
    return int(distance > NEAR or own > NEAR)


if __name__ == "__main__":
    sys.exit(main())
