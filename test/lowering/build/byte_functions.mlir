// Functions of one stored value of a byte (F6) are a table of 256 results where they take many
// instructions, in the kernel of what stores it, too; a few of arithmetic stay (F1), and a device
// without kernels makes tables of those itself.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../program/Inputs/h100.device | FileCheck %s --check-prefix=TEXT

// CHECK: n0 'e' {{.*}}: elementwise
// CHECK-NOT: SigmoidF
// CHECK: LookupI32
// CHECK: n1 'm' {{.*}}: matmul
// CHECK-NOT: SigmoidF
// CHECK: LookupI32
// CHECK: n2 'a' {{.*}}: elementwise
// CHECK-NOT: LookupI32
// CHECK: F32ToI32
// TEXT: CONSTANT_ARRAY i8 table0[256] =
// TEXT-NOT: sigmoidF(
!x = !quant.uniform<i8:f32, 0.5:-20>
!w = !quant.uniform<i8<-127:127>:f32, 0.25>
!y = !quant.uniform<i8:f32, 0.75:-110>
!b = tensor<?x4x!x, #nn.dims<N>>
!f = tensor<?x4xf32, #nn.dims<N>>
!r = tensor<?x4x!y, #nn.dims<N>>
func.func @main(%x: !b {nn.name = "x"}) -> (!r, !r, !r) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<4x4x!w>
  %k = nn.constant {nn.name = "k"} dense<0.3> : tensor<f32>
  %d = nn.dequantize %x : (!b) -> !f
  %s = nn.sigmoid %d : (!f) -> !f
  %g = nn.mul %d, %s : (!f, !f) -> !f
  %e = nn.quantize %g {nn.name = "e"} : (!f) -> !r
  %p = nn.matmul %x, %w : (!b, tensor<4x4x!w>) -> !r
  %q = nn.dequantize %p : (!r) -> !f
  %t = nn.sigmoid %q : (!f) -> !f
  %h = nn.mul %q, %t : (!f, !f) -> !f
  %m = nn.quantize %h {nn.name = "m"} : (!f) -> !r
  %o = nn.dequantize %x : (!b) -> !f
  %i = nn.hard_swish %o : (!f) -> !f
  %j = nn.mul %i, %k : (!f, tensor<f32>) -> !f
  %a = nn.quantize %j {nn.name = "a"} : (!f) -> !r
  return %e, %m, %a : !r, !r, !r
}
{-# dialect_resources: { builtin: { w: "0x04000000ECEFF2F5F8FBFE0104070A0D10131619" } } #-}
