// Heads joined behind the samples of a batch, whose scale stands behind the views, and parted again:
// a scaled product for queries, one for keys and values, scores, their softmax, the context and a
// product of all positions, 5·N in the file's order. No copy.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: output 'y' 
// CHECK-NOT: copy
// CHECK: n0 'scaled' {{.*}}: matmul {shape {k 6, n 6}, batch 1, rows 5*N, {{.*}} = MulF
// CHECK: n1 'kv' {{.*}}: matmul {shape {k 6, n 6, transposedB 1}, batch 1, rows 5*N
// CHECK: n2 's' {{.*}}: matmul {shape {k 2, n 5, {{.*}} batch N, rows 5,
// CHECK: n3 'p' {{.*}}: softmax {outer 15*N, axis 5
// CHECK: n4 'c' {{.*}}: matmul {shape {k 5, n 2, {{.*}} batch N, rows 5,
// CHECK: n5 'o' {{.*}}: matmul {shape {k 6, n 6}, batch 1, rows 5*N
// CHECK-NOT: n6

!x = tensor<?x5x6xf32, #nn.dims<N>>
!rows = tensor<5x?x6xf32, #nn.dims<N>>
!joined = tensor<5x?x2xf32, #nn.dims<3*N>>
!heads = tensor<?x5x2xf32, #nn.dims<3*N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<6x6xf32>
  %scale = nn.constant {nn.name = "scale"} dense<0.125> : tensor<f32>
  %t = nn.transpose %x {nn.name = "t", permutation = array<i64: 1, 0, 2>} : (!x) -> !rows
  %q = nn.matmul %t, %w {nn.name = "q"} : (!rows, tensor<6x6xf32>) -> !rows
  %kv = nn.matmul %t, %w {nn.name = "kv", transpose_b} : (!rows, tensor<6x6xf32>) -> !rows
  %qj = nn.reshape %q {nn.name = "qj"} : (!rows) -> !joined
  %qh = nn.transpose %qj {nn.name = "qh", permutation = array<i64: 1, 0, 2>} : (!joined) -> !heads
  %qs = nn.mul %qh, %scale {nn.name = "scaled"} : (!heads, tensor<f32>) -> !heads
  %kj = nn.reshape %kv {nn.name = "kj"} : (!rows) -> !joined
  %kh = nn.transpose %kj {nn.name = "kh", permutation = array<i64: 1, 0, 2>} : (!joined) -> !heads
  %s = nn.matmul %qs, %kh {nn.name = "s", transpose_b} : (!heads, !heads) -> tensor<?x5x5xf32, #nn.dims<3*N>>
  %p = nn.softmax %s {axis = 2 : i64, nn.name = "p"} : (tensor<?x5x5xf32, #nn.dims<3*N>>) -> tensor<?x5x5xf32, #nn.dims<3*N>>
  %c = nn.matmul %p, %kh {nn.name = "c"} : (tensor<?x5x5xf32, #nn.dims<3*N>>, !heads) -> !heads
  %b = nn.transpose %c {nn.name = "b", permutation = array<i64: 1, 0, 2>} : (!heads) -> !joined
  %r = nn.reshape %b {nn.name = "r"} : (!joined) -> tensor<?x6xf32, #nn.dims<5*N>>
  %o = nn.matmul %r, %w {nn.name = "o"} : (tensor<?x6xf32, #nn.dims<5*N>>, tensor<6x6xf32>) -> tensor<?x6xf32, #nn.dims<5*N>>
  %u = nn.reshape %o {nn.name = "u"} : (tensor<?x6xf32, #nn.dims<5*N>>) -> !rows
  %y = nn.transpose %u {nn.name = "y", permutation = array<i64: 1, 0, 2>} : (!rows) -> !x
  return %y : !x
}
