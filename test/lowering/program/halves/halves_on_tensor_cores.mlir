// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=KERNELS

// The picture's halves are written as the first convolution reads them, four a pixel; nothing is
// copied, the pool takes vectors, and a bound comes before the only rounding.
// CHECK: 'x/f16' {{.*}} launch elementwise{{.*}}output {strides [4096, 128, 4, 1]}
// CHECK-NEXT: from batch 1024 launch elementwise
// CHECK-NEXT: 'stem' {{.*}} launch conv2d_mma_first{{.*}} by conv2d.first.f16
// CHECK-NOT: launch copy
// CHECK: 'pool' {{.*}} launch max_pool_vector
// CHECK-NOT: launch copy
// CHECK: 'window' {{.*}} by conv2d.{{.*}}f16

// KERNELS: kernel conv2d_mma_first
// KERNELS: #define IN_BYTES 6
// KERNELS: DEVICE f32 finished(
// KERNELS-NOT: {{narrowFloat|roundToHalf}}(
// KERNELS: DEVICE void epilogueFour(
!i = tensor<?x3x32x32xf32, #nn.dims<N>>
!h = tensor<?x3x32x32xf16, #nn.dims<N>>
!a = tensor<?x64x16x16xf32, #nn.dims<N>>
!b = tensor<?x64x8x8xf32, #nn.dims<N>>
func.func @main(%x: !i {nn.name = "x"}) -> !b {
  %w0 = nn.constant {nn.name = "w0"} dense<0.01> : tensor<64x3x7x7xf16>
  %w1 = nn.constant {nn.name = "w1"} dense<0.03> : tensor<64x64x3x3xf16>
  %w0f = nn.cast %w0 {nn.name = "w0f"} : (tensor<64x3x7x7xf16>) -> tensor<64x3x7x7xf32>
  %w1f = nn.cast %w1 {nn.name = "w1f"} : (tensor<64x64x3x3xf16>) -> tensor<64x64x3x3xf32>
  %h = nn.cast %x {nn.name = "x/f16"} : (!i) -> !h
  %hf = nn.cast %h {nn.name = "x/widened"} : (!h) -> !i
  %c = nn.conv2d %hf, %w0f {pads = array<i64: 3, 3, 3, 3>, strides = array<i64: 2, 2>, nn.name = "c"} : (!i, tensor<64x3x7x7xf32>) -> !a
  %ch = nn.cast %c {nn.name = "ch"} : (!a) -> tensor<?x64x16x16xf16, #nn.dims<N>>
  %r = nn.relu %ch {nn.name = "stem"} : (tensor<?x64x16x16xf16, #nn.dims<N>>) -> tensor<?x64x16x16xf16, #nn.dims<N>>
  %rf = nn.cast %r {nn.name = "rf"} : (tensor<?x64x16x16xf16, #nn.dims<N>>) -> !a
  %m = nn.max_pool2d %rf {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>, nn.name = "m"} : (!a) -> !b
  %mh = nn.cast %m {nn.name = "pool"} : (!b) -> tensor<?x64x8x8xf16, #nn.dims<N>>
  %mf = nn.cast %mh {nn.name = "mf"} : (tensor<?x64x8x8xf16, #nn.dims<N>>) -> !b
  %k = nn.conv2d %mf, %w1f {pads = array<i64: 1, 1, 1, 1>, nn.name = "window"} : (!b, tensor<64x64x3x3xf32>) -> !b
  return %k : !b
}
