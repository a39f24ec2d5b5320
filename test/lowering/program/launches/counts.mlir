// Kernels count in an int. Where they count more than they have items, and than another argument says, the launch states
// the count: drivers refuse a batch for which that is too much.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=TEXT

// An item takes four lines of three channels.
// CHECK: 'turned' {{.*}} launch elementwise(b{{[0-9]+}}, N, b{{[0-9]+}}) global [up(50176*N, 128)
// CHECK-NEXT: from batch 16 launch elementwise(b{{[0-9]+}}, N, b{{[0-9]+}}, 50176*N) global [up(12544*N, 128)
// There are as many groups as a card holds, whatever the batch; pixels of 32 bytes are copied by pieces of 16.
// CHECK: 'conv' {{.*}} launch conv2d_mma(b{{[0-9]+}}, c{{[0-9]+}}, b{{[0-9]+}}, N, 8192*N)
// CHECK: from batch 4 launch conv2d_mma(b{{[0-9]+}}, c{{[0-9]+}}, b{{[0-9]+}}, N, 8192*N)
// TEXT: define TOGETHER 4
// TEXT: define EPILOGUE_PARAMS , GLOBAL_CONST i8 *PRODUCED tensor0, int counted0

!x = tensor<?x3x224x224xi8, #nn.dims<N>>
!t = tensor<?x224x224x3xi8, #nn.dims<N>>
!h = tensor<?x5x64x64xf32, #nn.dims<N>>
!r = tensor<?x32x64x64xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}, %h: !h {nn.name = "h"}) -> (!t, !r) {
  %w = nn.constant {nn.name = "w"} dense<0.01> : tensor<32x5x3x3xf32>
  %a = nn.transpose %x {permutation = array<i64: 0, 2, 3, 1>, nn.name = "t"} : (!x) -> !t
  %b = nn.max %a, %a {nn.name = "turned"} : (!t, !t) -> !t
  %c = nn.conv2d %h, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "conv"} : (!h, tensor<32x5x3x3xf32>) -> !r
  return %b, %c : !t, !r
}
