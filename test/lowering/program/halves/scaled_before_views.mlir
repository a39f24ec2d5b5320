// A product of integers writes halves as it writes floats: the scale of its parts behind reshape and transpose joins it,
// each rounding kept. One of halves keeps its scale for itself.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// CHECK: n0 'integers/scaled' {{.*}} of matmul {{.*}} RoundTo f16 {{.*}} DivF {{.*}} as f16)
// CHECK: n1 'halves' {{.*}} of matmul
// CHECK: n2 'halves/scaled' {{.*}} of elementwise

!q = tensor<?x64x64x!quant.uniform<i8:f32, 0.015625>, #nn.dims<N>>
!f = tensor<?x64x64xf32, #nn.dims<N>>
!h = tensor<?x64x64xf16, #nn.dims<N>>
!p = tensor<?x64x4x16xf16, #nn.dims<N>>
!t = tensor<?x4x64x16xf16, #nn.dims<N>>
func.func @main(%q: !q {nn.name = "q"}, %w: tensor<64x64x!quant.uniform<i8:f32, 0.0078125>> {nn.name = "w"}, %x: !h {nn.name = "x"}) -> (!t, !t) {
  %u = nn.constant {nn.name = "u"} dense<0.5> : tensor<64x64xf16>
  %s = nn.constant {nn.name = "s"} dense<3.0> : tensor<f16>
  %a = nn.matmul %q, %w {nn.name = "integers/f32"} : (!q, tensor<64x64x!quant.uniform<i8:f32, 0.0078125>>) -> !f
  %b = nn.cast %a {nn.name = "integers"} : (!f) -> !h
  %c = nn.reshape %b {nn.name = "integers/heads"} : (!h) -> !p
  %d = nn.transpose %c {nn.name = "integers/turned", permutation = array<i64: 0, 2, 1, 3>} : (!p) -> !t
  %e = nn.div %d, %s {nn.name = "integers/scaled"} : (!t, tensor<f16>) -> !t
  %xf = nn.cast %x {nn.name = "xf"} : (!h) -> !f
  %uf = nn.cast %u {nn.name = "uf"} : (tensor<64x64xf16>) -> tensor<64x64xf32>
  %f = nn.matmul %xf, %uf {nn.name = "halves/f32"} : (!f, tensor<64x64xf32>) -> !f
  %g = nn.cast %f {nn.name = "halves"} : (!f) -> !h
  %i = nn.reshape %g {nn.name = "halves/heads"} : (!h) -> !p
  %j = nn.transpose %i {nn.name = "halves/turned", permutation = array<i64: 0, 2, 1, 3>} : (!p) -> !t
  %k = nn.div %j, %s {nn.name = "halves/scaled"} : (!t, tensor<f16>) -> !t
  return %e, %k : !t, !t
}
