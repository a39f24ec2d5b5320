// Queries and keys of one product: their scales are numbers of its columns, and keys that were joined
// with the samples to be turned are a view; nothing stands between the product and attention.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s

// CHECK: n0 {{.*}} of matmul {{.*}}program (v2 = MulF acc, channel0; v2 as f32)
// CHECK-NOT: launch {{elementwise|copy}}
// CHECK: n1 {{.*}} launch attention
// CHECK-NOT: n2
!x = tensor<?x32x64xf32, #nn.dims<N>>
!p = tensor<?x32x64xf32, #nn.dims<N>>
!h = tensor<?x32x4x16xf32, #nn.dims<N>>
!t = tensor<?x4x32x16xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<0.01> : tensor<64x192xf32>
  %c = nn.matmul %x, %w {nn.name = "c"} : (!x, tensor<64x192xf32>) -> tensor<?x32x192xf32, #nn.dims<N>>
  %q, %k, %v = nn.split %c {axis = 2 : i64, sizes = array<i64: 64, 64, 64>, nn.name = "s"} : (tensor<?x32x192xf32, #nn.dims<N>>) -> (!p, !p, !p)
  %s = nn.constant {nn.name = "scale"} dense<0.35> : tensor<f32>
  %qh = nn.reshape %q {nn.name = "qh"} : (!p) -> !h
  %kh = nn.reshape %k {nn.name = "kh"} : (!p) -> !h
  %vh = nn.reshape %v {nn.name = "vh"} : (!p) -> !h
  %qt = nn.transpose %qh {permutation = array<i64: 0, 2, 1, 3>, nn.name = "qt"} : (!h) -> !t
  %kt = nn.transpose %kh {permutation = array<i64: 0, 2, 1, 3>, nn.name = "kt"} : (!h) -> !t
  %vt = nn.transpose %vh {permutation = array<i64: 0, 2, 1, 3>, nn.name = "vt"} : (!h) -> !t
  %kj = nn.reshape %kt {nn.name = "kj"} : (!t) -> tensor<?x32x16xf32, #nn.dims<4*N>>
  %kk = nn.transpose %kj {permutation = array<i64: 0, 2, 1>, nn.name = "kk"} : (tensor<?x32x16xf32, #nn.dims<4*N>>) -> tensor<?x16x32xf32, #nn.dims<4*N>>
  %ka = nn.reshape %kk {nn.name = "ka"} : (tensor<?x16x32xf32, #nn.dims<4*N>>) -> tensor<?x4x16x32xf32, #nn.dims<N>>
  %qs = nn.mul %qt, %s {nn.name = "qs"} : (!t, tensor<f32>) -> !t
  %ks = nn.mul %ka, %s {nn.name = "ks"} : (tensor<?x4x16x32xf32, #nn.dims<N>>, tensor<f32>) -> tensor<?x4x16x32xf32, #nn.dims<N>>
  %a = nn.matmul %qs, %ks {nn.name = "a"} : (!t, tensor<?x4x16x32xf32, #nn.dims<N>>) -> tensor<?x4x32x32xf32, #nn.dims<N>>
  %m = nn.softmax %a {axis = 3 : i64, nn.name = "m"} : (tensor<?x4x32x32xf32, #nn.dims<N>>) -> tensor<?x4x32x32xf32, #nn.dims<N>>
  %y = nn.matmul %m, %vt {nn.name = "y"} : (tensor<?x4x32x32xf32, #nn.dims<N>>, !t) -> !t
  return %y : !t
}
