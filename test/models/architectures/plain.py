"""AlexNet and VGG as torchvision has them. At 224 × 224 its adaptive average pools change nothing and are left out;
so is dropout."""

from .graph import Graph


def _classifier(g, x):
    x = g.flat("flatten", x)
    x = g.relu("classifier.relu1", g.linear("classifier.fc1", x, 4096))
    x = g.relu("classifier.relu2", g.linear("classifier.fc2", x, 4096))
    g.output(g.linear("classifier.fc3", x, 1000))
    return g


def alexnet():
    """One tower, 64 channels first (Krizhevsky 2014), not Caffe's of two groups."""
    g = Graph("alexnet")
    x = g.input("input", (3, 224, 224))
    layers = [(64, 11, 4, 2, True), (192, 5, 1, 2, True), (384, 3, 1, 1, False), (256, 3, 1, 1, False),
              (256, 3, 1, 1, True)]
    for i, (channels, kernel, stride, pad, pooled) in enumerate(layers, 1):
        x = g.relu(f"features.relu{i}", g.conv(f"features.conv{i}", x, channels, kernel, stride, pad))
        if pooled:
            x = g.max_pool(f"features.pool{i}", x, 3, 2)
    return _classifier(g, x)


def _vgg(name, depths):
    g = Graph(name)
    x = g.input("input", (3, 224, 224))
    for stage, (channels, depth) in enumerate(zip((64, 128, 256, 512, 512), depths), 1):
        for i in range(1, depth + 1):
            x = g.relu(f"features.relu{stage}_{i}", g.conv(f"features.conv{stage}_{i}", x, channels, 3, pad=1))
        x = g.max_pool(f"features.pool{stage}", x, 2, 2)
    return _classifier(g, x)


def vgg16():
    return _vgg("vgg16", (2, 2, 3, 3, 3))


def vgg19():
    return _vgg("vgg19", (2, 2, 4, 4, 4))
