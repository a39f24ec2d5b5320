// RUN: qopt %s --fold-batch-norm | FileCheck %s

// Batch normalization as mul and add: w·[0.5, 2] = [1, 8], b·[0.5, 2] − [1, 1] = [0, 3].
// CHECK-LABEL: func.func @main
// CHECK:       %[[C:.*]] = nn.conv2d %{{.*}}, %{{.*}} bias %{{.*}} {{{.*}}nn.absorbed = ["conv", "mul"], nn.name = "shift"
// CHECK-NOT:   nn.mul
// CHECK-NOT:   nn.sub
// A matmul's columns too, transposed or not.
// CHECK:       %[[M:.*]] = nn.matmul %{{.*}}, %{{.*}} bias %{{.*}} {nn.absorbed = ["matmul"], nn.name = "add", transpose_b}
// CHECK-NEXT:  return %[[M]]
// CHECK-DAG:   "0x400000000000803F00000041"
// CHECK-DAG:   "0x400000000000000000004040"
func.func @main(%x: tensor<1x1x1x1xf32> {nn.name = "x"}) -> tensor<1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>
  %b = nn.constant {nn.name = "b"} dense<2.0> : tensor<2xf32>
  %gain = nn.constant {nn.name = "gain"} dense<[[[0.5]], [[2.0]]]> : tensor<2x1x1xf32>
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<1x1x1x1xf32>
  %fc = nn.constant {nn.name = "fc"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %row = nn.constant {nn.name = "row"} dense<[1.0, 2.0]> : tensor<2xf32>
  %c = nn.conv2d %x, %w bias %b {nn.name = "conv"} : (tensor<1x1x1x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x1x1xf32>
  %m = nn.mul %gain, %c {nn.name = "mul"} : (tensor<2x1x1xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %s = nn.sub %m, %one {nn.name = "shift"} : (tensor<1x2x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x1x1xf32>
  %r = nn.reshape %s {nn.name = "flat"} : (tensor<1x2x1x1xf32>) -> tensor<1x2xf32>
  %p = nn.matmul %r, %fc {nn.name = "matmul", transpose_b} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %y = nn.add %p, %row {nn.name = "add"} : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
