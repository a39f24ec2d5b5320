// RUN: qopt %s --remove-layers=ops=nn.relu,nn.add 2>&1 | FileCheck %s
// RUN: qopt %s --remove-layers="layers=s max-inputs=2" 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not qopt %s --remove-layers 2>&1 | FileCheck %s --check-prefix=NONE

// A layer of more inputs stays, and that is said. The result keeps its name.
// CHECK: warning: 's' is not removed: it reads 2 values, max-inputs is 1
// CHECK: -> (tensor<2xf32> {nn.name = "y"})
// CHECK: %[[S:.*]] = nn.add %{{.*}} {nn.name = "s"}
// CHECK-NEXT: return %[[S]]
// SUM-NOT: nn.add
// SUM: nn.relu
// NONE: error: remove-layers: needs layers= or ops=
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %s = nn.add %x, %x {nn.name = "s"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = nn.relu %s {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
