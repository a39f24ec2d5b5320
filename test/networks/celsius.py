#!/usr/bin/env python3
"""Celsius to fahrenheit as a network of one neuron, over every degree from -273 to 999: mean and
largest error of its integer forms, with integer input and output, beside what the steps allow.

celsius.py BIN_DIR   exits 77 (skipped) without NumPy.

A result is off by half a step of its own and by 1.8 times half a step of the input, at most; if both
errors were spread evenly and independently, by (a² / 3 + b²) / (2·b) on average, a <= b. They are
not: one grid is 1.8 times the other, so that the second rounding is off by nearly the same
everywhere. What exactly comes out is computed here in NumPy, from docs/reference/numerics.md, and compared.
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

MODEL = """
func.func @main(%x: tensor<?x1xf32, #nn.dims<N>> {nn.name = "celsius"}) -> tensor<?x1xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<1.8> : tensor<1x1xf32>
  %b = nn.constant {nn.name = "b"} dense<32.0> : tensor<1xf32>
  %y = nn.matmul %x, %w bias %b {nn.name = "fahrenheit"} : (tensor<?x1xf32, #nn.dims<N>>, tensor<1x1xf32>, tensor<1xf32>) -> tensor<?x1xf32, #nn.dims<N>>
  return %y : tensor<?x1xf32, #nn.dims<N>>
}
"""
DEVICES = ["reference", "host"]


def steps_of(low, high, scheme, bits):
    """The step that docs/reference/numerics.md (P2) gives a range."""
    low, high = min(low, 0), max(high, 0)
    return ((high - low) / (2**bits - 1) if scheme == "affine"
            else max(-low, high) / (2**(bits - 1) - 1))


def params_of(low, high, scheme, bits):
    """Scale and zero point, as stored."""
    low, high = min(low, 0), max(high, 0)
    scale = np.float32(steps_of(low, high, scheme, bits))
    least = -2**(bits - 1)
    zero = np.clip(np.rint(least - low / float(scale)), least, -least - 1) if scheme == "affine" else 0
    return scale, float(zero)


def expected(celsius, fahrenheit, scheme, bits):
    """Results in steps: quantize, an exact sum with an integer bias, E1."""
    least, most = -2**(bits - 1), 2**(bits - 1) - 1
    (sx, zx), (sy, zy) = (params_of(v[0], v[-1], scheme, bits)
                          for v in (celsius.astype(np.float64), fahrenheit.astype(np.float64)))
    q = np.clip(np.rint(celsius / sx) + np.float32(zx), least, most).astype(np.float64)
    sw = np.float32(float(np.float32(1.8)) / most)
    weight = float(np.rint(np.float32(1.8) / sw))
    bias = np.rint(32 / (float(sx) * float(sw)))
    m = np.float32(float(sx) * float(sw) / float(sy))
    total = ((q - zx) * weight + bias).astype(np.float32) * m
    return np.clip(np.rint(total) + np.float32(zy), least, most).astype(np.float64)


def answers(bin_dir, options, device):
    run = lambda *command: subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    run(f"{bin_dir}/qopt", "net.mlir", f"--insert-quant=calibration=c.json io=quantized {options}",
        "--fold-dequant", "-o", "q.mlir")
    run(f"{bin_dir}/qrun", "run", "q.mlir", f"--device={device}", "--input=x.npy", "--output=y.npy")
    text = open("q.mlir").read()
    assert "f32>>" not in text.split("{", 2)[1].split("->")[0], "the input is integer"
    return np.load("y.npy")[:, 0].astype(np.float64)


def main():
    bin_dir = os.path.abspath(sys.argv[1])
    celsius = np.arange(-273, 1000, dtype=np.float32)
    exact = 1.8 * celsius.astype(np.float64) + 32
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        open("net.mlir", "w").write(MODEL)
        np.save("x.npy", celsius[:, None])
        subprocess.run([f"{bin_dir}/qrun", "calibrate", "net.mlir", "--data=x.npy", "-o", "c.json"],
                       check=True, stderr=subprocess.DEVNULL)
        print("scheme         mean °F  (expected)  largest °F  (bound)")
        for scheme, bits in (("affine", 8), ("signed", 8), ("affine", 16), ("signed", 16)):
            a = 1.8 * steps_of(celsius[0], celsius[-1], scheme, bits) / 2
            b = steps_of(exact[0], exact[-1], scheme, bits) / 2
            a, b = sorted((a, b))
            mean, bound = (a * a / 3 + b * b) / (2 * b), a + b
            results = [answers(bin_dir, f"scheme={scheme} bits={bits}", d) for d in DEVICES]
            # The range that was measured: of f32 values.
            measured = celsius * np.float32(1.8) + np.float32(32)
            steps = expected(celsius, measured, scheme, bits)
            wrong += any((r != steps).any() for r in results)
            # Outputs are steps: the type says what they stand for.
            kind = open("q.mlir").read().split("-> (", 1)[-1].split("->", 1)[-1]
            scale, _, zero = kind.split("f32, ", 1)[1].split(">", 1)[0].partition(":")
            off = np.abs((results[0] - float(zero or 0)) * float(scale) - exact)
            print(f"int{bits:<3} {scheme:8} {off.mean():8.4f}  ({mean:.4f})  {off.max():10.4f}"
                  f"  ({bound:.4f})")
            wrong += off.max() > bound * 1.001
        os.chdir("/")
    print("wrong" if wrong else "right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
