// RUN: qopt %s --fold-batch-norm | FileCheck %s

// The Graph Transform Tool scaled shared weights in place, once for each user.
// Here each user that folds has a copy, and the other keeps what it had.
// CHECK-LABEL: func.func @main
// CHECK-DAG:   %[[W:.*]] = nn.constant {nn.name = "w"} dense<2.000000e+00>
// CHECK-DAG:   %[[W1:.*]] = nn.constant {nn.name = "w_1"} dense_resource<[[KEY1:.*]]> :
// CHECK-DAG:   %[[W2:.*]] = nn.constant {nn.name = "w_2"} dense_resource<[[KEY2:.*]]> :
// CHECK-DAG:   nn.conv2d %{{.*}}, %[[W]] {nn.name = "plain"}
// CHECK-DAG:   nn.conv2d %{{.*}}, %[[W1]] {nn.absorbed = ["conv1"], nn.name = "mul1"}
// CHECK-DAG:   nn.conv2d %{{.*}}, %[[W2]] {nn.absorbed = ["conv2"], nn.name = "mul2"}
// 2·3 = 6 and 2·4 = 8
// CHECK-DAG:   [[KEY1]]: "0x400000000000C040"
// CHECK-DAG:   [[KEY2]]: "0x4000000000000041"
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %three = nn.constant {nn.name = "three"} dense<3.0> : tensor<1xf32>
  %four = nn.constant {nn.name = "four"} dense<4.0> : tensor<1xf32>
  %a = nn.conv2d %x, %w {nn.name = "plain"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %b = nn.conv2d %x, %w {nn.name = "conv1"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %c = nn.mul %b, %three {nn.name = "mul1"} : (tensor<1x1x2x2xf32>, tensor<1xf32>) -> tensor<1x1x2x2xf32>
  %d = nn.conv2d %x, %w {nn.name = "conv2"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %e = nn.mul %d, %four {nn.name = "mul2"} : (tensor<1x1x2x2xf32>, tensor<1xf32>) -> tensor<1x1x2x2xf32>
  return %a, %c, %e : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>
}
