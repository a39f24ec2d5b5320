// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// Names may hold what models' names hold.
// CHECK-LABEL: @main(
// CHECK-SAME: %arg0: tensor<1xf32> {nn.name = "input:0", nn.range = #nn.range<-1.000000e+00, 1.000000e+00>}
// CHECK-SAME: attributes {nn.entry}
// CHECK: nn.relu %arg0 {nn.absorbed = ["bn/\22fused\22", "r\C3\A9lu"], nn.name = "block.0/relu", nn.range = #nn.range<0.000000e+00, 1.000000e+00>}
func.func @main(%x: tensor<1xf32> {nn.name = "input:0", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1xf32> attributes {nn.entry} {
  %y = nn.relu %x {nn.name = "block.0/relu", nn.absorbed = ["bn/\"fused\"", "rélu"], nn.range = #nn.range<0.0, 1.0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// Names are unique in a function, not in a module.
// CHECK-LABEL: @other(
// CHECK: nn.relu %arg0 {nn.name = "block.0/relu"}
func.func @other(%x: tensor<1xf32> {nn.name = "input:0"}) -> tensor<1xf32> {
  %y = nn.relu %x {nn.name = "block.0/relu"} : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
