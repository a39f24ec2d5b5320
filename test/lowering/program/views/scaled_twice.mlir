// A column that is scaled twice keeps both numbers: the second multiplication rounds once more.
// RUN: qrun compare %s --device=reference --other-device=host --exact --outputs --batch=3 | FileCheck %s
// CHECK: 0 not equal bit by bit

!p = tensor<?x4x32xf32, #nn.dims<N>>
func.func @main(%x: tensor<?x4x64xf32, #nn.dims<N>> {nn.name = "x"}) -> (!p, !p) {
  %c = nn.add %x, %x {nn.name = "c"} : (tensor<?x4x64xf32, #nn.dims<N>>, tensor<?x4x64xf32, #nn.dims<N>>) -> tensor<?x4x64xf32, #nn.dims<N>>
  %q, %k = nn.split %c {axis = 2 : i64, sizes = array<i64: 32, 32>, nn.name = "s"} : (tensor<?x4x64xf32, #nn.dims<N>>) -> (!p, !p)
  %a = nn.constant {nn.name = "a"} dense<0.3> : tensor<f32>
  %b = nn.constant {nn.name = "b"} dense<0.7> : tensor<f32>
  %qa = nn.mul %q, %a {nn.name = "qa"} : (!p, tensor<f32>) -> !p
  %qb = nn.mul %qa, %b {nn.name = "qb"} : (!p, tensor<f32>) -> !p
  %r = nn.sigmoid %k {nn.name = "r"} : (!p) -> !p
  return %qb, %r : !p, !p
}
