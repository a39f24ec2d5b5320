"""Runs files in ai-edge-litert's interpreter, its reference kernels alone, in a process that may abort."""

import os
import pickle
import subprocess
import sys


def answers(cases):
    """(output, None) or (None, why not) of each (file's bytes, inputs); several outputs are a list."""
    results = []
    while len(results) < len(cases):
        worker = subprocess.run([sys.executable, "-B", __file__], input=pickle.dumps(cases[len(results):]),
                                capture_output=True, check=False)
        rest, data = [], worker.stdout
        while data:
            size = int.from_bytes(data[:8], "little")
            rest.append(pickle.loads(data[8:8 + size]))
            data = data[8 + size:]
        results += rest
        if len(results) < len(cases):
            results.append((None, "the interpreter aborts: " + worker.stderr.decode(errors="replace")[-200:]))
    return results


def prepared(file):
    from ai_edge_litert import interpreter
    machine = interpreter.Interpreter(
        model_content=file, experimental_op_resolver_type=interpreter.OpResolverType.BUILTIN_REF)
    machine.allocate_tensors()
    return machine


def run_one(file, inputs):
    machine = prepared(file)
    for detail, value in zip(machine.get_input_details(), inputs):
        machine.set_tensor(detail["index"], value)
    machine.invoke()
    outputs = [machine.get_tensor(detail["index"]) for detail in machine.get_output_details()]
    return outputs if len(outputs) > 1 else outputs[0]


def judged(names, check, elements="elements"):
    """Prints what `check(name)` says of each, (how many are equal, why not or None); returns how many are wrong."""
    wrong = 0
    for name in names:
        count, said = check(name)
        wrong += said is not None
        print(f"{os.path.basename(name)}: {said or f'{count} {elements} equal'}", flush=True)
    return wrong


def main():
    out = sys.stdout.buffer
    for file, inputs in pickle.load(sys.stdin.buffer):
        try:
            result = run_one(file, inputs), None
        except (ValueError, RuntimeError) as error:
            result = None, str(error)[:300]
        data = pickle.dumps(result)
        out.write(len(data).to_bytes(8, "little") + data)
        out.flush()


if __name__ == "__main__":
    main()
