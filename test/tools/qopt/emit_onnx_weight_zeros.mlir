// Integer layers whose weights have zero points (R5) are written with them, and what is imported again and absorbed is the same module,
// with the same answers.
// RUN: qopt %s --emit=onnx-qdq -o %t.onnx
// RUN: %decode_onnx < %t.onnx | FileCheck %s
// RUN: qopt %t.onnx --absorb-qdq -o %t.again.mlir 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=AGAIN < %t.again.mlir
// RUN: %python %S/../Inputs/make_array.py %t.npy f4:1,2,1,3:1,2,-3,40,5,6
// RUN: qrun run %s --device=reference --input=%t.npy --output=%t.own.npz
// RUN: qrun run %t.again.mlir --device=host --input=%t.npy --output=%t.again.npz
// RUN: cmp %t.own.npz %t.again.npz

// CHECK: name: "w_zero_point"
// CHECK-NEXT: raw_data: "\201"
// CHECK: name: "v_zero_point"
// CHECK-NEXT: raw_data: "\003\200"
// ALL: 3 of 3 layers integer
// AGAIN-DAG: tensor<2x2x1x1x!quant.uniform<u8:f32, 5.000000e-01:129>>
// AGAIN-DAG: tensor<2x1x1x1x!quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01:-128}>>
// AGAIN-DAG: tensor<3x2x!quant.uniform<u8:f32:1, {5.000000e-01:0,2.500000e-01:255}>>

!q = !quant.uniform<i8:f32, 0.5:-3>
!w = !quant.uniform<u8:f32, 0.5:129>
!v = !quant.uniform<i8:f32:0, {0.5:3, 0.25:-128}>
!m = !quant.uniform<u8:f32:1, {0.5:0, 0.25:255}>
!y = !quant.uniform<i8:f32, 64.0>
func.func @main(%x: tensor<1x2x1x3xf32> {nn.name = "x"}) -> (tensor<1x2x1x2xf32> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2x1x1x!w>
  %v = nn.constant {nn.name = "v"} dense_resource<v> : tensor<2x1x1x1x!v>
  %m = nn.constant {nn.name = "m"} dense_resource<m> : tensor<3x2x!m>
  %q = nn.quantize %x {nn.name = "steps"} : (tensor<1x2x1x3xf32>) -> tensor<1x2x1x3x!q>
  %c = nn.conv2d %q, %w {nn.name = "conv"} : (tensor<1x2x1x3x!q>, tensor<2x2x1x1x!w>) -> tensor<1x2x1x3x!y>
  %d = nn.conv2d %c, %v {nn.name = "depthwise", groups = 2 : i64} : (tensor<1x2x1x3x!y>, tensor<2x1x1x1x!v>) -> tensor<1x2x1x3x!y>
  %p = nn.matmul %d, %m {nn.name = "product"} : (tensor<1x2x1x3x!y>, tensor<3x2x!m>) -> tensor<1x2x1x2xf32>
  return %p : tensor<1x2x1x2xf32>
}
{-# dialect_resources: { builtin: { w: "0x40000000FF008105", v: "0x400000007F80", m: "0x40000000FF0001FE03C8" } } #-}
