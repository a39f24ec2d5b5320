"""Faults that an independent fuzzer found."""

import os
import sys

import numpy as np
from cases import case


@case("robust/01", "text of a constant without elements is read back", "robust/01-empty-constant-text")
def empty_constant(t):
    t.run("qopt empty.onnx -o t.mlir && qopt t.mlir -o back.mlirbc")
    t.run("qopt empty.mlir -o u.mlir && qopt u.mlir -o back.mlirbc")
    t.run("qopt --verify-roundtrip empty.onnx -o v.mlir")


@case("robust/02", "want of memory is one error", "robust/02-qopt-out-of-memory")
def out_of_memory(t):
    for options in ("--fold-constants -o o.mlirbc", "--merge-duplicates -o o.mlirbc", "--emit=program --device=host"):
        t.remove("o.mlirbc")
        done = t.run(f"qopt splat.mlir {options}", code=(0, 1), limit=2500 * 1000 * 1024, unsaid="PLEASE submit")
        if done.code == 1:
            t.check("memory" in done.err, f"{options}: {done.last_line()}")
            t.check(not os.path.exists(t.path("o.mlirbc")), f"{options}: something is written")


@case("robust/03", "a splat is not written out for a table", "robust/03-summarize-writes-splats-out")
def summarized_splat(t):
    for options in ("--summarize", "--merge-duplicates -o o.mlir"):
        done = t.run(f"qopt splat.mlir {options}")
        t.check(done.peak < 400, f"{options}: {done.peak:.0f} MiB for a file of 400 bytes")


@case("robust/04", "parallel layers cost time by their number", "robust/04-many-parallel-layers-quadratic")
def parallel_layers(t):
    t.onnx()
    t.run(f"{sys.executable} mk.py")
    times = {k: t.run(f"qrun compile w{k}.onnx --device=host -o o.qart", timeout=90).seconds for k in (4000, 20000)}
    t.check(times[20000] < 12 * max(times[4000], 0.3),
            f"{times[4000]:.1f} s for 4,000 layers and {times[20000]:.1f} s for five times as many")


@case("robust/06", "ArgMax of halves is computed, or not supported", "robust/06-argmax-f16-exit-code")
def argmax_of_halves(t):
    done = t.run("qopt argmax_f16.onnx -o o.mlir", code=(0, 3))
    if done.code == 3:
        return
    x = np.array([[1, 5, 5, 2, 0], [-1, -2, -0.5, -3, -0.5]], np.float16)
    np.save(t.path("x.npy"), x)
    t.answers("o.mlir", "x.npy", [1, 2], 0)
