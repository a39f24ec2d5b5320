// Weights that a pad widens: the zeros that it adds have steps of any size, those of their channel where there are some.
// RUN: qopt %s --absorb-qdq="explain=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: qopt %t.mlir -o - | FileCheck %s
// SAID-DAG: absorb-qdq/copy-weights (same bits): 'channels'
// SAID-DAG: absorb-qdq/copy-weights (same bits): 'taps'
// SAID:     absorb-qdq: 2 of 2 layers integer
// CHECK-LABEL: func.func @main
// CHECK-DAG: tensor<3x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00}>>
// CHECK-DAG: tensor<2x1x1x2x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01}>>
!s = !quant.uniform<i8:f32, 0.5>
!w = tensor<2x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>>
!x = tensor<1x1x1x3xf32>
func.func @main(%x: tensor<1x1x1x3x!s> {nn.name = "x"}) -> (tensor<1x3x1x3x!s>, tensor<1x2x1x2x!s>) {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x1x1x3x!s>) -> !x
  %w = nn.constant {nn.name = "w"} dense_resource<w> : !w
  %wd = nn.dequantize %w {nn.name = "wd"} : (!w) -> tensor<2x1x1x1xf32>
  %p = nn.pad %wd {low = array<i64: 0, 0, 0, 0>, high = array<i64: 1, 0, 0, 0>, value = 0.0 : f32, nn.name = "channels"} : (tensor<2x1x1x1xf32>) -> tensor<3x1x1x1xf32>
  %a = nn.conv2d %d, %p {nn.name = "a"} : (!x, tensor<3x1x1x1xf32>) -> tensor<1x3x1x3xf32>
  %aq = nn.quantize %a {nn.name = "aq"} : (tensor<1x3x1x3xf32>) -> tensor<1x3x1x3x!s>
  %q = nn.pad %wd {low = array<i64: 0, 0, 0, 1>, high = array<i64: 0, 0, 0, 0>, value = 0.0 : f32, nn.name = "taps"} : (tensor<2x1x1x1xf32>) -> tensor<2x1x1x2xf32>
  %b = nn.conv2d %d, %q {nn.name = "b"} : (!x, tensor<2x1x1x2xf32>) -> tensor<1x2x1x2xf32>
  %bq = nn.quantize %b {nn.name = "bq"} : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2x!s>
  return %aq, %bq : tensor<1x3x1x3x!s>, tensor<1x2x1x2x!s>
}
{-# dialect_resources: { builtin: { w: "0x40000000F805" } } #-}
