"""Networks with states over many steps, in ai-edge-litert's reference kernels and here: every output and every state of
every step, with a reset in the middle.

  streaming.py --qrun=PATH [--device=host] [--steps=1000] [FILE.tflite …]

The interpreter keeps the states itself. So does a binding of the C interface (qrt_bind_with_states), whose states are read
after each step; then `qrun run --steps` makes all steps in one call, whose outputs must be the same. In the middle states
are reset, by an interpreter that is made anew there. Integers must be equal, floats within 1e-5 of the largest.
Without files the four INT8 networks of PyPI's pymicro-wakeword are taken. Exit status 1 where something differs, 77
without ai-edge-litert or that package.
"""

import argparse
import glob
import importlib.util
import os
import subprocess
import sys
import tempfile

try:
    import flatbuffers  # noqa: F401
    import numpy as np
    from ai_edge_litert import interpreter as _interpreter
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert, flatbuffers and numpy")
    sys.exit(77)

import interpreter
import stateful_program
import whole_files


def wakewords():
    """The files of pymicro-wakeword, which is not imported: it needs a library of the system's."""
    found = importlib.util.find_spec("pymicro_wakeword")
    return sorted(glob.glob(os.path.join(os.path.dirname(found.origin), "models", "*.tflite"))) if found else []


def assigned(file):
    """{variable: the tensor that a run assigns to it}"""
    model = schema.ModelT.InitFromPackedBuf(file, 0)
    codes = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in model.operatorCodes]
    names, values = {}, {}
    for operator in model.subgraphs[0].operators:
        if codes[operator.opcodeIndex] == schema.BuiltinOperator.VAR_HANDLE:
            names[operator.outputs[0]] = operator.builtinOptions.sharedName.decode()
        elif codes[operator.opcodeIndex] == schema.BuiltinOperator.ASSIGN_VARIABLE:
            values[names[operator.inputs[0]]] = int(operator.inputs[1])
    return values


class Expected:
    """The interpreter, whose variables begin anew with it."""

    def __init__(self, file):
        self.file, self.variables = file, assigned(file)
        self.reset()

    def reset(self):
        self.machine = _interpreter.Interpreter(model_content=self.file, experimental_preserve_all_tensors=True,
                                                experimental_op_resolver_type=_interpreter.OpResolverType.BUILTIN_REF)
        self.machine.allocate_tensors()

    def step(self, inputs):
        for detail in self.machine.get_input_details():
            self.machine.set_tensor(detail["index"], inputs[detail["name"]])
        self.machine.invoke()
        return [self.machine.get_tensor(detail["index"]).copy() for detail in self.machine.get_output_details()]

    def state(self, name):
        return self.machine.get_tensor(self.variables[name])


def call(*command):
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no words"])[-1])


def step_by_step(options, expected, program, samples):
    """(outputs of each step, how many elements are equal, what is wrong)"""
    outputs, count = [], 0
    for step in range(options.steps):
        if step == options.steps // 2:
            expected.reset()
            program.reset()
        inputs = {name: array[step] for name, array in samples.items()}
        wanted, given = expected.step(inputs), list(program.step(inputs).values())
        outputs.append(given)
        pairs = list(zip(wanted, given, strict=True))
        pairs += [(expected.state(name), program.state(port)) for port, name in program.states.items()]
        for want, have in pairs:
            if said := whole_files.compared(want, have):
                return outputs, count, f"step {step}: {said}"
            count += want.size
    return outputs, count, None


def all_at_once(options, path, folder, samples, outputs):
    """Returns the first mistake in the answers of `qrun run --steps`; None where they are the interpreter's."""
    np.savez(f"{folder}/x.npz", **{name: np.concatenate(array) for name, array in samples.items()})
    archive = [f"--input={name}={folder}/x.npz:{name}" for name in samples]
    call(options.qrun, "run", path, f"--device={options.device}", "--steps", f"--reset={options.steps // 2}", *archive,
         f"--output={folder}/y.npz")
    with np.load(f"{folder}/y.npz") as arrays:
        answers = [arrays[name] for name in arrays.files if not name.endswith(".next")]
    for place, answer in enumerate(answers):
        if said := whole_files.compared(np.concatenate([step[place] for step in outputs]), answer):
            return f"qrun run --steps: {said}"
    return None


def check(options, path):
    """(how many elements are equal, what is wrong)"""
    with open(path, "rb") as stream:
        file = stream.read()
    expected, rng = Expected(file), np.random.default_rng(0)
    details = expected.machine.get_input_details()
    samples = {detail["name"]: [whole_files.drawn(rng, detail) for _ in range(options.steps)] for detail in details}
    with tempfile.TemporaryDirectory() as folder:
        call(options.qrun, "compile", path, f"--device={options.device}", "-o", f"{folder}/model.qart")
        program = stateful_program.StatefulProgram(options.libqrt, f"{folder}/model.qart", options.device)
        if set(expected.variables) != set(program.states.values()):
            return 0, f"has the states {sorted(expected.variables)}, of which {sorted(program.states.values())} are read"
        outputs, count, said = step_by_step(options, expected, program, samples)
        return count, said or all_at_once(options, path, folder, samples, outputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qrun", required=True)
    parser.add_argument("--libqrt", help="the shared library; without it that beside qrun's folder")
    parser.add_argument("--device", default="host")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.libqrt = options.libqrt or os.path.join(os.path.dirname(options.qrun), "..", "lib", "libqrt.so.0.1")
    files = options.files or wakewords()
    if not files:
        print("skipped: no files are given, and PyPI's package pymicro-wakeword is not installed")
        return 77
    return int(interpreter.judged(files, lambda path: check(options, path), f"elements of {options.steps} steps") > 0)


if __name__ == "__main__":
    sys.exit(main())
