// RUN: qopt %s --rename-layer="from=a to=stem" --rename-layer="from=x to=picture" | FileCheck %s
// RUN: not qopt %s --rename-layer="from=a to=y" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not qopt %s --rename-layer="from=aa to=b" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: func.func @main(%[[X:.*]]: tensor<2xf32> {nn.name = "picture"}) -> (tensor<2xf32> {nn.name = "stem"}, tensor<2xf32> {nn.name = "y"})
// CHECK: nn.relu %[[X]] {nn.name = "stem"}
// TAKEN: error: rename-layer: 'y' is the name of another layer
// NONE: error: rename-layer: no layer and no input 'aa'
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.exp %a {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %y : tensor<2xf32>, tensor<2xf32>
}
