"""Layers that step through a sequence, in ai-edge-litert's reference kernels and in qrun, run after run: the interpreter
goes on with their states until they are reset, and so does a network whose states are named as inputs.

  sequence_states.py --qopt=PATH --qrun=PATH [--device=host] [--runs=12] [--count=10]

Each layer is drawn `count` times. `qopt --inputs=x,STATE,…` makes the states inputs, `qrun run --steps --reset=RUN` hands
them on; the interpreter's reset_all_variables() comes before the same run. Integers must be equal, floats within 1e-5 of
the largest. Exit status 1 where they are not, 77 without ai-edge-litert.
"""

import argparse
import subprocess
import sys
import tempfile

try:
    import flatbuffers  # noqa: F401
    import numpy as np
    from ai_edge_litert import interpreter as _  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert, flatbuffers and numpy")
    sys.exit(77)

import interpreter
import whole_files
from write_model import Model, Tensor, write

F32 = np.float32


class Drawn:
    """Sizes and weights of one layer."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.batch, self.steps, self.inputs, self.units = (int(n) for n in self.rng.integers(1, 6, 4))
        self.is_hybrid, self.time_major = bool(seed % 3 == 2), bool(seed % 2)
        if self.is_hybrid:
            self.inputs, self.units = self.inputs + 3, self.units + 3

    def reals(self, *shape):
        return Tensor("f32", shape, data=self.rng.normal(0, 0.5, shape).astype(F32))

    def weights(self, *shape):
        if not self.is_hybrid:
            return self.reals(*shape)
        steps = self.rng.integers(-127, 128, shape).astype(np.int8)
        return Tensor("i8", shape, (float(F32(self.rng.uniform(0.002, 0.02))),), (0,), data=steps)

    def state(self, units=None):
        return Tensor("f32", (self.batch, units or self.units), variable=True)

    def sequence(self, size):
        return Tensor("f32", (self.steps, self.batch, size) if self.time_major else (self.batch, self.steps, size))

    def rnn(self):
        return [self.weights(self.units, self.inputs), self.weights(self.units, self.units), self.reals(self.units)]

    def lstm(self):
        """Inputs 1 to 17: weights, recurrent weights, peepholes, biases, projection."""
        has_gate = bool(self.rng.integers(2))
        gates = [[self.weights(self.units, size) if gate or has_gate else None for gate in range(4)]
                 for size in (self.inputs, self.units)]
        biases = [self.reals(self.units) if gate or has_gate else None for gate in range(4)]
        return [*gates[0], *gates[1], None, None, None, *biases, None, None]


def rnn(drawn):
    return Model("UNIDIRECTIONAL_SEQUENCE_RNN", [drawn.sequence(drawn.inputs), *drawn.rnn(), drawn.state()],
                 drawn.sequence(drawn.units),
                 ("SequenceRNNOptions", dict(timeMajor=drawn.time_major, fusedActivationFunction=4)), 3)


def lstm(drawn):
    options = dict(timeMajor=drawn.time_major, fusedActivationFunction=4, cellClip=float(drawn.rng.integers(2)))
    return Model("UNIDIRECTIONAL_SEQUENCE_LSTM",
                 [drawn.sequence(drawn.inputs), *drawn.lstm(), drawn.state(), drawn.state(), None, None, None, None],
                 drawn.sequence(drawn.units), ("UnidirectionalSequenceLSTMOptions", options), 3)


def rnn_both(drawn):
    options = dict(timeMajor=drawn.time_major, fusedActivationFunction=4, mergeOutputs=True)
    return Model("BIDIRECTIONAL_SEQUENCE_RNN",
                 [drawn.sequence(drawn.inputs), *drawn.rnn(), drawn.state(), *drawn.rnn(), drawn.state(), None, None, None],
                 drawn.sequence(2 * drawn.units), ("BidirectionalSequenceRNNOptions", options), 3)


def lstm_both(drawn):
    drawn.batch = 1  # of several, the interpreter's forward half differs from resolver to resolver
    options = dict(timeMajor=drawn.time_major, fusedActivationFunction=4, mergeOutputs=True)
    return Model("BIDIRECTIONAL_SEQUENCE_LSTM",
                 [drawn.sequence(drawn.inputs), *drawn.lstm(), *drawn.lstm(), *(drawn.state() for _ in range(4)),
                  *[None] * 9], drawn.sequence(2 * drawn.units), ("BidirectionalSequenceLSTMOptions", options), 3)


def lstm_of_steps(drawn):
    """Weights, inputs and outputs of 8 bits, gates and the cell of 16."""
    rng, units = drawn.rng, drawn.units
    has_gate, projects, peeps = (bool(rng.integers(2)) for _ in range(3))
    outputs = int(rng.integers(1, 6)) if projects else units
    steps = lambda low, high: (float(F32(rng.uniform(low, high))),)
    x, state = (steps(0.005, 0.02), (int(rng.integers(-20, 20)),)), (steps(0.004, 0.01), (int(rng.integers(-20, 20)),))
    hidden = (steps(0.004, 0.01), (int(rng.integers(-20, 20)),)) if projects else state

    def constant(kind, shape, scales, most):
        data = rng.integers(-most, most + 1, shape).astype({"i8": np.int8, "i16": np.int16, "i32": np.int32}[kind])
        return Tensor(kind, shape, scales, (0,), data=data)

    gates = [gate for gate in range(4) if gate or has_gate]
    inputs = [None] * 24
    for gate in gates:
        weights = constant("i8", (units, drawn.inputs), steps(0.002, 0.02), 127)
        inputs[1 + gate], inputs[5 + gate] = weights, constant("i8", (units, outputs), steps(0.002, 0.02), 127)
        inputs[12 + gate] = constant("i32", (units,), (float(F32(x[0][0]) * weights.scale),), 3000)
        if peeps and gate != 2:
            inputs[{0: 9, 1: 10, 3: 11}[gate]] = constant("i16", (units,), steps(1e-5, 5e-5), 32767)
    if projects:
        inputs[16] = constant("i8", (outputs, units), steps(0.002, 0.02), 127)
        inputs[17] = constant("i32", (outputs,), (float(inputs[16].scale * F32(hidden[0][0])),), 3000)
    shape = (drawn.steps, drawn.batch) if drawn.time_major else (drawn.batch, drawn.steps)
    inputs[0] = Tensor("i8", (*shape, drawn.inputs), *x)
    inputs[18] = Tensor("i8", (drawn.batch, outputs), *state, variable=True)
    inputs[19] = Tensor("i16", (drawn.batch, units), (2.0 ** -int(rng.integers(9, 16)),), (0,), variable=True)
    options = dict(timeMajor=drawn.time_major, fusedActivationFunction=4, cellClip=float(rng.integers(2)),
                   projClip=0.3 * float(rng.integers(2)))
    inner = [Tensor("i16", (), (2.0 ** -12,), (0,)) for _ in range(4)] + [Tensor("i8", (), *hidden)]
    return Model("UNIDIRECTIONAL_SEQUENCE_LSTM", inputs, Tensor("i8", (*shape, outputs), *state),
                 ("UnidirectionalSequenceLSTMOptions", options), 3, inner=tuple(inner))


LAYERS = {"rnn": rnn, "lstm": lstm, "rnn of both directions": rnn_both, "lstm of both directions": lstm_both,
          "lstm of steps": lstm_of_steps}


def sample(rng, tensor):
    return (rng.integers(-128, 128, tensor.shape).astype(np.int8) if tensor.type == "i8"
            else rng.normal(0, 1, tensor.shape).astype(F32))


def wanted(file, samples, reset):
    machine = interpreter.prepared(file)
    answers = []
    for run, sample in enumerate(samples):
        if run == reset:
            machine.reset_all_variables()
        machine.set_tensor(machine.get_input_details()[0]["index"], sample)
        machine.invoke()
        answers.append(machine.get_tensor(machine.get_output_details()[0]["index"]).copy())
    return np.concatenate(answers)


def given(options, file, model, samples, reset, folder):
    with open(f"{folder}/m.tflite", "wb") as stream:
        stream.write(file)
    np.save(f"{folder}/x.npy", np.concatenate(samples))
    states = [f"x{index}" for index, tensor in enumerate(model.inputs) if tensor and tensor.variable]
    for command in ([options.qopt, f"{folder}/m.tflite", f"--inputs={','.join(['x0', *states])}", "-o", f"{folder}/m.mlirbc"],
                    [options.qrun, "run", f"{folder}/m.mlirbc", f"--device={options.device}", "--steps", f"--reset={reset}",
                     f"--input=x0={folder}/x.npy", f"--output=y={folder}/y.npy"]):
        done = subprocess.run(command, capture_output=True, check=False, text=True)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no words"])[0])
    return np.load(f"{folder}/y.npy")


def check(options, name):
    """(how many elements are equal, what is wrong)"""
    count = 0
    for seed in range(options.count):
        drawn = Drawn(seed)
        model = LAYERS[name](drawn)
        samples = [sample(drawn.rng, model.inputs[0]) for _ in range(options.runs)]
        file, reset = write(model), options.runs // 2
        with tempfile.TemporaryDirectory() as folder:
            expected, actual = wanted(file, samples, reset), given(options, file, model, samples, reset, folder)
        if said := whole_files.compared(expected, actual):
            return count, f"layer {seed}: {said}"
        count += expected.size
    return count, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qopt", required=True)
    parser.add_argument("--qrun", required=True)
    parser.add_argument("--device", default="host")
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--count", type=int, default=10)
    options = parser.parse_args()
    return int(interpreter.judged(LAYERS, lambda name: check(options, name), f"elements of {options.runs} runs each") > 0)


if __name__ == "__main__":
    sys.exit(main())
