"""wrong_calls.py COUNT SEED: so many random calls, mostly wrong; each returns, or raises what the package says it raises."""

import os
import random
import sys
import warnings

import numpy
import qopt

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # the tests' folder
from common import MODELS, folder, mlp

EXPECTED = (qopt.Error, TypeError, ValueError)  # an AttributeError is a slip of ours


def values(chance, model, compiled):
    """A random value of some kind."""
    shapes = [(), (0,), (1,), (2, 1, 28, 28), (1, 1, 28, 28), (0, 1, 28, 28), (3, 1, 28, 27), (1, 28, 28)]
    makers = [
        lambda: None, lambda: chance.randint(-2**70, 2**70), lambda: chance.choice([-1, 0, 1, 8]), lambda: chance.random(),
        lambda: float("nan"), lambda: float("inf"), lambda: True, lambda: b"", lambda: b"\0\xff", lambda: "", lambda: "\0",
        lambda: "\ud800", lambda: "host", lambda: "x" * 5000, lambda: "input", lambda: "a{b=", lambda: "}", lambda: [],
        lambda: {}, lambda: object(), lambda: model, lambda: compiled, lambda: numpy, lambda: int, lambda: "entropy",
        lambda: numpy.zeros(chance.choice(shapes), chance.choice(["f4", "f8", "u1", "i8", "f2", "c8", "?", "O", "U3", "M8[s]"])),
        lambda: numpy.float32(1), lambda: iter([]), lambda: {chance.choice(["input", 3, None]): None},
        lambda: [chance.random()] * chance.randint(0, 3), lambda: "insert-quant", lambda: lambda *given: None,
    ]
    return chance.choice(makers)()


def targets(model, compiled, native):
    """Yields the functions that are called, with the keywords that each has."""
    load = ["shape", "bind", "mean", "std", "format", "crop", "resize", "inputs", "outputs", "phase", "stages", "weights"]
    flow = ["labels", "every", "batch", "device", "outputs", "max_flips", "progress", "preprocessed", "float_order", "on_step"]
    calibrate = ["method", "scheme", "bits", "percentile", "attention", "limits", "batch", "progress", "partial"]
    yield qopt.load, load
    yield lambda *a, **k: qopt.load(MODELS / "mlp.onnx", *a, **k), load
    yield qopt.runtime.load, ["device", "float_order"]
    yield lambda *a, **k: model.clone().run(*a, **k), ["calibration", "bits", "mode"]
    yield lambda *a, **k: model.compile(*a, **k), ["values", "float_order", "libraries", "tuning"]
    yield lambda *a, **k: qopt.calibrate(model, *a, **k), calibrate
    yield lambda *a, **k: qopt.quantize(model, *a, **k), [*flow, "test", "calibrator", "weight_bits", "profile", "max_drop"]
    yield lambda *a, **k: qopt.evaluate(model, *a, **k), [*flow, "against", "chosen", "others", "most"]
    yield lambda *a, **k: qopt.report(*a, **k), ["samples", "labels", "title", "calibration", "compared", "tables", "timed_runs", "what", "outputs"]
    yield lambda *a, **k: qopt.report(model, *a, **k), ["samples", "labels", "title", "calibration", "compared", "tables", "commands"]
    yield lambda *a, **k: qopt.compare(model, *a, **k), ["arrays", "samples", "chosen", "seed", "progress", "name", "other_order"]
    yield lambda *a, **k: qopt.tune(model, *a, **k), ["batches", "budget", "part", "parts", "libraries"]
    yield lambda *a, **k: qopt.convert_table(*a, **k), ["network", "output_name"]
    yield qopt.merge_tunings, []
    yield compiled, ["input", "x"]
    yield compiled.prepare, ["input", "preprocessed"]
    yield compiled.activation_bytes, ["batch"]
    yield model.multiply_adds, ["batch"]
    yield qopt.merge, ["partial"]
    yield qopt.Table, []
    yield qopt.Table.load, []
    yield qopt.Model, []
    yield qopt.Compiled, []
    for name in ("load", "parse", "compile", "run_passes", "check_table", "merge_tables", "merge_tunings", "report", "chosen_word", "pass_info", "open_artifact",
                 "calibrate", "quantize", "evaluate", "samples_of",
                 "samples_of_files", "labels_of_files", "Samples", "Compiled", "Model", "LoadArguments"):
        yield getattr(native, name), ["model", "arrays"]


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    warnings.simplefilter("ignore")
    chance = random.Random(seed)
    model = mlp()
    compiled = model.compile("host:1")
    calls = list(targets(model, compiled, qopt._native))
    raised = 0
    for i in range(count):
        call, keywords = chance.choice(calls)
        places = [values(chance, model, compiled) for _ in range(chance.choice([0, 1, 1, 1, 2, 3]))]
        named = {key: values(chance, model, compiled) for key in chance.sample(keywords, min(len(keywords), chance.choice([0, 0, 1, 2])))}
        try:
            call(*places, **named)
        except EXPECTED as error:
            raised += 1
            str(error)
        except BaseException as error:
            sys.exit(f"call {i}: {call} {places!r:.300} {named!r:.300}: {type(error).__name__}: {error}")
    x = numpy.zeros((1, 1, 28, 28), numpy.float32)
    assert compiled(x).shape == (1, 10)
    print(f"{count} calls, {raised} of them refused")


if __name__ == "__main__":
    with folder():
        main()
