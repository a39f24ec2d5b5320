// RUN: qopt %s --emit=program --device=host | FileCheck %s

// Two products of rows that the file joined, as torch's Conv1D is exported: what stands behind the
// reshape of a product, another value among it, goes on in the product's call.
// CHECK: matmul {{.*}}MulF{{.*}} as f32)
// CHECK-NOT: elementwise
// CHECK: matmul {{.*}}AddF acc, channel0; {{.*}}tensor
// CHECK-NOT: elementwise
!x = tensor<?x4x6xf32, #nn.dims<N>>
!r = tensor<?x6xf32, #nn.dims<4*N>>
func.func @main(%x: !x {nn.name = "x"}, %y: !x {nn.name = "y"}) -> (!x, !x) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<6x6xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %j = nn.reshape %x {nn.name = "j"} : (!x) -> !r
  %p = nn.matmul %j, %w {nn.name = "p"} : (!r, tensor<6x6xf32>) -> !r
  %u = nn.reshape %p {nn.name = "u"} : (!r) -> !x
  %g = nn.mul %u, %u {nn.name = "g"} : (!x, !x) -> !x
  %q = nn.matmul %j, %w {nn.name = "q"} : (!r, tensor<6x6xf32>) -> !r
  %qb = nn.add %q, %b {nn.name = "qb"} : (!r, tensor<6xf32>) -> !r
  %v = nn.reshape %qb {nn.name = "v"} : (!r) -> !x
  %s = nn.add %v, %y {nn.name = "s"} : (!x, !x) -> !x
  return %g, %s : !x, !x
}
