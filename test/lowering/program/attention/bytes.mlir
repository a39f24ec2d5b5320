// Attention of bytes (I1) is one call where a card has the kernel: sums in i32, scores in f32, weights in u8.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=KERNELS
// RUN: qopt %s --assign-precision=type=f16 --emit=program --described=%S/../Inputs/h100.device 2>/dev/null | FileCheck %s --check-prefix=HALVES
// RUN: sed -e '/^computeCapability/d' -e '/^wgmma/d' %S/../Inputs/h100.device > %t.device
// RUN: qopt %s --emit=program --described=%t.device | FileCheck %s --check-prefix=OTHER

// Each rounding stands in the call's programs: the score's (E4), the weight's (Q1) and the context's (E1).
// CHECK: n0 'whole' {{.*}} launch attention_bytes({{.*}} by attention.i8 {{.*}} scoring (v1 = IntToF32 acc; v3 = MulF v1, 0.000244140625f{{.*}} v5 = AddF {{.*}} weighting ({{.*}} = Select {{.*}} as u8){{.*}} as i8)
// HALVES: n0 'whole' {{.*}} launch attention_bytes({{.*}} scoring (v1 = IntToF32 acc; v3 = MulF v1, 0.000244140625f; v5 = AddF v3, tensor0; v5 as f32)
// OTHER: n0 'whole' {{.*}} launch attention_bytes_group({{.*}} by attention.i8.group {down 8}
// Sums are of 32 products: floats hold them. Weights are shares in steps.
// KERNELS: #define SUMS_AS_FLOATS 1
// KERNELS: #define WEIGHTS_ARE_STEPS 1
// KERNELS: #define MOST_STEPS 255
// KERNELS: #define WEIGHT_READS_SCORE 0

// Scores may be bytes between.
// CHECK: n1 'bytes' {{.*}} launch attention_bytes({{.*}} scoring ({{.*}} RintF {{.*}} as f32)
// CHECK-NEXT: from batch 64 launch attention_bytes

// Attention stays in parts if a value has a zero point or another reader, or if some values are bytes and others floats.
// CHECK-NOT: launch attention
// CHECK: 'affine' {{.*}} launch matmul
// CHECK-NOT: launch attention
// CHECK: 'shown' {{.*}} launch matmul
// CHECK-NOT: launch attention
// CHECK: 'floats' {{.*}} launch matmul
// CHECK-NOT: launch attention

!q = tensor<?x2x40x32x!quant.uniform<i8:f32, 0.015625>, #nn.dims<N>>
!z = tensor<?x2x40x32x!quant.uniform<i8:f32, 0.015625:3>, #nn.dims<N>>
!s = tensor<?x2x40x40xf32, #nn.dims<N>>
!b = tensor<?x2x40x40x!quant.uniform<i8:f32, 0.0625>, #nn.dims<N>>
!u = tensor<?x2x40x40x!quant.uniform<u8:f32, 0.00390625>, #nn.dims<N>>
!f = tensor<?x2x40x32xf32, #nn.dims<N>>
!m = tensor<?x1x1x40xf32, #nn.dims<N>>
func.func @main(%q: !q {nn.name = "q"}, %k: !q {nn.name = "k"}, %v: !q {nn.name = "v"},
                %z: !z {nn.name = "z"}, %mask: !m {nn.name = "mask"}) -> (!q, !q, !q, !q, !u, !f) {
  %s1 = nn.matmul %q, %k {nn.name = "whole/scores", transpose_b} : (!q, !q) -> !s
  %m1 = nn.add %s1, %mask {nn.name = "whole/masked"} : (!s, !m) -> !s
  %w1 = nn.masked_softmax %m1 {axis = 3 : i64, nn.name = "whole/softmax"} : (!s) -> !s
  %p1 = nn.quantize %w1 {nn.name = "whole/probabilities"} : (!s) -> !u
  %whole = nn.matmul %p1, %v {nn.name = "whole"} : (!u, !q) -> !q

  %s4 = nn.matmul %q, %k {nn.name = "bytes/scores", transpose_b} : (!q, !q) -> !b
  %d4 = nn.dequantize %s4 {nn.name = "bytes/read"} : (!b) -> !s
  %w4 = nn.softmax %d4 {axis = 3 : i64, nn.name = "bytes/softmax"} : (!s) -> !s
  %p4 = nn.quantize %w4 {nn.name = "bytes/probabilities"} : (!s) -> !u
  %bytes = nn.matmul %p4, %v {nn.name = "bytes"} : (!u, !q) -> !q
  %s2 = nn.matmul %q, %z {nn.name = "affine/scores", transpose_b} : (!q, !z) -> !s
  %w2 = nn.softmax %s2 {axis = 3 : i64, nn.name = "affine/softmax"} : (!s) -> !s
  %p2 = nn.quantize %w2 {nn.name = "affine/probabilities"} : (!s) -> !u
  %affine = nn.matmul %p2, %v {nn.name = "affine"} : (!u, !q) -> !q

  %s3 = nn.matmul %q, %k {nn.name = "shown/scores", transpose_b} : (!q, !q) -> !s
  %w3 = nn.softmax %s3 {axis = 3 : i64, nn.name = "shown/softmax"} : (!s) -> !s
  %p3 = nn.quantize %w3 {nn.name = "shown/probabilities"} : (!s) -> !u
  %shown = nn.matmul %p3, %v {nn.name = "shown"} : (!u, !q) -> !q

  %s5 = nn.matmul %q, %k {nn.name = "floats/scores", transpose_b} : (!q, !q) -> !s
  %w5 = nn.softmax %s5 {axis = 3 : i64, nn.name = "floats/softmax"} : (!s) -> !s
  %v5 = nn.dequantize %v {nn.name = "floats/values"} : (!q) -> !f
  %floats = nn.matmul %w5, %v5 {nn.name = "floats"} : (!s, !f) -> !f
  return %whole, %bytes, %affine, %shown, %p3, %floats : !q, !q, !q, !q, !u, !f
}
