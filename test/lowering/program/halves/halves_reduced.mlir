// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=KERNELS

// A pool over the whole picture reads halves as they are stored, as the convolution beside it does:
// nothing widens them, and the convolution runs on tensor cores.
// CHECK: 'h' {{.*}}: conv2d
// CHECK-NOT: elementwise
// CHECK: reduce {{.*}}input b2
// CHECK-NOT: elementwise

// KERNELS: kernel reduce_columns
// KERNELS: #define VALUE(x) TERM_OF(INPUT_VALUE(x))
// KERNELS: #define INPUT_TYPE u16
// KERNELS-NOT: kernel conv2d_tiled
!x = tensor<?x64x8x8xf16, #nn.dims<N>>
!f = tensor<?x64x8x8xf32, #nn.dims<N>>
!p = tensor<?x64x1x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!f, !p) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<64x64x3x3xf16>
  %wf = nn.cast %w {nn.name = "wf"} : (tensor<64x64x3x3xf16>) -> tensor<64x64x3x3xf32>
  %xf = nn.cast %x {nn.name = "xf"} : (!x) -> !f
  %c = nn.conv2d %xf, %wf {pads = array<i64: 1, 1, 1, 1>, nn.name = "c"} : (!f, tensor<64x64x3x3xf32>) -> !f
  %h = nn.cast %c {nn.name = "h"} : (!f) -> !x
  %hf = nn.cast %h {nn.name = "hf"} : (!x) -> !f
  %d = nn.conv2d %hf, %wf {pads = array<i64: 1, 1, 1, 1>, nn.name = "d"} : (!f, tensor<64x64x3x3xf32>) -> !f
  %s = nn.reduce_sum %hf {nn.name = "s", axes = array<i64: 2, 3>, keep_dims} : (!f) -> !p
  return %d, %s : !f, !p
}
