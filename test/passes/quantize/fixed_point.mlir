// Integer operations of a function that is marked compute on integers; what has a float in it is named (G4).
// RUN: qopt %s --fixed-point=explain=true 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.err
// RUN: qopt %s --fixed-point --absorb-residual=explain=true 2>&1 | FileCheck %s --check-prefix=ABSORB
// RUN: qopt %s --fixed-point 2>/dev/null | qopt - --emit=onnx-qdq -o %t.onnx 2>&1 | FileCheck %s --check-prefix=ONNX
// RUN: echo 'func.func @main(%%x: tensor<1xf32> {nn.name = "x"}) -> tensor<1xf32> { return %%x : tensor<1xf32> }' | qopt - --fixed-point 2>&1 | FileCheck %s --check-prefix=NONE
!a = !quant.uniform<i8:f32, 5.0e-1>
!h = !quant.uniform<i8:f32, 2.5e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0}>

// CHECK: func.func @main({{.*}}attributes {nn.entry, nn.fixed_point}
// TOLD-DAG: warning: fixed-point: 1 of 4 operations keep f32 multipliers: fixed point is not defined for a float bias, a residual, sums of 64 bits, or scales that are far apart; explain=true names these operations
// TOLD-DAG: remark: 'conv' is computed in integers only
// TOLD-DAG: remark: 'sum' is computed in integers only
// TOLD-DAG: remark: 'joined' is computed in integers only
// TOLD-DAG: remark: 'biased' keeps f32 multipliers
// ABSORB: remark: 'sum' is not absorbed by 'conv': it multiplies in fixed point
// ONNX: warning: ONNX has no multipliers of fixed point: a runtime's answers may be a step from this module's in each layer
// NONE: warning: fixed-point: no operation reads and writes quantized values of constant scales; run --insert-quant and --fold-dequant before
func.func @main(%x: tensor<1x1x2x2x!a> {nn.name = "x"}, %h: tensor<1x1x2x2x!h> {nn.name = "h"}) -> tensor<1x2x2x2x!a> attributes {nn.entry} {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
  %f = nn.constant {nn.name = "f"} dense<1.0> : tensor<1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %s = nn.add %c, %x {nn.name = "sum"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %b = nn.conv2d %s, %w bias %f {nn.name = "biased"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>, tensor<1xf32>) -> tensor<1x1x2x2x!a>
  %j = nn.concat %b, %h {axis = 1 : i64, nn.name = "joined"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!h>) -> tensor<1x2x2x2x!a>
  return %j : tensor<1x2x2x2x!a>
}
{-# dialect_resources: { builtin: { w: "0x4000000003" } } #-}
