"""MobileNet v1 as its paper has it, and v2 as torchvision has it, both of width 1."""

from .graph import Graph


def _unit(g, name, x, channels, kernel, stride=1, groups=1, activation=None):
    x = g.conv(f"{name}.conv", x, channels, kernel, stride, kernel // 2, groups, bias=False)
    x = g.batch_norm(f"{name}.bn", x)
    return activation(f"{name}.relu", x) if activation else x


def mobilenet_v1():
    g = Graph("mobilenet_v1")
    x = _unit(g, "conv1", g.input("input", (3, 224, 224)), 32, 3, 2, activation=g.relu)
    blocks = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
    for i, (channels, stride) in enumerate(blocks, 2):
        x = _unit(g, f"conv{i}.dw", x, x.shape[0], 3, stride, groups=x.shape[0], activation=g.relu)
        x = _unit(g, f"conv{i}.sep", x, channels, 1, activation=g.relu)
    g.output(g.linear("fc", g.global_average("avgpool", x), 1000))
    return g


def _inverted(g, name, x, factor, channels, stride):
    y, wide = x, x.shape[0] * factor
    if factor != 1:
        y = _unit(g, f"{name}.expand", y, wide, 1, activation=g.relu6)
    y = _unit(g, f"{name}.dw", y, wide, 3, stride, groups=wide, activation=g.relu6)
    y = _unit(g, f"{name}.project", y, channels, 1)
    return g.add(f"{name}.add", x, y) if x.shape == y.shape else y


def mobilenet_v2():
    g = Graph("mobilenet_v2")
    x = _unit(g, "features.0", g.input("input", (3, 224, 224)), 32, 3, 2, activation=g.relu6)
    settings = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                (6, 320, 1, 1)]
    number = 1
    for factor, channels, depth, stride in settings:
        for i in range(depth):
            x = _inverted(g, f"features.{number}", x, factor, channels, stride if i == 0 else 1)
            number += 1
    x = _unit(g, f"features.{number}", x, 1280, 1, activation=g.relu6)
    g.output(g.linear("classifier", g.global_average("avgpool", x), 1000))
    return g
