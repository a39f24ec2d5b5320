// RUN: qopt %s --merge-duplicates="explain=true" 2>&1 | FileCheck %s

// CHECK: remark: 'out2' is not merged with 'out1': both are results of the function

// CHECK-LABEL: func.func @main
// Constants by bytes, whichever way they are written; the first key stays.
// CHECK-NEXT:  %[[K:.*]] = nn.constant {nn.name = "k1"}
// CHECK-NEXT:  %[[OTHER:.*]] = nn.constant {nn.name = "other"}
// CHECK-NEXT:  %[[A:.*]] = nn.add %{{.*}}, %[[K]] {nn.absorbed = ["a2"], nn.name = "a1", nn.range = #nn.range<0{{.*}}, 4{{.*}}>}
// Other attributes, other values.
// CHECK-NEXT:  %[[C1:.*]] = nn.clip %[[A]] {max = 1.0
// CHECK-NEXT:  %[[C2:.*]] = nn.clip %[[A]] {max = 2.0
// A returned value keeps its key, even when it is the second.
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[A]] {nn.absorbed = ["inner"], nn.name = "result"}
// CHECK-NEXT:  %[[O1:.*]] = nn.mul %[[C1]], %[[C2]] {nn.name = "out1"}
// CHECK-NEXT:  %[[O2:.*]] = nn.mul %[[C1]], %[[C2]] {nn.name = "out2"}
// CHECK-NEXT:  %[[S:.*]] = nn.sub %[[R]], %[[OTHER]]
// CHECK-NEXT:  return %[[R]], %[[O1]], %[[O2]], %[[S]]
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %k1 = nn.constant {nn.name = "k1"} dense<1.0> : tensor<2xf32>
  %k2 = nn.constant {nn.name = "k2"} dense_resource<ones> : tensor<2xf32>
  %other = nn.constant {nn.name = "other"} dense<[1.0, 2.0]> : tensor<2xf32>
  %a1 = nn.add %x, %k1 {nn.name = "a1"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %a2 = nn.add %x, %k2 {nn.name = "a2", nn.range = #nn.range<0.0, 4.0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c1 = nn.clip %a1 {min = 0.0 : f32, max = 1.0 : f32, nn.name = "c1"} : (tensor<2xf32>) -> tensor<2xf32>
  %c2 = nn.clip %a2 {min = 0.0 : f32, max = 2.0 : f32, nn.name = "c2"} : (tensor<2xf32>) -> tensor<2xf32>
  %inner = nn.relu %a1 {nn.name = "inner"} : (tensor<2xf32>) -> tensor<2xf32>
  %result = nn.relu %a2 {nn.name = "result"} : (tensor<2xf32>) -> tensor<2xf32>
  %o1 = nn.mul %c1, %c2 {nn.name = "out1"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %o2 = nn.mul %c1, %c2 {nn.name = "out2"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %s = nn.sub %inner, %other {nn.name = "s"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %result, %o1, %o2, %s : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
{-# dialect_resources: { builtin: { ones: "0x400000000000803F0000803F" } } #-}
