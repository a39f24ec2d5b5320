// RUN: qopt %s --fold-constants | FileCheck %s
// RUN: qopt %s --fold-constants -o %t.mlir && qrun compare %s %t.mlir --batch 1 --exact | FileCheck %s --check-prefix=SAME
// RUN: qrun compare %s %t.mlir --batch 3 --exact | FileCheck %s --check-prefix=SAME
// What no input decides is the same for each sample, though it grows with the batch: one sample's table, which who
// broadcasts reads as it stands. Exporters count samples and choose each one's own row, as of a mask.

// A causal mask of equal groups, chosen by the pair (sample, key): one table of 1x1x4x4.
// CHECK-NOT: nn.iota
// CHECK:     %[[MASK:.*]] = nn.constant {nn.name = "mask/each"} {{.*}} : tensor<1x1x4x4xf32>
// CHECK-NOT: nn.gather_nd
// CHECK:     nn.add %{{.*}}, %[[MASK]] {nn.name = "masked"} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<1x1x4x4xf32>)
// Rows that are counted through the batch, of a mask that is an input: that mask itself, and a table of some of it.
// CHECK:     %[[OWN:.*]] = nn.reshape %{{.*}} {nn.name = "own"} : (tensor<?x4xi1, #nn.dims<N>>) -> tensor<?x1x1x4xi1, #nn.dims<N>>
// CHECK:     %[[LAST:.*]] = nn.gather %{{.*}}, %{{.*}} {axis = 1 : i64, nn.name = "last"} : (tensor<?x4x1xi1, #nn.dims<N>>, tensor<2xi64>) -> tensor<?x2x1xi1, #nn.dims<N>>
// SAME: 0 not equal bit by bit

!n = tensor<?xi64, #nn.dims<N>>
!c = tensor<?x1x1x1xi64, #nn.dims<N>>
!p = tensor<?x1x1x4x1xi64, #nn.dims<N>>
!k = tensor<?x1x1x4xi64, #nn.dims<N>>
!m = tensor<?x1x4x4xi1, #nn.dims<N>>
!s = tensor<?x2x4x4xf32, #nn.dims<N>>
func.func @main(%x: !s {nn.name = "x"}, %given: tensor<?x4xi1, #nn.dims<N>> {nn.name = "given"}) -> (!s, tensor<?x1x1x4xi1, #nn.dims<N>>, tensor<?x2x1xi1, #nn.dims<N>>) {
  %groups = nn.constant {nn.name = "groups"} dense<[[0, 0, 1, 1]]> : tensor<1x4xi64>
  %keys = nn.constant {nn.name = "keys"} dense<[[[[0, 1, 2, 3]]]]> : tensor<1x1x1x4xi64>
  %causal = nn.constant {nn.name = "causal"} dense<[[[[true, false, false, false], [true, true, false, false], [true, true, true, false], [true, true, true, true]]]]> : tensor<1x1x4x4xi1>
  %queries = nn.constant {nn.name = "queries"} dense<[[[[0], [0], [1], [1]]]]> : tensor<1x1x4x1xi64>
  %zero = nn.constant {nn.name = "zero"} dense<0.0> : tensor<f32>
  %far = nn.constant {nn.name = "far"} dense<0xFF800000> : tensor<f32>
  %four = nn.constant {nn.name = "four"} dense<4> : tensor<1xi64>
  %some = nn.constant {nn.name = "some"} dense<[1, 3]> : tensor<2xi64>
  %each = nn.expand %groups {nn.name = "each"} : (tensor<1x4xi64>) -> tensor<?x4xi64, #nn.dims<N>>
  %counted = nn.iota {nn.name = "counted", axis = 0 : i64, start = 0 : i64, step = 1 : i64} : () -> !n
  %samples = nn.reshape %counted {nn.name = "samples"} : (!n) -> !c
  %a = nn.expand %samples {nn.name = "a"} : (!c) -> !k
  %a1 = nn.reshape %a {nn.name = "a1"} : (!k) -> !p
  %b = nn.expand %keys {nn.name = "b"} : (tensor<1x1x1x4xi64>) -> !k
  %b1 = nn.reshape %b {nn.name = "b1"} : (!k) -> !p
  %pairs = nn.concat %a1, %b1 {nn.name = "pairs", axis = 4 : i64} : (!p, !p) -> tensor<?x1x1x4x2xi64, #nn.dims<N>>
  %of = nn.gather_nd %each, %pairs {nn.name = "of", batch_dims = 0 : i64} : (tensor<?x4xi64, #nn.dims<N>>, tensor<?x1x1x4x2xi64, #nn.dims<N>>) -> !k
  %same = nn.equal %queries, %of {nn.name = "same"} : (tensor<1x1x4x1xi64>, !k) -> !m
  %seen = nn.and %causal, %same {nn.name = "seen"} : (tensor<1x1x4x4xi1>, !m) -> !m
  %mask = nn.where %seen, %zero, %far {nn.name = "mask"} : (!m, tensor<f32>, tensor<f32>) -> tensor<?x1x4x4xf32, #nn.dims<N>>
  %masked = nn.add %x, %mask {nn.name = "masked"} : (!s, tensor<?x1x4x4xf32, #nn.dims<N>>) -> !s
  %own = nn.gather_nd %given, %pairs {nn.name = "own", batch_dims = 0 : i64} : (tensor<?x4xi1, #nn.dims<N>>, tensor<?x1x1x4x2xi64, #nn.dims<N>>) -> tensor<?x1x1x4xi1, #nn.dims<N>>
  %flat = nn.reshape %given {nn.name = "flat"} : (tensor<?x4xi1, #nn.dims<N>>) -> tensor<?x1xi1, #nn.dims<4*N>>
  %column = nn.reshape %counted {nn.name = "column"} : (!n) -> tensor<?x1xi64, #nn.dims<N>>
  %begins = nn.mul %column, %four {nn.name = "begins"} : (tensor<?x1xi64, #nn.dims<N>>, tensor<1xi64>) -> tensor<?x1xi64, #nn.dims<N>>
  %places = nn.add %some, %begins {nn.name = "places"} : (tensor<2xi64>, tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x2xi64, #nn.dims<N>>
  %last = nn.gather %flat, %places {nn.name = "last", axis = 0 : i64} : (tensor<?x1xi1, #nn.dims<4*N>>, tensor<?x2xi64, #nn.dims<N>>) -> tensor<?x2x1xi1, #nn.dims<N>>
  return %masked, %own, %last : !s, tensor<?x1x1x4xi1, #nn.dims<N>>, tensor<?x2x1xi1, #nn.dims<N>>
}
