// RUN: qopt %s --obfuscate-names | FileCheck %s

// Inputs and results keep the names by which callers know them, and no layer takes one; what layers absorbed goes.
// CHECK: func.func @main(%[[A:.*]]: tensor<2xf32> {nn.name = "a"}) -> (tensor<2xf32> {nn.name = "c"})
// CHECK-NEXT: %[[K:.*]] = nn.constant {nn.name = "b"}
// CHECK-NEXT: %[[S:.*]] = nn.add %[[A]], %[[K]] {nn.name = "d"}
// CHECK-NEXT: nn.relu %[[S]] {nn.name = "e"}
func.func @main(%x: tensor<2xf32> {nn.name = "a"}) -> tensor<2xf32> {
  %secret = nn.constant {nn.name = "secret/weights"} dense<1.0> : tensor<2xf32>
  %sum = nn.add %x, %secret {nn.absorbed = ["secret/norm"], nn.name = "secret/sum"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = nn.relu %sum {nn.name = "c"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
