#!/usr/bin/env python3
"""Times of networks on a GPU, in shards that go on where the last one ended.

shards.py BIN_DIR MODELS_DIR RESULTS.jsonl [--seconds=480] [--iterations=200] [--networks=resnet50,…]
          [--types=int8,fp16,fp32] [--batches=1,2,4,8,16,32,128] [--backends=cuda,opencl] [--bars=FILE] [--no-pytorch]

Each row (network, type, batch, backend) is the median of at least --iterations runs of `qrun bench --device-resident`
on random data. MODELS_DIR holds NETWORK.TYPE.mlirbc (make_models.py). First come the points that bars name: what is
judged and what PyTorch takes there are measured one behind the other, in one shard; both again if one is missing.
Rows that RESULTS.jsonl has are skipped, those that failed too (take their lines out to try again). No measurement
begins that would, by its backend's longest so far, end past --seconds; one that takes longer is ended there and comes first
in the next shard, where it is given up if that does not suffice. Exits 0 when all is measured, 3 when there is more.
"""

import argparse
import json
import os
import statistics
import sys
import time

import programs
import results
from programs import MORE, OutOfTime

HERE = os.path.dirname(os.path.abspath(__file__))
BATCHES = (1, 2, 4, 8, 16, 32, 128)


class Shard:
    def __init__(self, options, rows, clock=time.monotonic):
        self.options, self.rows, self.clock = options, rows, clock
        self.start, self.name = clock(), time.strftime("%Y%m%dT%H%M%S")
        self.longest = {}  # seconds of a measurement, by backend

    def left(self):
        return self.options.seconds - (self.clock() - self.start)

    def model_of(self, network, kind):
        return os.path.join(self.options.models, f"{network}.{kind}.mlirbc")

    def bench(self, key, seconds):
        network, kind, batch, backend = key
        arguments = [f"--device={backend}", f"--batch={batch}", "--device-resident", "--warmup=300ms",
                     f"--iterations={self.options.iterations}"]
        found, error = programs.bench(self.options.bin, self.model_of(network, kind), arguments, seconds)
        if error:
            return {"error": error}
        return {"median_ms": statistics.median(found["seconds"]) * 1e3, "runs": len(found["seconds"]),
                "device": found["device_name"]}

    def pytorch(self, key, seconds):
        network, kind, batch, _ = key
        command = [sys.executable, self.options.pytorch, network, kind, str(batch),
                   f"--iterations={self.options.iterations}"]
        output, error = programs.run(command, seconds)
        return {"error": error} if error else json.loads(output.splitlines()[-1])

    def measure(self, key):
        """One row, into the file; OutOfTime where the shard would not hold it."""
        left, whole, backend = self.left(), not self.longest, key[3]
        if left < max(1.0, self.longest.get(backend, 0.0)):
            raise OutOfTime
        begun = self.clock()
        try:
            found = (self.pytorch if backend == "pytorch" else self.bench)(key, left)
        except OutOfTime:
            if not whole:
                raise
            found = {"error": f"not done in {left:.0f} s, a whole shard"}
        self.longest[backend] = max(self.longest.get(backend, 0.0), self.clock() - begun)
        row = dict(zip(("network", "type", "batch", "backend"), key), shard=self.name, **found)
        results.append(self.options.results, row)
        self.rows[key] = row
        print(*key, found.get("error") or f"{found['median_ms']:.4f} ms", flush=True)

    def has(self, keys):
        """All of them, of one shard."""
        return all(key in self.rows for key in keys) and len({self.rows[key]["shard"] for key in keys}) == 1


def points_of(bars, options):
    """The keys that bars want measured together: what PyTorch takes, and all that is judged by it."""
    rivals, alone = {}, []
    for bar in bars:
        if results.key_of(bar) not in options.keys:
            continue
        rival = results.rival_of(bar)
        if rival and options.with_pytorch:
            rivals.setdefault(rival, []).append(results.key_of(bar))
        else:
            alone.append([results.key_of(bar)])
    return [[rival, *dict.fromkeys(keys)] for rival, keys in rivals.items()] + alone


def measure_all(shard, bars, options):
    """Returns whether all is measured."""
    try:
        for keys in points_of(bars, options):
            if not shard.has(keys):
                for key in keys:
                    shard.measure(key)
        for key in options.keys:
            if key not in shard.rows:
                shard.measure(key)
    except OutOfTime:
        return False
    return True


def keys_of(options, exists=os.path.exists):
    """All rows that are asked for, small batches first; a model that is missing is an error."""
    def path(network, kind):
        return os.path.join(options.models, f"{network}.{kind}.mlirbc")
    networks = options.networks or sorted({name.split(".")[0] for name in os.listdir(options.models)
                                           if name.endswith(".mlirbc")})
    missing = [path(n, t) for n in networks for t in options.types if not exists(path(n, t))]
    if missing or not networks:
        sys.exit(f"no {missing[0] if missing else options.models + '/*.mlirbc'}: make_models.py makes them")
    return [(n, t, b, d) for b in options.batches for n in networks for t in options.types for d in options.backends]


def parse(arguments):
    def words(text):
        return text.split(",")

    def numbers(text):
        return [int(word) for word in text.split(",")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("models")
    parser.add_argument("results")
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--networks", type=words, default=[])
    parser.add_argument("--types", type=words, default=list(results.TYPES))
    parser.add_argument("--batches", type=numbers, default=list(BATCHES))
    parser.add_argument("--backends", type=words, default=list(results.BACKENDS))
    parser.add_argument("--bars", default=os.path.join(HERE, "bars.json"))
    parser.add_argument("--pytorch", default=os.path.join(HERE, "pytorch_point.py"), help="the script that times it")
    parser.add_argument("--no-pytorch", dest="with_pytorch", action="store_false")
    options = parser.parse_args(arguments)
    for name, known in (("types", results.TYPES), ("backends", results.BACKENDS)):
        strange = set(getattr(options, name)) - set(known)
        if strange:
            parser.error(f"--{name}: there are {', '.join(known)}, not {', '.join(sorted(strange))}")
    options.keys = keys_of(options)
    return options


def main(arguments):
    options = parse(arguments)
    bars = results.read_bars(options.bars)
    results.mend(options.results)
    rows = results.read(options.results)
    done = measure_all(Shard(options, rows), bars, options)
    print(f"{len(rows)} rows; " + ("all is measured" if done else "there is more: run it again"))
    return 0 if done else MORE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
