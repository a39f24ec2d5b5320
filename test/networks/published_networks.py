#!/usr/bin/env python3
"""The benchmarks' networks (test/models/build.py): published_networks.py counts | published_networks.py BIN_DIR NETWORK…

counts: parameters and multiply-adds beside the published ones. Else of each network: qopt imports the file and
counts the same multiply-adds; its answer on the host, at batch 1, lies within 1e-4 of ONNX Runtime's, relative to the
largest value; its INT8 form, calibrated on random inputs, runs on the host and is finite. Exits 77 (skipped) where
NumPy or ONNX Runtime is absent; without the latter all else is still done.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), folder) for folder in ("../gpu", "../models")]
import make_models  # noqa: E402
from architectures import NETWORKS  # noqa: E402

# Parameters, and giga-multiply-adds as published. torchvision's documentation of its weights has both; MobileNet
# v1: table 8 of its paper (569 million, 4.2 million) and the exact count of its layers; BERT: Hugging Face's
# bert-base-uncased, and 12 layers of 128 tokens by hand (4·768² + 2·768·3072 a token, 2·128·768 a token of attention).
PUBLISHED = {
    "alexnet": (61_100_840, "0.714"),
    "vgg16": (138_357_544, "15.470"),
    "vgg19": (143_667_240, "19.632"),
    "googlenet": (6_624_904, "1.498"),
    "resnet50": (25_557_032, "4.089"),
    "resnet101": (44_549_160, "7.801"),
    "resnet152": (60_192_808, "11.514"),
    "mobilenet_v1": (4_231_976, "0.569"),
    "mobilenet_v2": (3_504_872, "0.301"),
    "bert_base": (109_482_240, f"{(12 * 128 * (4 * 768 ** 2 + 2 * 768 * 3072 + 2 * 128 * 768) + 768 ** 2) / 1e9:.3f}"),
}
NEAR = 1e-4


def counts():
    """Returns how many networks differ from what is published."""
    wrong = len(set(PUBLISHED) ^ set(NETWORKS))
    for name, make in NETWORKS.items():
        graph = make()
        found = graph.parameter_count(), f"{graph.multiply_adds / 1e9:.3f}"
        wrong += found != PUBLISHED[name]
        print(name, *found, "" if found == PUBLISHED[name] else f"published: {PUBLISHED[name]}")
    return wrong


def printed(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def multiply_adds(summary):
    return int(re.search(r"^total, batch 1 +([\d,]+)", summary, re.M)[1].replace(",", ""))


def answers(qrun, model, inputs, folder, np):
    given, taken = f"{folder}/in.npz", f"{folder}/out.npz"
    np.savez(given, **inputs)
    printed(qrun, "run", model, "--device=host", "--preprocessed", f"--output={taken}",
            *(f"--input={name}={given}:{name}" for name in inputs))
    return dict(np.load(taken))


def beside_onnxruntime(path, inputs, found, np):
    """The largest distance; None where ONNX Runtime is absent."""
    try:
        import onnx
        import onnxruntime
    except ImportError:
        return None
    onnx.checker.check_model(path, full_check=True)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [port.name for port in session.get_outputs()]
    expected = dict(zip(names, session.run(names, inputs)))
    return max(float(np.abs(found[name] - want).max() / np.abs(want).max()) for name, want in expected.items())


def check(binaries, name, np):
    """(what is wrong, whether ONNX Runtime was there)"""
    from architectures import onnx_file
    graph, wrong = NETWORKS[name](), []
    inputs = make_models.inputs_of(graph, 1, seed=2)
    with tempfile.TemporaryDirectory() as folder:
        path, qrun = f"{folder}/{name}.onnx", f"{binaries}/qrun"
        onnx_file.save(graph, path, seed=1)
        found = answers(qrun, path, inputs, folder, np)
        distance = beside_onnxruntime(path, inputs, found, np)
        if distance is not None and not distance <= NEAR:
            wrong.append(f"{distance:.1e} from ONNX Runtime")
        modules = make_models.make(binaries, folder, name, ("int8",), samples=2)  # of that file
        counted = multiply_adds(printed(f"{binaries}/qopt", modules["fp32"], "--summarize"))
        if counted != graph.multiply_adds:
            wrong.append(f"{counted} multiply-adds, not {graph.multiply_adds}")
        integers = answers(qrun, modules["int8"], inputs, folder, np)
        if not all(np.isfinite(array).all() for array in integers.values()):
            wrong.append("INT8: not finite")
        lost = max(float(np.abs(integers[key] - array).max() / np.abs(array).max()) for key, array in found.items())
    print(f"{name}: {counted:,} multiply-adds; " +
          ("not compared" if distance is None else f"{distance:.1e} from ONNX Runtime") + f"; INT8 {lost:.2f} from float")
    return [f"{name}: {text}" for text in wrong], distance is not None


def main(arguments):
    if arguments == ["counts"]:
        return 1 if counts() else 0
    try:
        import numpy as np
    except ImportError:
        print("NumPy is absent: nothing was built")
        return 77
    checked = [check(arguments[0], name, np) for name in arguments[1:] or NETWORKS]
    wrong = [text for texts, _ in checked for text in texts]
    print("\n".join(wrong))
    if wrong:
        return 1
    if all(compared for _, compared in checked):
        return 0
    print("onnx or ONNX Runtime is absent: not compared with it, all else is as it should be")
    return 77


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
