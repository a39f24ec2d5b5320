"""ResNets of bottlenecks as torchvision has them: the stride is the 3 × 3 convolution's (v1.5)."""

from .graph import Graph


def _unit(g, name, x, channels, kernel, stride=1, scale=1.0):
    x = g.conv(f"{name}.conv", x, channels, kernel, stride, kernel // 2, bias=False)
    return g.batch_norm(f"{name}.bn", x, scale)


def _bottleneck(g, name, x, width, stride):
    shortcut = x
    if stride != 1 or x.shape[0] != 4 * width:
        shortcut = _unit(g, f"{name}.downsample", x, 4 * width, 1, stride)
    y = g.relu(f"{name}.relu1", _unit(g, f"{name}.1", x, width, 1))
    y = g.relu(f"{name}.relu2", _unit(g, f"{name}.2", y, width, 3, stride))
    # Fifty sums in a row would grow beyond f16 with factors around 1.
    y = _unit(g, f"{name}.3", y, 4 * width, 1, scale=0.2)
    return g.relu(f"{name}.relu3", g.add(f"{name}.add", y, shortcut))


def _resnet(name, depths):
    g = Graph(name)
    x = g.relu("relu", _unit(g, "stem", g.input("input", (3, 224, 224)), 64, 7, 2))
    x = g.max_pool("maxpool", x, 3, 2, 1)
    for stage, (width, depth) in enumerate(zip((64, 128, 256, 512), depths), 1):
        for block in range(depth):
            stride = 2 if stage > 1 and block == 0 else 1
            x = _bottleneck(g, f"layer{stage}.{block}", x, width, stride)
    g.output(g.linear("fc", g.global_average("avgpool", x), 1000))
    return g


def resnet50():
    return _resnet("resnet50", (3, 4, 6, 3))


def resnet101():
    return _resnet("resnet101", (3, 4, 23, 3))


def resnet152():
    return _resnet("resnet152", (3, 8, 36, 3))
