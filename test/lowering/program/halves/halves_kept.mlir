// RUN: qopt %s --emit=program --device=host | FileCheck %s

// A softmax reads f32: the cast of an input stays for it alone, the product beside it reads the half.
// CHECK: n0 'xf' {{.*}}: elementwise {{.*}}tensor0 as f32
// CHECK: 'ph' {{.*}}: matmul {{.*}}a b0 bf16, b c0 bf16
// CHECK-SAME: as bf16), auxiliary (acc as f32)}} // makes 'p', too
// What a product made and another product reads stays a half, and is f32 beside it for who wants that.
// CHECK: 's' {{.*}}: softmax
// CHECK: 'q' {{.*}}: matmul {{.*}}a b{{[0-9]+}} bf16, b c0 bf16
// A saturating cast is no plain widening.
// CHECK: 'sf' {{.*}}: elementwise {{.*}}MinF
// CHECK: 'u' {{.*}}: matmul {{.*}}a b{{[0-9]+}} f32
!h = tensor<4x4xbf16>
!f = tensor<4x4xf32>
func.func @main(%x: !h {nn.name = "x"}) -> (!f, !f, !f, !f) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : !h
  %wf = nn.cast %w {nn.name = "wf"} : (!h) -> !f
  %xf = nn.cast %x {nn.name = "xf"} : (!h) -> !f
  %t = nn.softmax %xf {axis = 1 : i64, nn.name = "t"} : (!f) -> !f
  %p = nn.matmul %xf, %wf {nn.name = "p_acc"} : (!f, !f) -> !f
  %ph = nn.cast %p {nn.name = "ph"} : (!f) -> !h
  %pf = nn.cast %ph {nn.name = "p"} : (!h) -> !f
  %s = nn.softmax %pf {axis = 1 : i64, nn.name = "s"} : (!f) -> !f
  %q = nn.matmul %pf, %wf {nn.name = "q"} : (!f, !f) -> !f
  %sf = nn.cast %x {nn.name = "sf", saturate = true} : (!h) -> !f
  %u = nn.matmul %sf, %wf {nn.name = "u"} : (!f, !f) -> !f
  return %t, %s, %q, %u : !f, !f, !f, !f
}
