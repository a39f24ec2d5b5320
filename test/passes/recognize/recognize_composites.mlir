// RUN: qopt %s --recognize-composites="explain=true" 2>&1 | FileCheck %s
// RUN: qopt %s --recognize-composites="without=recognize-composites/silu" | FileCheck %s --check-prefix=WITHOUT

// CHECK: remark: recognize-composites/silu (f32 rounding): 'silu'
// The result's key and range stay, and the parts that it stands for are listed.
// CHECK: nn.swish %{{.*}} {alpha = 1.000000e+00 : f32, nn.absorbed = ["gate"], nn.name = "silu", nn.range = #nn.range<-2.500000e-01, 3.000000e+00>}
// WITHOUT: nn.sigmoid
// WITHOUT: nn.mul
// WITHOUT-NOT: nn.swish
func.func @main(%x: tensor<4xf32> {nn.name = "x"}) -> tensor<4xf32> {
  %s = nn.sigmoid %x {nn.name = "gate"} : (tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %x, %s {nn.name = "silu", nn.range = #nn.range<-0.25, 3.0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
