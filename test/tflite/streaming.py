"""Networks with states, step by step, in ai-edge-litert's reference kernels and in qrun: every output and
every state of every step.

  streaming.py --qrun=PATH [--device=host] [--steps=1000] FILE.tflite …

The interpreter keeps the states itself; qrun is given each step's NAME.next as the next step's NAME, which begins with
the number that the import's remark says. States are of INT8. Integers must be equal, floats within 1e-5 of the largest.
Exit status 1 where they are not, 77 without ai-edge-litert.
"""

import argparse
import os
import re
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
import whole_files

BEGINNING = re.compile(r"'(.+)' is a state: it begins with (-?\d+),")


class Program:
    """A compiled file, run step by step, with the states that the last step has left."""

    def __init__(self, options, path, folder):
        self.options, self.folder = options, folder
        self.program = os.path.join(folder, "model.qart")
        said = self._call("compile", path, f"--device={options.device}", "-o", self.program)
        beginnings = dict(BEGINNING.findall(said))
        assert len(beginnings) == said.count("is a state"), f"a state begins with no one number: {said}"
        shapes = dict(re.findall(r"(\S+) (\d+(?:x\d+)*)", said.splitlines()[-1].partition(": ")[2]))
        self.states = {name: np.full([int(n) for n in shapes[name].split("x")], int(value), np.int8)
                       for name, value in beginnings.items()}

    def _call(self, *arguments):
        done = subprocess.run([self.options.qrun, *arguments], capture_output=True, check=False, text=True)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no words"])[-1])
        return done.stderr + done.stdout

    def step(self, inputs):
        np.savez(f"{self.folder}/x.npz", **inputs, **self.states)
        self._call("run", self.program, f"--device={self.options.device}", f"--input={self.folder}/x.npz",
                   f"--output={self.folder}/y.npz")
        with np.load(f"{self.folder}/y.npz") as arrays:
            answers = {name: arrays[name] for name in arrays.files}
        self.states = {name: answers.pop(name + ".next") for name in self.states}
        return list(answers.values())


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


def check(options, path):
    """(how many elements are equal, what is wrong)"""
    with open(path, "rb") as stream:
        file = stream.read()
    machine = _interpreter.Interpreter(model_content=file, experimental_preserve_all_tensors=True,
                                       experimental_op_resolver_type=_interpreter.OpResolverType.BUILTIN_REF)
    machine.allocate_tensors()
    rng, count, variables = np.random.default_rng(0), 0, assigned(file)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options, path, folder)
        if set(variables) != set(program.states):
            return 0, f"has the states {sorted(variables)}, of which {sorted(program.states)} are read"
        for step in range(options.steps):
            inputs = {detail["name"]: whole_files.drawn(rng, detail) for detail in machine.get_input_details()}
            for detail in machine.get_input_details():
                machine.set_tensor(detail["index"], inputs[detail["name"]])
            machine.invoke()
            answers = program.step(inputs)
            places = [detail["index"] for detail in machine.get_output_details()] + list(variables.values())
            for place, actual in zip(places, answers + [program.states[name] for name in variables], strict=True):
                expected = machine.get_tensor(place)
                if said := whole_files.compared(expected, actual):
                    return count, f"step {step}: {said}"
                count += expected.size
    return count, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qrun", required=True)
    parser.add_argument("--device", default="host")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    return int(interpreter.judged(options.files, lambda path: check(options, path), f"elements of {options.steps} steps") > 0)


if __name__ == "__main__":
    sys.exit(main())
