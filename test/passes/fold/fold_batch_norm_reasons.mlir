// RUN: qopt %s --fold-batch-norm="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0}>

// An E4 convolution's weights are steps, of another size than f32.
// CHECK-DAG: remark: 'on_steps' is not folded into 'steps': it computes integers
// CHECK-DAG: remark: 'on_sum' is not folded into 'sum': it adds a residual after its bias
// CHECK-DAG: remark: 'on_wide' is not folded into 'narrow': its result is broadcast
// CHECK-DAG: remark: 'on_var' is not folded into 'fixed': a parameter is no constant
// CHECK-DAG: remark: 'on_rows' is not folded into 'rows': its channels lie along another dimension there
// CHECK-DAG: remark: 'alone' is not folded: no conv2d or matmul before it
// CHECK-DAG: remark: 'on_bias' is not folded into 'biased': its bias is no constant

// CHECK-LABEL: func.func @main
// CHECK-COUNT-5: nn.batch_norm
// CHECK-NOT: nn.absorbed
func.func @main(%q: tensor<1x1x1x2x!a> {nn.name = "q"}, %x: tensor<1x1x1x2xf32> {nn.name = "x"}, %v: tensor<1xf32> {nn.name = "v"}) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) {
  %wq = nn.constant {nn.name = "wq"} dense_resource<w> : tensor<1x1x1x1x!w>
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %m = nn.constant {nn.name = "m"} dense<2.0> : tensor<2x2xf32>
  %p = nn.constant {nn.name = "p"} dense<3.0> : tensor<1xf32>
  %t = nn.constant {nn.name = "t"} dense<3.0> : tensor<1x1x3x1xf32>
  %c1 = nn.conv2d %q, %wq {nn.name = "steps"} : (tensor<1x1x1x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x1x2xf32>
  %1 = nn.batch_norm %c1, %p, %p, %p, %p {epsilon = 0.0 : f32, nn.name = "on_steps"} : (tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %c2 = nn.conv2d %x, %w residual %x {nn.name = "sum"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %2 = nn.mul %c2, %p {nn.name = "on_sum"} : (tensor<1x1x1x2xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %c3 = nn.conv2d %x, %w {nn.name = "narrow"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %3 = nn.mul %c3, %t {nn.name = "on_wide"} : (tensor<1x1x1x2xf32>, tensor<1x1x3x1xf32>) -> tensor<1x1x3x2xf32>
  %c4 = nn.conv2d %x, %w {nn.name = "fixed"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %4 = nn.batch_norm %c4, %p, %v, %p, %p {epsilon = 0.0 : f32, nn.name = "on_var"} : (tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %c5 = nn.matmul %x, %m {nn.name = "rows"} : (tensor<1x1x1x2xf32>, tensor<2x2xf32>) -> tensor<1x1x1x2xf32>
  %5 = nn.batch_norm %c5, %p, %p, %p, %p {epsilon = 0.0 : f32, nn.name = "on_rows"} : (tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %6 = nn.batch_norm %x, %p, %p, %p, %p {epsilon = 0.0 : f32, nn.name = "alone"} : (tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %c7 = nn.conv2d %x, %w bias %v {nn.name = "biased"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %7 = nn.batch_norm %c7, %p, %p, %p, %p {epsilon = 0.0 : f32, nn.name = "on_bias"} : (tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  return %1, %2, %3, %4, %5, %6, %7 : tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>
}
{-# dialect_resources: { builtin: { w: "0x4000000001" } } #-}
