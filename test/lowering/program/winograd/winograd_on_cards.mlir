// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device --float-order=direct | FileCheck %s --check-prefix=DIRECT
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=TEXT

// Windows of 3x3 and of 5x5, which are four parts, once a batch fills the card: their factors are made at load, beside
// what small batches read. Not of a window that skips pixels, nor in direct order.
// CHECK-DAG: load c{{[0-9]+}} -> c{{[0-9]+}} f32 1x64x16x128 by tile factors
// CHECK-DAG: load c{{[0-9]+}} -> c{{[0-9]+}} f32 4x128x16x64 by tile factors
// CHECK: 'wide' {{.*}} launch conv2d_mma(
// CHECK: from batch {{[0-9]+}} launch conv2d_winograd({{.*}} giving 163840 bytes dependent by conv2d.winograd
// CHECK: 'parts' {{.*}} launch conv2d_mma(
// CHECK: from batch {{[0-9]+}} launch conv2d_winograd(
// CHECK: 'apart' {{.*}} launch
// CHECK-NOT: winograd
// DIRECT: 'wide'
// DIRECT-NOT: by conv2d.winograd
// TEXT: ---- kernel conv2d_winograd ----
// TEXT: #define WEIGHT_PITCH 128
!x = tensor<?x64x28x28xf32, #nn.dims<N>>
!y = tensor<?x128x28x28xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> tensor<?x64x14x14xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<128x64x3x3xf32>
  %v = nn.constant {nn.name = "v"} dense<0.5> : tensor<64x128x5x5xf32>
  %u = nn.constant {nn.name = "u"} dense<0.5> : tensor<64x64x3x3xf32>
  %a = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "wide"} : (!x, tensor<128x64x3x3xf32>) -> !y
  %b = nn.conv2d %a, %v {pads = array<i64: 2, 2, 2, 2>, nn.name = "parts"} : (!y, tensor<64x128x5x5xf32>) -> !x
  %c = nn.conv2d %b, %u {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>, nn.name = "apart"} : (!x, tensor<64x64x3x3xf32>) -> tensor<?x64x14x14xf32, #nn.dims<N>>
  return %c : tensor<?x64x14x14xf32, #nn.dims<N>>
}
