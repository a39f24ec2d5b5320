// RUN: qopt %s --fuse-pads=explain=true 2>&1 | FileCheck %s

// Zeros become the convolution's pads; other borders stay.
// CHECK-DAG: remark: {{.*}}'e' {{.*}}the border is not 0
// CHECK: func.func @main
// CHECK-NOT: nn.pad {{.*}}nn.name = "p"
// CHECK: nn.conv2d %{{.*}} {nn.absorbed = ["p"], nn.name = "c", pads = array<i64: 1, 0, 2, 1>}
// CHECK: nn.pad {{.*}}nn.name = "q"
// CHECK: nn.conv2d %{{.*}} {nn.name = "e"}
func.func @main(%x: tensor<1x1x4x4xf32> {nn.name = "x"}) -> (tensor<1x1x6x4xf32>, tensor<1x1x4x3xf32>) {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x2x2xf32>
  %p = nn.pad %x {high = array<i64: 0, 0, 2, 0>, low = array<i64: 0, 0, 1, 0>, nn.name = "p", value = 0.0 : f32} : (tensor<1x1x4x4xf32>) -> tensor<1x1x7x4xf32>
  %c = nn.conv2d %p, %w {nn.name = "c", pads = array<i64: 0, 0, 0, 1>} : (tensor<1x1x7x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x6x4xf32>
  %q = nn.pad %x {high = array<i64: 0, 0, 1, 0>, low = array<i64: 0, 0, 0, 0>, nn.name = "q", value = 1.0 : f32} : (tensor<1x1x4x4xf32>) -> tensor<1x1x5x4xf32>
  %e = nn.conv2d %q, %w {nn.name = "e"} : (tensor<1x1x5x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x4x3xf32>
  return %c, %e : tensor<1x1x6x4xf32>, tensor<1x1x4x3xf32>
}
