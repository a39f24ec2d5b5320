// Steps of weights by axis go through the copies that a file makes of them: the axis goes where its
// elements go.
// RUN: qopt %s --absorb-qdq="explain=true" -o - 2>&1 | FileCheck %s
// CHECK-DAG: absorb-qdq/copy-weights (same bits): 'reshaped'
// CHECK-DAG: absorb-qdq/copy-weights (same bits): 'reversed'
// CHECK-DAG: absorb-qdq/copy-weights (same bits): 'phases'
// CHECK-DAG: absorb-qdq/copy-weights (same bits): 'merged'
// CHECK-DAG: remark: 'mixed' stays float: the channels that its scales belong to are not a dimension of its result
// CHECK-DAG: remark: absorb-qdq: 2 of 3 layers integer; 1 float, operand 1 is not dequantized: c
// CHECK-LABEL: func.func @main
// CHECK-DAG: tensor<2x2x2x2x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01}>>
// CHECK-DAG: tensor<8x2x1x1x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>
!s = !quant.uniform<i8:f32, 0.5>
!x = tensor<1x2x3x3xf32>
func.func @main(%x: tensor<1x2x3x3x!s> {nn.name = "x"}) -> (tensor<1x2x2x2x!s>, tensor<1x8x3x3x!s>, tensor<1x4x3x3x!s>) {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x3x3x!s>) -> !x
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x8x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x8x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>>) -> tensor<2x8xf32>
  %r = nn.reshape %wd {nn.name = "reshaped"} : (tensor<2x8xf32>) -> tensor<2x2x2x2xf32>
  %a = nn.conv2d %d, %r {nn.name = "a"} : (!x, tensor<2x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %aq = nn.quantize %a {nn.name = "aq"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!s>
  %rev = nn.slice %r {starts = array<i64: 0, 0, 1, 1>, steps = array<i64: 1, 1, -1, -1>, nn.name = "reversed"} : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %t = nn.transpose %rev {permutation = array<i64: 2, 3, 0, 1>, nn.name = "phases"} : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %m = nn.reshape %t {nn.name = "merged"} : (tensor<2x2x2x2xf32>) -> tensor<8x2x1x1xf32>
  %b = nn.conv2d %d, %m {nn.name = "b"} : (!x, tensor<8x2x1x1xf32>) -> tensor<1x8x3x3xf32>
  %bq = nn.quantize %b {nn.name = "bq"} : (tensor<1x8x3x3xf32>) -> tensor<1x8x3x3x!s>
  %v = nn.constant {nn.name = "v"} dense_resource<v> : tensor<8x1x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5}>>
  %vd = nn.dequantize %v {nn.name = "vd"} : (tensor<8x1x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5}>>) -> tensor<8x1xf32>
  %u = nn.reshape %vd {nn.name = "mixed"} : (tensor<8x1xf32>) -> tensor<4x2x1x1xf32>
  %c = nn.conv2d %d, %u {nn.name = "c"} : (!x, tensor<4x2x1x1xf32>) -> tensor<1x4x3x3xf32>
  %cq = nn.quantize %c {nn.name = "cq"} : (tensor<1x4x3x3xf32>) -> tensor<1x4x3x3x!s>
  return %aq, %bq, %cq : tensor<1x2x2x2x!s>, tensor<1x8x3x3x!s>, tensor<1x4x3x3x!s>
}
{-# dialect_resources: { builtin: { w: "0x40000000F8F9FAFBFCFDFEFF0102030405060708", v: "0x400000000102030405060708" } } #-}
