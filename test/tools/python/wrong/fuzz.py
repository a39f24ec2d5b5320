"""fuzz.py [--calls=N] [--seconds=S] [--seed=K] [--log=FILE]: random calls of the package, most of them wrong: of wrong types and shapes, on
objects that are over, from several threads, with iterables that stop half-way. Each returns, or raises what the package says it
raises; nothing ends the process, hangs, or keeps memory beyond a bound.

The whole, some minutes: python3 test/tools/python/wrong/fuzz.py --calls=100000 --seconds=1200, with the package in PYTHONPATH.
"""

import argparse
import faulthandler
import gc
import inspect
import os
import random
import sys
import threading
import time
import warnings

import numpy
import qopt
import wrong_calls

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # the tests' folder
from common import MODELS, digits, folder, mlp
from qopt._operations import DEFINITIONS

# Neither AttributeError nor OverflowError: who makes a mistake is told of an argument, not of the package's inside.
EXPECTED = (qopt.Error, TypeError, ValueError, LookupError)
BOUND = 12 << 10  # a process may grow by so many bytes with each call after it is warm
WARMING = 3000    # calls come first, with the same seed, and are not measured: they fill what is made once
PARTS = 6         # of the calls are measured one by one
RENEWED = 500     # calls after which models are loaded anew: constants live as long as their context
HANGS = 120       # seconds without a call's end


class Stop(Exception):
    """Cancelled iterables and functions raise this."""


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Reenters:
    """A sequence, number and condition that calls the package while the package asks for it."""

    def __init__(self, world):
        self.world = world

    def call(self, answer):
        if self.world.depth < 3:
            self.world.depth += 1
            try:
                attempt(self.world, self.world.chance.choice([build, look, end, rewrite]))
            finally:
                self.world.depth -= 1
        return answer

    def __len__(self):
        return self.call(2)

    def __getitem__(self, i):
        if not isinstance(i, int) or i >= 2:
            raise IndexError(i)
        return self.call(self.world.chance.choice([0, 1, 4, "N", self]))

    def __index__(self):
        return self.call(1)

    def __float__(self):
        return self.call(0.5)

    def __bool__(self):
        return self.call(True)


class World:
    """The objects that calls are made on; some of them are over."""

    def __init__(self, chance, log=None):
        self.chance, self.log, self.refused, self.depth = chance, log, 0, 0
        self.renew()

    def renew(self):
        self.model = mlp()
        self.compiled = self.model.compile("host:1")
        self.images = digits(most=8)[0]
        self.net = qopt.build.network("fuzz")
        self.values = [self.net.input("x", (None, 4)), self.net.input("i", (2, 3, 8, 8)), self.net.input("b", (4,), "bool")]
        self.dead = []
        with qopt.build.network("dead") as net:
            x = net.input("x", (None, 4))
            self.dead += [x, net, net.relu(x).op]
            net.output(x)
        qopt.rewrite.apply(self.model.clone(), qopt.rewrite.pattern(lambda op: bool(self.dead.append(op)))(lambda op, net: None))
        del self.dead[6:]

    def note(self, text):
        """Notes where the last call stood before the process ended."""
        if self.log:
            self.log.seek(0)
            self.log.truncate()
            self.log.write(text)
            self.log.flush()

    def value(self):
        kind = self.chance.random()
        if kind < 0.35:
            return self.chance.choice(self.values)
        if kind < 0.45:
            return self.chance.choice(self.dead)
        if kind < 0.5:
            return Reenters(self)
        if kind < 0.52:
            request = qopt._native.InputRequest()
            request.name, request.dtype = self.chance.choice(["q", ""]), self.chance.choice(["float32", "int8"])
            request.shape = self.chance.choice([None, (2, "N"), Reenters(self)])
            return request
        return wrong_calls.values(self.chance, self.model, self.compiled)

    def words(self, names, most):
        names = sorted(names)
        return {name: self.value() for name in self.chance.sample(names, min(len(names), self.chance.randint(0, most)))}


# ---- what there is to call ----

def build(world):
    """An operation, often with operands that could go."""
    chance = world.chance
    definition = chance.choice(sorted(DEFINITIONS.values(), key=lambda one: one.name))
    net = chance.choice([world.net, world.net, world.net, world.dead[1]])
    places = [chance.choice(world.values) if chance.random() < 0.7 else world.value() for _ in definition.operands]
    words = {name: world.chance.choice([1, 0, -1, 1.0, True, (1, 1), (0, 0, 0, 0), "none", 2**40, [], None, Reenters(world)])
             for name in definition.attributes if chance.random() < 0.8}
    words.update(world.words(["name", "dtype", "shape", "axis", "nonsense"], chance.choice([0, 0, 1])))
    world.note(f"{definition.name} {places!r} {words!r}")
    made = getattr(net, definition.method)(*places, **words)
    made = made if isinstance(made, tuple) else (made,)
    world.values += made
    del world.values[3:-30]


def look(world):
    thing = world.chance.choice(world.dead + world.values)
    name = world.chance.choice(["name", "shape", "dtype", "op", "users", "array", "operands", "results", "attributes", "type", "location",
                                "is_output", "kind", "result"])
    if name not in dir(thing):
        return
    found = getattr(thing, name)
    repr(found)
    hash(thing)
    if thing == found or name == "op" and found is not None and found["input"]:
        pass


def end(world):
    """Ends the network that other calls build, now and then, and begins the next one."""
    if world.chance.random() < 0.3:
        net, world.net = world.net, qopt.build.network("next")
        value = world.chance.choice(world.values)
        world.values = [world.net.input("x", (None, 4)), world.net.input("i", (2, 3, 8, 8)), world.net.input("b", (4,), "bool")]
        net.output(value)


def finish(world):
    net = qopt.build.network("whole")
    x = net.input("x", world.chance.choice([(None, 4), (2,), (), world.value()]), world.chance.choice(["float32", "int8", world.value()]))
    y = net.relu(x)
    model = net.output(world.chance.choice([y, x, world.value()]), **world.words(["y", "z"], 2))
    model.text
    net.relu(y)


def rewrite(world):
    chance = world.chance
    answers = [lambda op, net: None, lambda op, net: world.value(), lambda op, net: op.operands, lambda op, net: op["input"],
               lambda op, net: net.relu(op.operands[0]), lambda op, net: net.add(op.result, world.value()), stopped,
               lambda op, net: world.dead.append(op), lambda op, net: [world.value(), op.result], lambda op, net: net.sigmoid(op)]
    texts = ["relu(x)", "relu", "matmul(x, w, bias=b)", "add(x, 1.0)", "constant", "relu(relu(x))", "nonsense(", world.value()]
    match = chance.choice(texts + [lambda op: True, lambda op: world.value(), stopped])
    answer = chance.choice(answers)
    one = qopt.rewrite.pattern(match)(lambda op, net, **bound: answer(op, net))
    qopt.rewrite.apply(world.model.clone(), one, limit=chance.choice([1, 10, 100]))


def stopped(*given):
    raise Stop("cancelled")


def calibrate(world):
    """Over samples that stop, change their shapes, or are none."""
    chance = world.chance

    def samples():
        for _ in range(chance.randint(0, 3)):
            yield chance.choice([world.images[:2], world.images[:2], world.images[:1, :, :20], world.value()])
        if chance.random() < 0.5:
            raise Stop("cancelled")

    options = {"method": chance.choice(["min-max", "min-max", "entropy", "auto", world.value()]), "batch": chance.choice([1, 2, world.value()])}
    if chance.random() < 0.3:
        options.update(world.words(["partial", "limits", "progress", "percentile"], 2))
    qopt.calibrate(world.model, chance.choice([samples, samples(), world.value()]), **options)


# ---- flows: what each takes beside samples, and values of which some are right ----

SELECTION = {"every": [1, 2, 0, -3, 2**62, 2**70], "others": [True, False], "most": [1, 3, 0, -1, -2**63, 2**63 - 1],
             "chosen": [[0, 2], [2, 1], [1, 1], [-1], [2, 5000], [], [2**63 - 1], [2**70], (1,)]}
COMMON = {"batch": [1, 3, 0, -1, 2**62], "device": ["host:1", "host:1", "nowhere"], "preprocessed": [True, False],
          "float_order": ["fast", "invariant", "none"], "libraries": [(), ["nosuch"], "clblast"]}
RANGES = {"bits": [8, 16, 7, 0, -1, 2**32], "percentile": [99.9, 50, 101, float("nan")],
          "clip_weight": [2, 0, -1, float("inf"), float("nan")], "skip_zeros": [True, False]}
JUDGED = {"max_drop": [1, -1, float("nan")], "max_flips": [3, -1, 0.5, 2**70], "min_sqnr": [10, -1], "outputs": [(), "none"],
          "labels": [None, False, [1, 2], numpy.arange(8) % 10, -numpy.arange(8)],
          "min_cosine": [0.5, -2, "x"], "judge": ["values", "embedding", "nothing", 3]}
FLOWS = {
    "calibrate": {**SELECTION, **COMMON, **RANGES, "method": ["min-max", "mse", "entropy", "percentile", "auto"],
                  "scheme": ["signs", "affine", "none"], "attention": ["float", "integer", "none"], "partial": [True, False]},
    "evaluate": {**SELECTION, **COMMON, **JUDGED},
    "label": {**SELECTION, **COMMON, "top": [1, 0, -1, 2**62], "output": ["none", ""], "classes": [(), ["a"], [str(i) for i in range(10)]]},
    "lint_data": {**SELECTION, **COMMON, "labels": JUDGED["labels"], "output": ["none", ""]},
    "repair": {**SELECTION, **COMMON, "rounds": [True, False], "corrects_bias": [True, False], "equalizes": [True, False], "evens_channels": [True, False],
               "smoothing": [0.5, 0, -1, 2, float("nan")], "bits": [8, 4, 0, 3, 17, -1], "sample_count": [4, 0, -1, 2**62],
               "only": [(), "none"], "all_but": [(), "none"]},
    "compare": {**SELECTION, **COMMON, "seed": [1, 0, -1, 2**64], "outputs_alone": [True, False], "other_device": ["host:1", "nowhere"]},
    "quantize": {**COMMON, **JUDGED, **RANGES, "every": SELECTION["every"], "profile": ["qopt", "trt", "none"],
                 "weight_bits": [0, 4, 8, 3, -1], "floats": ["f32", "f16", "none"], "calibrator": ["min-max", "none"],
                 "rounds": [False], "corrects_bias": [False], "smoothing": [0.5, 0, -1, 2, float("nan"), None],
                 "float_layers": [(), "none", ["none"], [3], "conv1"], "float_macs": [2, 0, 100, -1, 101, float("nan")],
                 "choose_samples": [0, 2, 16, -1, 2**62, 2**70], "choose_seconds": [0, 1, -1, float("inf"), float("nan")]},
    "accuracy": {**COMMON, "every": SELECTION["every"], "grids": [["schemes"], ["none"], ()], "passes": [(), ["insert-quant{bits=7}"], ["("]],
                 "labels": JUDGED["labels"], "outputs": JUDGED["outputs"]},
}


def flow(world):
    """Any of the flows, over arrays or files, with a few options, most of them such as the flow has."""
    chance = world.chance
    name = chance.choice(sorted(FLOWS))
    samples = chance.choice([world.images, world.images, str(MODELS / "digits_dev.npz"), [str(MODELS / "digits_dev.npz")] * 2])
    names = set(inspect.signature(getattr(qopt, name)).parameters)
    options = {key: chance.choice(values) for key, values in FLOWS[name].items() if key in names and chance.random() < 0.25}
    if isinstance(samples, (str, list)):  # of many samples
        options.setdefault(*("most", 4) if "most" in names else ("every", 40))
    if chance.random() < 0.1:
        options[chance.choice(sorted(names))] = world.value()
    models = {"compare": (world.model, world.model)}.get(name, (world.model,))
    world.note(f"{name} {str(samples)[:40]!r} {options!r}")
    getattr(qopt, name)(*models, samples, **options)


def run(world):
    x = world.chance.choice([world.compiled.prepare(world.images), world.value()])
    world.compiled(x)


def refit(world):
    """Refits by names, some of them right, or by a model; then back to the weights before."""
    weights = {weight.name: weight for weight in world.compiled.weights}
    given = {}
    for name in world.chance.sample(sorted(weights), world.chance.randint(0, min(2, len(weights)))):
        shape = weights[name].shape
        given[name] = world.chance.choice([numpy.zeros(shape, weights[name].dtype), numpy.ones(shape, "float64"), world.value()])
    if world.chance.random() < 0.3:
        given[world.chance.choice(["", "nobody", 3])] = world.value()
    try:
        world.compiled.refit(world.chance.choice([given, given, world.model, world.value()]))
    finally:
        world.compiled.refit(world.model)


def passes(world):
    name = world.chance.choice(["insert-quant", "fold-constants", "strip-unused", "a{b", world.value()])
    world.model.clone().run(name, **world.words(["mode", "bits", "calibration", "summary"], 2))


def native(world):
    """The extension module itself, which no user calls."""
    chance = world.chance
    names = [name for name in dir(qopt._native) if not name.startswith("_") and name not in ("write_file",)]
    thing = getattr(qopt._native, chance.choice(names))
    if chance.random() < 0.4:
        graph = chance.choice([world.net._graph, world.dead[1]._graph])
        thing = getattr(graph, chance.choice(["create", "fresh_name", "abandon", "input", "finish"]))
        if thing.__name__ == "finish" and graph is world.net._graph:
            return
    thing(*[world.value() for _ in range(chance.choice([0, 1, 2, 3, 7]))])


def threads(world):
    """Four at once, on the same objects."""
    failures = []
    seeds = [world.chance.random() for _ in range(4)]

    def work(seed):
        own = object.__new__(World)
        own.__dict__ = dict(world.__dict__, chance=random.Random(seed))
        for _ in range(5):
            failures.extend(attempt(own, own.chance.choice([build, look, rewrite, run, passes, calibrate])))

    started = [threading.Thread(target=work, args=(seed,), daemon=True) for seed in seeds]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(HANGS)
        if thread.is_alive():
            faulthandler.dump_traceback(all_threads=True)
            os._exit(3)
    if failures:
        raise RuntimeError(failures[0])


CALLS = [build] * 10 + [look] * 4 + [finish, rewrite, rewrite, calibrate, run, refit, passes, native, native, native, flow, flow, flow]


def attempt(world, call):
    """Makes the call. Returns the exceptions that nobody expects."""
    try:
        call(world)
    except (*EXPECTED, Stop) as error:
        str(error)
        world.refused += 1
    except BaseException as error:
        return [f"{call.__name__}: {type(error).__name__}: {error}"]
    return []


def growth_of(sizes):
    """Returns bytes a call, which a quarter of the parts between `sizes` lie below at most: what each call leaves behind shows in all parts, while
    arenas of the allocator, one for each of as many threads as a machine has cores, grow in some of them, once."""
    parts = sorted((after - before) / (later - earlier) for (earlier, before), (later, after) in zip(sizes, sizes[1:]) if later > earlier)
    return parts[len(parts) // 4] if parts else 0


def run(given, calls, start, sizes):
    """Runs so many calls of the seed in a world of their own, and notes (calls, bytes of the process) in `sizes` ahead of each part of them and at the
    end. Returns the world and the number of calls."""
    chance = random.Random(given.seed)
    world, done = World(chance, given.log), 0
    while done < calls and time.monotonic() - start < given.seconds:
        if done >= calls * len(sizes) // PARTS:
            gc.collect()
            sizes.append((done, resident()))
        faulthandler.dump_traceback_later(HANGS, exit=True)
        call = threads if chance.random() < 0.01 else chance.choice(CALLS)
        failures = attempt(world, call)
        if failures:
            sys.exit(f"call {done} of seed {given.seed}: {failures[0]}")
        done += 20 if call is threads else 1
        if done % RENEWED == 0 or len(world.dead) > 100:
            world.renew()
    gc.collect()
    sizes.append((done, resident()))
    return world, done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=100000)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=argparse.FileType("w"), help="holds the latest call that builds something")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    faulthandler.enable()
    start, sizes = time.monotonic(), []
    run(given, min(WARMING, given.calls), start, [])
    world, done = run(given, given.calls, start, sizes)
    faulthandler.cancel_dump_traceback_later()
    growth = growth_of(sizes)
    print(f"{done} calls of seed {given.seed}, {world.refused} of them refused, in {time.monotonic() - start:.0f} s; when it was warm the process "
          f"grew by {growth / 1024:.1f} KiB a call, {(sizes[-1][1] - sizes[0][1]) / (1 << 20) if sizes else 0:.0f} MiB in all")
    if growth > BOUND:
        sys.exit(f"that is more than {BOUND >> 10} KiB a call")


if __name__ == "__main__":
    with folder() as _path:
        os.environ["QOPT_CACHE"] = str(_path)
        main()
