// Zero points of types per axis are written, and steps of 32 bits are copied as integers: QuantizeLinear makes none.
// RUN: qopt %s --emit=onnx-qdq -o %t.onnx
// RUN: %decode_onnx < %t.onnx | FileCheck %s
// RUN: qopt %t.onnx -o - | FileCheck %s --check-prefix=AGAIN
// RUN: %python %S/../Inputs/make_array.py %t.npy f4:1,3:1,2,3
// RUN: qrun run %s --device=reference --input=%t.npy --output=%t.own.npz
// RUN: qrun run %t.onnx --device=reference --input=%t.npy --output=%t.again.npz
// RUN: cmp %t.own.npz %t.again.npz

// CHECK: op_type: "Transpose"
// CHECK-NOT: op_type: "QuantizeLinear"
// CHECK: name: "w_zero_point"
// CHECK-NEXT: raw_data: "\003\373"
// AGAIN: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01:-5}>>

!w = !quant.uniform<i8:f32:0, {0.5:3, 0.25:-5}>
!b = !quant.uniform<i32:f32, 0.125>
func.func @main(%x: tensor<1x3xf32> {nn.name = "x"}) -> (tensor<1x2xf32> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x3x!w>
  %r = nn.dequantize %w {nn.name = "weights"} : (tensor<2x3x!w>) -> tensor<2x3xf32>
  %m = nn.matmul %x, %r {nn.name = "product", transpose_b} : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<1x2xf32>
  %b = nn.constant {nn.name = "b"} dense_resource<b> : tensor<2x1x!b>
  %t = nn.transpose %b {nn.name = "turned", permutation = array<i64: 1, 0>} : (tensor<2x1x!b>) -> tensor<1x2x!b>
  %d = nn.dequantize %t {nn.name = "bias"} : (tensor<1x2x!b>) -> tensor<1x2xf32>
  %y = nn.add %m, %d {nn.name = "sum"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
{-# dialect_resources: { builtin: { w: "0x40000000010203040506", b: "0x400000000700000009000000" } } #-}
