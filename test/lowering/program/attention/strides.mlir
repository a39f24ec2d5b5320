// Head transposes are strides of the products: an attention block is three nodes and no copy.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: input 'q' b0
// CHECK: output 'y' b5
// CHECK-NOT: copy
// CHECK: n0 's' {{.*}}: matmul {shape {k 8, n 16, sharedB 0, strides {inner 4, a 512x8x32, b 512x8x1x32}}
// CHECK: n1 'p' {{.*}}: softmax {outer 64*N, axis 16
// CHECK: n2 'c' {{.*}}: matmul {{.*}} result {sample 512, pixel 32, channel 1, inner 8}
// CHECK-NOT: n3

func.func @main(
    %q: tensor<?x16x32xf32, #nn.dims<N>> {nn.name = "q"},
    %k: tensor<?x16x32xf32, #nn.dims<N>> {nn.name = "k"},
    %v: tensor<?x16x32xf32, #nn.dims<N>> {nn.name = "v"})
    -> tensor<?x16x32xf32, #nn.dims<N>> {
  %q1 = nn.reshape %q {nn.name = "q1"} : (tensor<?x16x32xf32, #nn.dims<N>>) -> tensor<?x16x4x8xf32, #nn.dims<N>>
  %k1 = nn.reshape %k {nn.name = "k1"} : (tensor<?x16x32xf32, #nn.dims<N>>) -> tensor<?x16x4x8xf32, #nn.dims<N>>
  %v1 = nn.reshape %v {nn.name = "v1"} : (tensor<?x16x32xf32, #nn.dims<N>>) -> tensor<?x16x4x8xf32, #nn.dims<N>>
  %q2 = nn.transpose %q1 {nn.name = "q2", permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x16x4x8xf32, #nn.dims<N>>) -> tensor<?x4x16x8xf32, #nn.dims<N>>
  %k2 = nn.transpose %k1 {nn.name = "k2", permutation = array<i64: 0, 2, 3, 1>} : (tensor<?x16x4x8xf32, #nn.dims<N>>) -> tensor<?x4x8x16xf32, #nn.dims<N>>
  %v2 = nn.transpose %v1 {nn.name = "v2", permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x16x4x8xf32, #nn.dims<N>>) -> tensor<?x4x16x8xf32, #nn.dims<N>>
  %s = nn.matmul %q2, %k2 {nn.name = "s"} : (tensor<?x4x16x8xf32, #nn.dims<N>>, tensor<?x4x8x16xf32, #nn.dims<N>>) -> tensor<?x4x16x16xf32, #nn.dims<N>>
  %p = nn.softmax %s {axis = 3 : i64, nn.name = "p"} : (tensor<?x4x16x16xf32, #nn.dims<N>>) -> tensor<?x4x16x16xf32, #nn.dims<N>>
  %c = nn.matmul %p, %v2 {nn.name = "c"} : (tensor<?x4x16x16xf32, #nn.dims<N>>, tensor<?x4x16x8xf32, #nn.dims<N>>) -> tensor<?x4x16x8xf32, #nn.dims<N>>
  %t = nn.transpose %c {nn.name = "t", permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x16x8xf32, #nn.dims<N>>) -> tensor<?x16x4x8xf32, #nn.dims<N>>
  %y = nn.reshape %t {nn.name = "y"} : (tensor<?x16x4x8xf32, #nn.dims<N>>) -> tensor<?x16x32xf32, #nn.dims<N>>
  return %y : tensor<?x16x32xf32, #nn.dims<N>>
}
