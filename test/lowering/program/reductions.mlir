// Reductions over any axes: side by side they are read as they lie, else copied once into an order
// in which they are. What follows joins their kernel.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: n0 'norm' {{.*}}: reduce {shape {kind sum_squares, reduced 20, inner 3}, {{.*}}SqrtF
// CHECK: n1 {{.*}}: copy
// CHECK: n2 'apart' {{.*}}: reduce {shape {kind product, reduced 12}, outer 5*N
// CHECK: n3 'place' {{.*}}: reduce {shape {kind arg_max_last, reduced 5, inner 3}, outer 4*N, {{.*}}as i64
// CHECK-NOT: n4

func.func @main(%x: tensor<?x4x5x3xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x3xf32, #nn.dims<N>>, tensor<?x5xf32, #nn.dims<N>>, tensor<?x4x3xi64, #nn.dims<N>>) {
  %n = nn.reduce_l2 %x {axes = array<i64: 1, 2>, nn.name = "norm"} : (tensor<?x4x5x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %p = nn.reduce_prod %x {axes = array<i64: 1, 3>, nn.name = "apart"} : (tensor<?x4x5x3xf32, #nn.dims<N>>) -> tensor<?x5xf32, #nn.dims<N>>
  %a = nn.arg_max %x {axis = 2 : i64, select_last, nn.name = "place"} : (tensor<?x4x5x3xf32, #nn.dims<N>>) -> tensor<?x4x3xi64, #nn.dims<N>>
  return %n, %p, %a : tensor<?x3xf32, #nn.dims<N>>, tensor<?x5xf32, #nn.dims<N>>, tensor<?x4x3xi64, #nn.dims<N>>
}
