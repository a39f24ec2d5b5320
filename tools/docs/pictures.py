#!/usr/bin/env python3
"""Draws the pictures of docs/how-it-works.md: pictures.py --tools=build/release/bin [--check] [--out=docs/images]

qopt draws the network; the other pictures take their numbers from the integer network that qopt makes of
test/models/tiny.onnx. --check compares the files with what would be drawn and exits with 1 where one differs.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import worked_example

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "test" / "models"
STYLE = """<style>
rect { stroke: #8a949e; }
.ground { fill: #ffffff; stroke: none; }
text { font: 12px "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #1d2329; text-anchor: middle; }
text.left { text-anchor: start; }
text.strong { font-weight: bold; }
text.faint { fill: #5b6670; font-size: 11px; }
line, path { stroke: #8a949e; stroke-width: 1.4; fill: none; }
.mark { stroke: #b3261e; stroke-width: 2; }
.head { fill: #8a949e; stroke: none; }
.integer { fill: #b7e1cd; }
.real { fill: #f8c9b4; }
.step { fill: #e6dcf5; }
.plain { fill: #f1f3f4; }
@media (prefers-color-scheme: dark) {
  .ground { fill: #14181c; }
  text { fill: #e8ecf0; }
  text.faint { fill: #a9b4be; }
  .integer { fill: #1f5d43; }
  .real { fill: #7a3b22; }
  .step { fill: #4a3a66; }
  .plain { fill: #2d3339; }
  .mark { stroke: #ff8a80; }
}
</style>
<rect class="ground" width="100%" height="100%"/>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9"
 markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
"""


class Drawing:
    """An SVG file; lengths are pixels."""

    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def text(self, x, y, words, kind=""):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(f'<text x="{x:g}" y="{y:g}"' + (f' class="{kind}"' if kind else "") + f">{words}</text>")

    def box(self, x, y, width, height, kind, lines):
        """A box around lines of text, the first of which is bold where there are several."""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" class="{kind}"/>')
        top = y + height / 2 - 8 * (len(lines) - 1) + 4
        for at, line in enumerate(lines):
            self.text(x + width / 2, top + 16 * at, line, "strong" if at == 0 and len(lines) > 1 else "")

    def line(self, x0, y0, x1, y1, kind="", arrow=True):
        end = ' marker-end="url(#arrow)"' if arrow else ""
        self.parts.append(f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}"'
                          + (f' class="{kind}"' if kind else "") + f"{end}/>")

    def __str__(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}">\n{STYLE}' + "\n".join(self.parts) + "\n</svg>\n")


def rooms():
    """The way of a network through the rooms."""
    drawing = Drawing(900, 250)
    stations = [("plain", ["a file", "ONNX, TFLite,", "TensorFlow, Caffe"], "importers/"),
                ("real", ["float graph", "dialect nn"], "passes/"),
                ("integer", ["integer graph", "dialect nn"], "lowering/"),
                ("step", ["program", "calls, buffers,", "kernels"], "runtime/"),
                ("plain", ["answers", "host, CUDA,", "OpenCL"], "")]
    for at, (kind, lines, room) in enumerate(stations):
        x = 20 + 180 * at
        drawing.box(x, 50, 130, 70, kind, lines)
        if room:
            drawing.line(x + 130, 85, x + 178, 85)
            drawing.text(x + 155, 138, room, "faint")
    for x, words in ((175, ["1. import"]), (355, ["2. fold, 3. calibrate", "4. insert-quant, 5. fold-dequant"]), (535, ["6. lower"]),
                     (715, ["7. run"])):
        for at, word in enumerate(words):
            drawing.text(x, 34 - 16 * (len(words) - 1 - at), word)
    drawing.box(200, 180, 310, 46, "plain", ["evaluator (ir/reference)", "computes either graph exactly: the judge of tests"])
    drawing.line(265, 120, 265, 178)
    drawing.line(445, 120, 445, 178)
    return drawing


def steps(example):
    """Scales and zero points on number lines, and how a value is rounded."""
    drawing = Drawing(760, 330)

    def axis(y, title, low, high, marks):
        drawing.text(20, y - 34, title, "left strong")
        drawing.line(40, y, 720, y, arrow=False)
        for value, stored in marks:
            x = 40 + 680 * (value - low) / (high - low)
            drawing.line(x, y - 6, x, y + 6, arrow=False)
            drawing.text(x, y - 12, f"{stored}", "strong")
            drawing.text(x, y + 22, f"{value:.4g}")

    s, affine, zero = example.input_scale, example.affine_scale, example.affine_zero_point
    axis(60, f"symmetric: scale {s:.4g}, zero point 0", -128 * s, 127 * s, [(q * s, q) for q in (-128, -64, 0, 64, 127)])
    axis(160, f"affine: scale {affine:.5g}, zero point {zero}", (-128 - zero) * affine, (127 - zero) * affine,
         [((q - zero) * affine, q) for q in (-128, -64, zero, 64, 127)])
    real, stored, s = example.real[0], example.stored[0], example.result_scale
    low, high = (stored - 1.5) * s, (stored + 1.5) * s
    axis(270, f"one value: {real:.3g} is stored as {stored}, scale {s:.4g}", low, high,
         [(q * s, q) for q in (stored - 1, stored, stored + 1)])
    x = 40 + 680 * (real - low) / (high - low)
    drawing.line(x, 262, x, 278, "mark", arrow=False)
    drawing.text(x + 8, 316, f"{real:.3g}: error {abs(real - stored * s):.2g}; inside the range it is at most half a step, {s / 2:.2g}")
    return drawing


def convolution(example):
    """The steps of a signal through the first convolution's first channel."""
    drawing = Drawing(820, 430)
    rows = [("x", "real", [f"{value:.4g}" for value in example.signal], "floats: what the caller gives"),
            (f"÷ {example.input_scale:.4g}, round", "integer", example.input, "i8: the input, quantized (x_quantize)"),
            (f"window · [{example.weights[0]}, {example.weights[1]}]", "integer", example.sums,
             "i32: sums of products, exact"),
            (f"+ {example.bias}", "integer", example.biased, "i32: the bias has the scale of the products"),
            (f"× {example.multiplier:.5g}", "real", [f"{value:.2f}" for value in example.scaled],
             "f32: input scale · weight scale ÷ result scale"),
            ("round, clamp to 0 … 255", "integer", example.stored, "u8: the result; the clamp at 0 is the ReLU"),
            (f"· {example.result_scale:.4g}", "plain", [f"{q * example.result_scale:.3f}" for q in example.stored],
             "the values that are meant; the float network: "
             + ", ".join(f"{value:.3g}" for value in example.real))]
    for at, (does, kind, values, means) in enumerate(rows):
        y = 20 + 58 * at
        drawing.text(20, y + 20, does, "left strong")
        for place, value in enumerate(values):
            drawing.box(210 + 84 * place, y, 74, 32, kind, [str(value)])
        drawing.text(474, y + 20, means, "left")
        if at + 1 < len(rows):
            drawing.line(247, y + 32, 247, y + 56)
    return drawing


def drawn(tools):
    """{name: text} of all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        def run(tool, *arguments):
            subprocess.run([f"{tools}/{tool}", *arguments], cwd=folder, check=True, stderr=subprocess.DEVNULL)
            return Path(folder, arguments[-1]).read_text(encoding="utf-8")

        run("qopt", f"{MODELS}/tiny.onnx", "-o", "tiny.mlir")
        run("qopt", "tiny.mlir", "--fold-batch-norm", "-o", "folded.mlir")
        run("qrun", "calibrate", "folded.mlir", f"--data={MODELS}/tiny_calibration.npz", "-o", "cal.json")
        integers = run("qopt", "folded.mlir", "--insert-quant=calibration=cal.json", "--fold-dequant", "-o", "int8.mlir")
        affine = run("qopt", "folded.mlir", "--insert-quant=calibration=cal.json scheme=affine", "--fold-dequant", "-o",
                     "affine.mlir")
        example = worked_example.WorkedExample(integers, affine, (MODELS / "tiny_signal.npy").read_bytes())
        return {"tiny-float.svg": run("qopt", "tiny.mlir", "--emit=svg", "-o", "float.svg"),
                "tiny-int8.svg": run("qopt", "int8.mlir", "--emit=svg", "-o", "int8.svg"),
                "rooms.svg": str(rooms()), "steps.svg": str(steps(example)), "convolution.svg": str(convolution(example))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True, type=Path)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wrong = []
    for name, text in drawn(options.tools.resolve()).items():
        path = options.out / name
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            wrong.append(name)
    if wrong:
        print(f"{', '.join(wrong)}: not as tools/docs/pictures.py draws them; run it without --check")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
