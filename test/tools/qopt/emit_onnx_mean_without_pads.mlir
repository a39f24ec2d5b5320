// A mean that counts padding, but has none, is written: what is read back without the attribute is the same mean.
// RUN: qopt %s --emit=onnx -o %t.onnx
// RUN: qopt %t.onnx | FileCheck %s
// CHECK: nn.avg_pool2d

func.func @main(%x: tensor<1x1x4x4xf32> {nn.name = "x"}) -> (tensor<1x1x3x3xf32> {nn.name = "y"}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>, count_include_pad, nn.name = "y"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
