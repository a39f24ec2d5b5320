"""A network that has what transforms rewrite, as .mlir: for transforms.py.

A pad in front of a convolution, a norm behind it, a layer that changes nothing on samples that are not negative, a layer that
stands twice, one that nobody reads, and weights that are a sum of two constants.
"""
import re

import numpy as np

SHAPE, LARGE = (2, 3, 12, 12), (1152, 16)  # more elements than an importer folds by itself

TEXT = """\
func.func @main(%x: tensor<2x3x12x12xf32> {nn.name = "x"}) -> tensor<2x16xf32> attributes {nn.entry} {
  %k = nn.constant {nn.name = "kernel"} KERNEL : tensor<8x3x3x3xf32>
  %scale = nn.constant {nn.name = "scale"} SCALE : tensor<8xf32>
  %shift = nn.constant {nn.name = "shift"} SHIFT : tensor<8xf32>
  %mean = nn.constant {nn.name = "mean"} MEAN : tensor<8xf32>
  %variance = nn.constant {nn.name = "variance"} VARIANCE : tensor<8xf32>
  %left = nn.constant {nn.name = "left"} LEFT : tensor<1152x16xf32>
  %right = nn.constant {nn.name = "right"} RIGHT : tensor<1152x16xf32>
  %a = nn.abs %x {nn.name = "same"} : (tensor<2x3x12x12xf32>) -> tensor<2x3x12x12xf32>
  %p = nn.pad %a {high = array<i64: 0, 0, 1, 1>, low = array<i64: 0, 0, 1, 1>, nn.name = "pad", value = 0.0 : f32} : (tensor<2x3x12x12xf32>) -> tensor<2x3x14x14xf32>
  %c = nn.conv2d %p, %k {nn.name = "conv"} : (tensor<2x3x14x14xf32>, tensor<8x3x3x3xf32>) -> tensor<2x8x12x12xf32>
  %n = nn.batch_norm %c, %scale, %shift, %mean, %variance {epsilon = 0.001 : f32, nn.name = "norm"} : (tensor<2x8x12x12xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x12x12xf32>
  %r = nn.relu %n {nn.name = "relu"} : (tensor<2x8x12x12xf32>) -> tensor<2x8x12x12xf32>
  %again = nn.relu %n {nn.name = "again"} : (tensor<2x8x12x12xf32>) -> tensor<2x8x12x12xf32>
  %unread = nn.sigmoid %n {nn.name = "unread"} : (tensor<2x8x12x12xf32>) -> tensor<2x8x12x12xf32>
  %s = nn.add %r, %again {nn.name = "sum"} : (tensor<2x8x12x12xf32>, tensor<2x8x12x12xf32>) -> tensor<2x8x12x12xf32>
  %flat = nn.reshape %s {nn.name = "flat"} : (tensor<2x8x12x12xf32>) -> tensor<2x1152xf32>
  %w = nn.add %left, %right {nn.name = "weights"} : (tensor<1152x16xf32>, tensor<1152x16xf32>) -> tensor<1152x16xf32>
  %y = nn.matmul %flat, %w {nn.name = "product"} : (tensor<2x1152xf32>, tensor<1152x16xf32>) -> tensor<2x16xf32>
  return %y : tensor<2x16xf32>
}
"""


def write(path):
    random = np.random.default_rng(46)
    values = {"KERNEL": random.normal(0, 0.3, (8, 3, 3, 3)), "SCALE": random.uniform(0.5, 2, 8), "SHIFT": random.normal(0, 1, 8),
              "MEAN": random.normal(0, 0.3, 8), "VARIANCE": random.uniform(0.5, 2, 8), "LEFT": random.normal(0, 0.05, LARGE),
              "RIGHT": random.normal(0, 0.05, LARGE)}
    text = TEXT
    for word, tensor in values.items():
        text = text.replace(f" {word} :", f' dense<"0x{tensor.astype(np.float32).tobytes().hex()}"> :')
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def add_unread(path):
    """A layer behind the result of the module, which nobody reads."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    layer = r'    %unread = nn.relu \1 {nn.name = "unread"} : (\2) -> \2\n\g<0>'
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r"    return (%\w+) : (.*)", layer, text, count=1))
