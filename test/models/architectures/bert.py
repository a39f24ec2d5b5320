"""BERT-base with its pooler, for sequences of one length: what PyTorch exports of Hugging Face's BertModel."""

import math

from .graph import Graph

HIDDEN, HEADS, LAYERS, INNER, VOCABULARY, POSITIONS = 768, 12, 12, 3072, 30522, 512
EPSILON = 1e-12


def _embeddings(g, tokens, kinds):
    length = tokens.shape[0]
    spread = 0.02 * math.sqrt(3)
    words = g.parameter("embeddings.word", (VOCABULARY, HIDDEN), 0.0, spread)
    places = g.parameter("embeddings.position", (POSITIONS, HIDDEN), 0.0, spread)
    types = g.parameter("embeddings.token_type", (2, HIDDEN), 0.0, spread)
    numbers = g.constant("position_ids", [list(range(length))], "i64")
    word = g.node("Gather", "embeddings.words", [words, tokens], (length, HIDDEN), axis=0)
    kind = g.node("Gather", "embeddings.kinds", [types, kinds], (length, HIDDEN), axis=0)
    place = g.node("Gather", "embeddings.places", [places, numbers], (length, HIDDEN), axis=0)
    x = g.add("embeddings.add", g.add("embeddings.words_kinds", word, kind), place)
    return g.layer_norm("embeddings.norm", x, EPSILON)


def _mask(g, attended):
    """0 where a token is read, −10,000 where it is not: [1, 1, length]."""
    length = attended.shape[0]
    axes = g.constant("mask.axes", [1, 2], "i64")
    wide = g.node("Unsqueeze", "mask.wide", [attended, axes], (1, 1, length))
    number = g.node("Cast", "mask.cast", [wide], wide.shape, to=1)
    absent = g.node("Sub", "mask.absent", [g.constant("one", 1.0), number], wide.shape)
    return g.node("Mul", "mask", [absent, g.constant("mask.low", -10000.0)], wide.shape)


def _heads(g, name, x, order):
    """[length, hidden] as heads: [heads, length, depth], or what `order` makes of it."""
    length, depth = x.shape[0], HIDDEN // HEADS
    sizes = g.constant("heads.shape", [0, length, HEADS, depth], "i64")
    split = g.node("Reshape", f"{name}.split", [x, sizes], (length, HEADS, depth))
    shape = [(length, HEADS, depth)[i - 1] for i in order[1:]]
    return g.node("Transpose", f"{name}.heads", [split], shape, perm=list(order))


def _attention(g, name, x, mask):
    query = _heads(g, f"{name}.query", g.linear(f"{name}.query", x, HIDDEN), (0, 2, 1, 3))
    key = _heads(g, f"{name}.key", g.linear(f"{name}.key", x, HIDDEN), (0, 2, 3, 1))
    value = _heads(g, f"{name}.value", g.linear(f"{name}.value", x, HIDDEN), (0, 2, 1, 3))
    scores = g.matmul(f"{name}.scores", query, key)
    scaled = g.node("Div", f"{name}.scaled", [scores, g.constant("root", math.sqrt(HIDDEN // HEADS))], scores.shape)
    masked = g.node("Add", f"{name}.masked", [scaled, mask], scores.shape)
    context = g.matmul(f"{name}.context", g.node("Softmax", f"{name}.softmax", [masked], scores.shape, axis=-1), value)
    joined = g.node("Transpose", f"{name}.joined", [context], (x.shape[0], HEADS, HIDDEN // HEADS), perm=[0, 2, 1, 3])
    sizes = g.constant("hidden.shape", [0, x.shape[0], HIDDEN], "i64")
    return g.node("Reshape", f"{name}.flat", [joined, sizes], x.shape)


def _gelu(g, name, x):
    part = g.node("Div", f"{name}.part", [x, g.constant("root2", math.sqrt(2))], x.shape)
    risen = g.node("Add", f"{name}.risen", [g.node("Erf", f"{name}.erf", [part], x.shape), g.constant("one", 1.0)], x.shape)
    return g.node("Mul", name, [g.node("Mul", f"{name}.product", [x, risen], x.shape), g.constant("half", 0.5)], x.shape)


def _layer(g, name, x, mask):
    context = g.linear(f"{name}.output", _attention(g, f"{name}.attention", x, mask), HIDDEN)
    x = g.layer_norm(f"{name}.norm1", g.add(f"{name}.add1", context, x), EPSILON)
    inner = _gelu(g, f"{name}.gelu", g.linear(f"{name}.inner", x, INNER))
    return g.layer_norm(f"{name}.norm2", g.add(f"{name}.add2", g.linear(f"{name}.outer", inner, HIDDEN), x), EPSILON)


def bert_base(length=128):
    g = Graph("bert_base")
    tokens, attended, kinds = (g.input(name, (length,), "i64")
                               for name in ("input_ids", "attention_mask", "token_type_ids"))
    mask, x = _mask(g, attended), _embeddings(g, tokens, kinds)
    for i in range(LAYERS):
        x = _layer(g, f"layer{i}", x, mask)
    g.output(x)
    first = g.node("Gather", "pooler.first", [x, g.constant("first", 0, "i64")], (HIDDEN,), axis=1)
    g.output(g.node("Tanh", "pooler.tanh", [g.linear("pooler", first, HIDDEN)], (HIDDEN,)))
    return g
