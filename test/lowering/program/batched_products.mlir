// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/Inputs/h100.device | FileCheck %s --check-prefix=KERNELS

// Products of two activations: heads of halves on tensor cores, of floats in tiles, few rows by items.
// CHECK: 'scores' {{.*}} launch matmul_batched_mma{{.*}} by matmul.batched.f16
// CHECK: 'context' {{.*}} launch matmul_batched_mma{{.*}} by matmul.batched.f16
// CHECK: 'floats' {{.*}} launch matmul_batched{{.*}} by matmul.gpu.batched
// CHECK: 'few' {{.*}} launch matmul_plain{{.*}} by matmul.gpu.plain

// Elements along k, or along columns, lie side by side in B, in 16 bytes.
// KERNELS: kernel matmul_batched_mma
// KERNELS: #define DEPENDENT_LAUNCH 1
// KERNELS: #define B_K 1
// KERNELS: kernel matmul_batched_mma
// KERNELS: #define A_CHUNKS 1
// KERNELS: #define B_CHUNKS 1
// KERNELS: #define B_COLUMN 1
!h = tensor<?x2x64x32xf16, #nn.dims<N>>
!f = tensor<?x2x64x32xf32, #nn.dims<N>>
!s = tensor<?x2x64x64xf32, #nn.dims<N>>
!r = tensor<?x2x8x32xf32, #nn.dims<N>>
!t = tensor<?x2x8x64xf32, #nn.dims<N>>
func.func @main(%q: !h {nn.name = "q"}, %k: !h {nn.name = "k"}, %v: !h {nn.name = "v"},
                %x: !f {nn.name = "x"}, %y: !f {nn.name = "y"}, %z: !r {nn.name = "z"}) -> (!f, !s, !t) {
  %qf = nn.cast %q {nn.name = "qf"} : (!h) -> !f
  %kf = nn.cast %k {nn.name = "kf"} : (!h) -> !f
  %vf = nn.cast %v {nn.name = "vf"} : (!h) -> !f
  %s = nn.matmul %qf, %kf {transpose_b, nn.name = "scores_acc"} : (!f, !f) -> !s
  %sh = nn.cast %s {nn.name = "scores"} : (!s) -> tensor<?x2x64x64xf16, #nn.dims<N>>
  %sf = nn.cast %sh {nn.name = "sf"} : (tensor<?x2x64x64xf16, #nn.dims<N>>) -> !s
  %c = nn.matmul %sf, %vf {nn.name = "context"} : (!s, !f) -> !f
  %p = nn.matmul %x, %y {transpose_b, nn.name = "floats"} : (!f, !f) -> !s
  %w = nn.matmul %z, %y {transpose_b, nn.name = "few"} : (!r, !f) -> !t
  return %c, %p, %w : !f, !s, !t
}
