"""GoogLeNet as torchvision has it, without its auxiliary classifiers: batch norms in place of LRN, 3 × 3 where the
paper has 5 × 5."""

from .graph import Graph


def _conv(g, name, x, channels, kernel, stride=1, pad=0):
    x = g.conv(name + ".conv", x, channels, kernel, stride, pad, bias=False)
    return g.relu(name + ".relu", g.batch_norm(name + ".bn", x, epsilon=1e-3))


def _inception(g, name, x, ones, reduced3, threes, reduced5, fives, pooled):
    branches = [_conv(g, f"{name}.branch1", x, ones, 1)]
    for branch, (reduced, channels) in enumerate(((reduced3, threes), (reduced5, fives)), 2):
        narrow = _conv(g, f"{name}.branch{branch}.0", x, reduced, 1)
        branches.append(_conv(g, f"{name}.branch{branch}.1", narrow, channels, 3, pad=1))
    pool = g.max_pool(f"{name}.branch4.pool", x, 3, 1, 1, ceil=True)
    branches.append(_conv(g, f"{name}.branch4.1", pool, pooled, 1))
    return g.concat(name, branches)


STAGES = [[(64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64)],
          [(192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64), (128, 128, 256, 24, 64, 64),
           (112, 144, 288, 32, 64, 64), (256, 160, 320, 32, 128, 128)],
          [(256, 160, 320, 32, 128, 128), (384, 192, 384, 48, 128, 128)]]


def googlenet():
    g = Graph("googlenet")
    x = _conv(g, "conv1", g.input("input", (3, 224, 224)), 64, 7, 2, 3)
    x = g.max_pool("maxpool1", x, 3, 2, ceil=True)
    x = _conv(g, "conv3", _conv(g, "conv2", x, 64, 1), 192, 3, pad=1)
    for stage, blocks in enumerate(STAGES, 3):
        kernel = 2 if stage == 5 else 3
        x = g.max_pool(f"maxpool{stage - 1}", x, kernel, 2, ceil=True)
        for letter, widths in zip("abcde", blocks):
            x = _inception(g, f"inception{stage}{letter}", x, *widths)
    g.output(g.linear("fc", g.global_average("avgpool", x), 1000))
    return g
