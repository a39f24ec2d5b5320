// RUN: qopt %s --strip-unused | FileCheck %s

// Chains of dead operations go with their constants, as do private functions;
// arguments and whatever is returned stay.
// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>{{.*}}, %{{.*}}: tensor<2xf32>
// CHECK-NEXT:  %[[K:.*]] = nn.constant {nn.name = "kept"}
// CHECK-NEXT:  %[[Y:.*]] = nn.add %[[X]], %[[K]]
// CHECK-NEXT:  return %[[Y]], %[[X]]
// CHECK-NOT:   @callee
// CHECK-NOT:   @caller
// CHECK-NOT:   @helper
func.func @main(%x: tensor<2xf32> {nn.name = "x"}, %unread: tensor<2xf32> {nn.name = "unread"}) -> (tensor<2xf32>, tensor<2xf32>) attributes {nn.entry} {
  %kept = nn.constant {nn.name = "kept"} dense<1.0> : tensor<2xf32>
  %dead = nn.constant {nn.name = "dead"} dense<2.0> : tensor<2xf32>
  %a = nn.mul %x, %dead {nn.name = "a"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %a {nn.name = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.add %x, %kept {nn.name = "y"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y, %x : tensor<2xf32>, tensor<2xf32>
}
func.func private @helper(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// Called only by a private function that nobody calls, before and after it.
func.func private @callee(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func private @caller(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %y = call @callee(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
