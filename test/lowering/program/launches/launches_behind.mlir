// A product lets the launch behind it begin with its copies where that copies weights, too, and late where it has
// nothing to do before its input is there. A norm asks for its channels' words early; two warps share its few long rows.
// RUN: qopt %s --fold-constants --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --fold-constants --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=TEXT
// CHECK: n0 'p' {{.*}}: launch conv2d_mma(
// CHECK: n1 'r' {{.*}}: launch conv2d_mma(
// CHECK: n2 'l' {{.*}}: launch standardize_lanes({{.*}} global [up(8192*N, 128), 1, 1]
// CHECK-NEXT: from batch 16 launch standardize_lanes({{.*}} global [up(4096*N, 128), 1, 1]
// TEXT: define OUTPUT_TYPE i8
// TEXT-NOT: define LAUNCHES_LATE
// TEXT: define OUTPUT_TYPE f32
// TEXT: define LAUNCHES_LATE 1
// TEXT: ---- kernel standardize_lanes
// TEXT: define CHANNEL_WORDS(c) (AS_U32(channel0[c]) | AS_U32(channel1[c]))
// TEXT: define LANES 64
// TEXT: ---- kernel standardize_lanes
// TEXT: define LANES 32

!x = tensor<?x128x768x!quant.uniform<i8:f32, 0.0625>, #nn.dims<N>>
!y = tensor<?x128x768xf32, #nn.dims<N>>
!w = tensor<768x768x!quant.uniform<i8<-127:127>:f32, 0.0078125>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %c = nn.constant dense<0.5> : tensor<768xf32>
  %f = nn.constant dense<0.025> : tensor<768x768xf32>
  %w = nn.quantize %f {nn.name = "w"} : (tensor<768x768xf32>) -> !w
  %p = nn.matmul %x, %w {nn.name = "p"} : (!x, !w) -> !x
  %r = nn.matmul %p, %w {nn.name = "r"} : (!x, !w) -> !y
  %l = nn.layer_norm %r scale %c bias %c {axis = 2 : i64, epsilon = 1.0e-5 : f32, nn.name = "l"} : (!y, tensor<768xf32>, tensor<768xf32>) -> !y
  return %l : !y
}
