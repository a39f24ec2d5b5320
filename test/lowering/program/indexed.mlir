// RUN: qopt %s --emit=program --device=host | FileCheck %s

// An indexed body loads: what it loads stands in memory, what follows it joins.
// CHECK: n0 'before' {{.*}}: elementwise {{.*}}NegF
// CHECK: n1 'after' {{.*}}: elementwise {leading N, walk {sizes [1, 2, 3]},
// CHECK-SAME: Load indexed0 at i1; {{.*}} GuardIndex {{.*}} Load indexed1 at i0, {{v[0-9]+}}, i2; {{.*}} AbsF
// CHECK-SAME: sizes [N, 4, 3]
// CHECK-NOT: n2
func.func @main(%x: tensor<?x4x3xf32, #nn.dims<N>> {nn.name = "x"}, %i: tensor<2xi32> {nn.name = "i"})
    -> tensor<?x2x3xf32, #nn.dims<N>> {
  %a = nn.neg %x {nn.name = "before"} : (tensor<?x4x3xf32, #nn.dims<N>>) -> tensor<?x4x3xf32, #nn.dims<N>>
  %g = nn.gather %a, %i {axis = 1 : i64, nn.name = "g"} : (tensor<?x4x3xf32, #nn.dims<N>>, tensor<2xi32>) -> tensor<?x2x3xf32, #nn.dims<N>>
  %b = nn.abs %g {nn.name = "after"} : (tensor<?x2x3xf32, #nn.dims<N>>) -> tensor<?x2x3xf32, #nn.dims<N>>
  return %b : tensor<?x2x3xf32, #nn.dims<N>>
}
