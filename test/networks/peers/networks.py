"""The networks that are compared, each with its samples: build(name, places) in the current folder.

The zoo's are those of zoo_gates.py; held-out ones, which no recipe was tuned on, lie in the shared data and in a folder of
their own, unpacked from packages (recipe_beside_peers.py says which). All values are what the models take: preprocessed.
"""
import collections
import os

import numpy as np

import minilm
import zoo_gates

from . import drawn

IMAGENET = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
SEED = 20240607

# model: a path for ours, with options of its import; peers: the ONNX file for the others; calibration, dev: {input: rows};
# classes: outputs that tell classes; texts, alphabet: of recognizers; batch: samples in one run.
Network = collections.namedtuple(
    "Network", "name model options peers calibration dev classes texts alphabet batch", defaults=((), None, "", 20))
Places = collections.namedtuple("Places", "data heldout")


class Absent(Exception):
    """Says what is not there."""


def need(path):
    if not os.path.exists(path):
        raise Absent(f"{path} is absent")
    return path


def opened(path, shapes, out, fixes_batch=False):
    """The file with sizes as the samples have them and an open batch, unless it is fixed; what has a value is no input."""
    import onnx
    model = onnx.load(need(path))
    graph = model.graph
    constants = {tensor.name for tensor in graph.initializer}
    for port in [port for port in graph.input if port.name in constants]:
        graph.input.remove(port)
    for port in graph.input:
        dims = port.type.tensor_type.shape.dim
        for i, size in enumerate(shapes[port.name]):
            dims[i].Clear()
            if i or fixes_batch:
                dims[i].dim_value = size
            else:
                dims[i].dim_param = "N"
    for port in graph.output:
        port.type.tensor_type.ClearField("shape")
    graph.ClearField("value_info")
    onnx.save(model, out)
    return out


# ---- the zoo ----

COUNTS = {"imagenet": 96, "imagenet_bgr": 96}  # that calibrate; of the small images more
AT_ONCE = {"efficientnet_lite0": 8, "squeezenet": 8}


def zoo(name, places):
    data = need(places.data)
    kind = zoo_gates.NETWORKS[name][0]
    calibration, dev = zoo_gates.samples_of(kind, data)
    model, mean, std = zoo_gates.model_of(name, data)
    mean, std = (np.float32(values)[:, None, None] for values in (mean, std))

    def images(path, most):
        with np.load(path) as arrays:
            return (arrays["images"][:most].astype(np.float32) - mean) / std
    rows = images(calibration, COUNTS.get(kind, 304)), images(dev, None)
    peers = zoo_gates.as_onnx(name, data)
    import onnx
    constants = {tensor.name for tensor in onnx.load(peers).graph.initializer}
    port, = (port.name for port in onnx.load(peers).graph.input if port.name not in constants)
    peers = opened(peers, {port: rows[0].shape}, "peers.onnx")
    return Network(name, model, zoo_gates.import_options(name, data), peers, {port: rows[0]}, {port: rows[1]}, 1,
                   batch=AT_ONCE.get(name, 20))


# ---- held out ----

def of_rows(name, path, rows, calibrates, **rest):
    """A network of one input x, named as the file has it."""
    import onnx
    model = onnx.load(need(path)).graph
    constants = {tensor.name for tensor in model.initializer}
    port, = (port.name for port in model.input if port.name not in constants)
    calibration, dev = {port: np.stack(rows[:calibrates])}, {port: np.stack(rows[calibrates:])}
    peers = opened(path, {port: (1, *rows[0].shape)}, "peers.onnx", fixes_batch=rest.get("batch") == 1)
    return Network(name, rest.pop("model", path), [], peers, calibration, dev, rest.pop("classes", 0), **rest)


def recognizer(places):
    """60 lines of known text are read, 64 others calibrate."""
    need(drawn.FONTS)
    path = need(f"{places.heldout}/ppocr_v4_rec.onnx")
    import onnx
    alphabet = next(p.value for p in onnx.load(path).metadata_props if p.key == "character").split("\n")
    rng = np.random.default_rng(SEED)
    lines = [drawn.line(rng) for _ in range(124)]
    rows = [drawn.fitted(image, 320, 48) for image, _ in lines]
    return of_rows("ppocr_v4_rec", path, rows, 64, classes=1, texts=[text for _, text in lines[64:]],
                   alphabet=["", *alphabet, " "], batch=10)


def direction(places):
    """Lines upright and upside down, most hard to read."""
    need(drawn.FONTS)
    rng = np.random.default_rng(SEED + 1)
    lines = [drawn.faint(drawn.line(rng)[0], rng) for _ in range(264)]
    rows = [drawn.fitted(line.rotate(180 * int(rng.integers(2))), 192, 48) for line in lines]
    return of_rows("ppocr_cls", f"{places.data}/onnx/ppocr/ppocr_v2_cls.onnx", rows, 64, classes=1)


def detector(places):
    need(drawn.FONTS)
    rng = np.random.default_rng(SEED + 2)
    rows = [drawn.normalized(drawn.page(rng, 320, 320), *IMAGENET) for _ in range(72)]
    return of_rows("ppocr_v4_det", f"{places.data}/onnx/ppocr/ppocr_v4_det.onnx", rows, 32, batch=4)


def orientation(places):
    """Pages turned by quarters."""
    need(drawn.FONTS)
    rng = np.random.default_rng(SEED + 3)
    rows = [drawn.normalized(drawn.page(rng, 224, 224).rotate(90 * int(rng.integers(4))), *IMAGENET) for _ in range(264)]
    return of_rows("orientation", f"{places.heldout}/orientation.onnx", rows, 64, classes=1)


def photographs(places, count, width, height):
    """The shared ImageNet images, resized whole, each fifth first."""
    from PIL import Image
    folder = need(f"{places.data}/images/imagenet")
    with open(f"{folder}/labels.txt", encoding="utf-8") as file:
        names = [row.split()[0] for row in file]
    return [Image.open(f"{folder}/{name}").convert("RGB").resize((width, height), Image.Resampling.BILINEAR)
            for name in names[::len(names) // count][:count]]


def faces(places):
    rows = [drawn.normalized(image, [127 / 255] * 3, [128 / 255] * 3) for image in photographs(places, 112, 320, 240)]
    return of_rows("ultraface_slim", f"{places.data}/onnx/ultraface_slim/version-slim-320_simplified.onnx", rows, 48, batch=1)


def centerface(places):
    rows = [np.asarray(image, np.float32).transpose(2, 0, 1) for image in photographs(places, 80, 320, 320)]
    return of_rows("centerface", f"{places.heldout}/centerface.onnx", rows, 32, batch=4, model="peers.onnx")


def nudenet(places):
    rows = [drawn.normalized(image, [0] * 3, [1] * 3) for image in photographs(places, 80, 320, 320)]
    return of_rows("nudenet", f"{places.heldout}/nudenet.onnx", rows, 32, batch=4)


def lite2(places):
    """EfficientNet-Lite2, of 260×260."""
    folder = need(f"{places.data}/images/imagenet")
    path = need(f"{places.heldout}/efficientnet_lite2.onnx")
    with open(f"{folder}/labels.txt", encoding="utf-8") as file:
        names = [row.split()[0] for row in file][::2]
    images = [zoo_gates.cropped(f"{folder}/{name}", 224, resample=3) for name in names]
    from PIL import Image
    rows = [drawn.normalized(Image.fromarray(image.transpose(1, 2, 0)).resize((260, 260), 3), [127 / 255] * 3, [128 / 255] * 3)
            for image in images]
    return of_rows("efficientnet_lite2", path, rows, 64, classes=1, batch=8)


def sentences(places):
    """all-MiniLM-L6-v2 on sentences of 64 tokens at most, as minilm.py has them."""
    import tokenizers
    folder = need(f"{places.heldout}/minilm")
    need(minilm.LICENCES)
    minilm.write_network(folder, "minilm.onnx", np)
    inputs = minilm.inputs_of(minilm.sentences(), tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json"), np)
    count = len(inputs["input_ids"])
    calibrates, judges = np.arange(0, count, 5)[:192], [i for i in range(count) if i % 5][::3]  # a third of the others
    calibration, dev = ({name: array[chosen] for name, array in inputs.items()} for chosen in (calibrates, judges))
    peers = opened("minilm.onnx", {name: array.shape for name, array in inputs.items()}, "peers.onnx")
    return Network("minilm", "minilm.onnx", [], peers, calibration, dev, 0)


def voice(places):
    """silero-vad on recorded speech, each chunk with the state that the float network came to; every fifth calibrates."""
    import wave
    import onnxruntime
    path, sound = need(f"{places.heldout}/silero_vad.onnx"), need(f"{places.heldout}/speech.wav")
    with wave.open(sound) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / np.float32(32768)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    state, chunks, states = np.zeros((2, 1, 128), np.float32), [], []
    padded = np.concatenate([np.zeros(64, np.float32), samples])
    for start in range(0, len(samples) - 511, 512):
        chunks.append(padded[start:start + 576])  # 64 samples of the chunk before
        states.append(state)
        _, state = session.run(["output", "stateN"], {"input": chunks[-1][None], "state": state})
    inputs, kept = {"input": np.stack(chunks), "state": np.stack(states)}, np.arange(len(chunks))
    calibrates, judges = kept[::5][:176], kept[kept % 5 == 2]
    calibration, dev = ({name: array[chosen] for name, array in inputs.items()} for chosen in (calibrates, judges))
    peers = opened(path, {"input": (1, 576), "state": (2, 1, 128)}, "peers.onnx", fixes_batch=True)
    return Network("silero_vad", path, [], peers, calibration, dev, 1, batch=1)


def contents(places):
    """magika on files of this machine: the first and last 1,024 bytes, 256 where there is none."""
    path = need(f"{places.heldout}/magika.onnx")
    found = []
    for folder in ("/usr/include", "/usr/share/doc", "/usr/lib/python3", "/usr/bin", "/usr/share/perl"):
        for root, below, names in os.walk(folder):
            below.sort()
            found += [f"{root}/{name}" for name in sorted(names) if os.path.isfile(f"{root}/{name}")]
    rng = np.random.default_rng(SEED + 4)
    rows = []
    for file_path in rng.permutation(sorted(found))[:600]:
        with open(file_path, "rb") as file:
            whole = file.read(2 ** 22)
        if len(whole) >= 16 and len(rows) < 364:
            begin, end = whole[:4096].lstrip()[:1024], whole[-4096:].rstrip()[-1024:]
            rows.append(np.array([*begin, *[256] * (1024 - len(begin)), *[256] * (1024 - len(end)), *end], np.int32))
    return of_rows("magika", path, rows, 64, classes=1)


HELD_OUT = {"ppocr_v4_rec": recognizer, "ppocr_cls": direction, "ppocr_v4_det": detector, "orientation": orientation,
            "minilm": sentences, "silero_vad": voice, "ultraface_slim": faces, "centerface": centerface, "nudenet": nudenet,
            "magika": contents, "efficientnet_lite2": lite2}
ZOO = [name for name in zoo_gates.NETWORKS if name != "caffe_resnet20"]
NAMES = [*HELD_OUT, *ZOO]


def build(name, places):
    """Raises Absent."""
    return HELD_OUT[name](places) if name in HELD_OUT else zoo(name, places)
