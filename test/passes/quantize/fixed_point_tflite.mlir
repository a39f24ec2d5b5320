// Rules that a function states stay its own, and integers of its sums stay integers (L1, L4).
// RUN: qopt %s --fixed-point=explain=true 2>&1 | FileCheck %s
// RUN: qopt %s --absorb-residual=explain=true 2>&1 | FileCheck %s --check-prefix=ABSORB
// RUN: sed 's/fixed_point = "tflite"/fixed_point/' %s >%t.mlir
// RUN: not qopt %s --compare=%t.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
!a = !quant.uniform<i8:f32, 5.0e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0}>

// CHECK-DAG: remark: 'conv' is computed in integers only
// CHECK-DAG: remark: 'sum' is computed in integers only
// CHECK-DAG: attributes {nn.entry, nn.fixed_point = "tflite"}
// ABSORB: remark: 'sum' is not absorbed by 'conv': it multiplies in fixed point
// OTHER: one of them uses fixed-point multipliers, or other rules for them
func.func @main(%x: tensor<1x1x2x2x!a> {nn.name = "x"}, %h: tensor<1x1x2x2x!a> {nn.name = "h"}) -> tensor<1x1x2x2x!a> attributes {nn.entry, nn.fixed_point = "tflite"} {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
  %c = nn.conv2d %x, %w {nn.name = "conv"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %s = nn.add %c, %h {nn.name = "sum"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  return %s : tensor<1x1x2x2x!a>
}
{-# dialect_resources: { builtin: { w: "0x4000000003" } } #-}
