// RUN: qopt %s --insert-quant="fuse=arithmetic explain=true" --fold-dequant --absorb-residual 2>&1 | FileCheck %s
// RUN: qopt %s --insert-quant="fuse=none" --fold-dequant --absorb-residual | FileCheck %s --check-prefix=NONE
// RUN: qopt %s --insert-quant="fuse=all" --fold-dequant --absorb-residual | FileCheck %s --check-prefix=ALL

// Functions of a layer's sums round once, before the result is stored (F6).
// CHECK: remark: 'h' stays float: it is fused with the layers around it
// CHECK: nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK-NEXT: nn.hard_swish {{.*}} : (tensor<1x2x4x4xf32>)
// CHECK-NEXT: nn.mul {{.*}} {nn.name = "m"
// CHECK-NEXT: %[[A:.*]] = nn.add {{.*}} {nn.name = "a"
// CHECK-NEXT: %[[Q:.*]] = nn.quantize %[[A]]
// A layer that reads them, and another, have the same steps. A bound on sums keeps its integer form
// (B2), and so does a residual (E2).
// CHECK: nn.conv2d %[[Q]], {{.*}} {nn.name = "d"{{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: nn.clip {{.*}} -> tensor<1x2x4x4x!quant
// CHECK: %[[R:.*]] = nn.conv2d {{.*}} residual %[[Q]] {{.*}}nn.name = "r"
// An exponential costs more than a table.
// CHECK: nn.conv2d %[[R]], {{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: nn.swish {{.*}} -> tensor<1x2x4x4x!quant
// A value that another layer reads is stored.
// CHECK: %[[T:.*]] = nn.conv2d {{.*}} {nn.name = "t"{{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: nn.hard_swish %[[T]] {{.*}} -> tensor<1x2x4x4x!quant

// NONE: nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4x!quant
// NONE-NEXT: nn.hard_swish {{.*}} -> tensor<1x2x4x4x!quant
// NONE: nn.mul {{.*}} -> tensor<1x2x4x4x!quant
// NONE: nn.add {{.*}} -> tensor<1x2x4x4x!quant

// ALL: nn.conv2d {{.*}} {nn.name = "s"{{.*}} -> tensor<1x2x4x4xf32>
// ALL-NEXT: %[[W:.*]] = nn.swish {{.*}} -> tensor<1x2x4x4xf32>
// ALL-NEXT: nn.quantize %[[W]]
!t = tensor<1x2x4x4xf32>
!w = tensor<2x2x1x1xf32>
func.func @main(%x: !t {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[[[0.5]], [[-1.0]]], [[[0.25]], [[1.0]]]]> : !w
  %k = nn.constant {nn.name = "k"} dense<1.5> : tensor<1xf32>
  %b = nn.constant {nn.name = "b"} dense<[[[0.5]], [[-0.5]]]> : tensor<2x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.range = #nn.range<-2.0, 2.0>} : (!t, !w) -> !t
  %h = nn.hard_swish %c {nn.name = "h", nn.range = #nn.range<-1.0, 2.0>} : (!t) -> !t
  %m = nn.mul %h, %k {nn.name = "m", nn.range = #nn.range<-1.5, 3.0>} : (!t, tensor<1xf32>) -> !t
  %a = nn.add %m, %b {nn.name = "a", nn.range = #nn.range<-2.0, 3.5>} : (!t, tensor<2x1x1xf32>) -> !t
  %d = nn.conv2d %a, %w {nn.name = "d", nn.range = #nn.range<-5.0, 5.0>} : (!t, !w) -> !t
  %p = nn.clip %d {min = 0.0 : f32, max = 3.0 : f32, nn.name = "p"} : (!t) -> !t
  %e = nn.conv2d %p, %w {nn.name = "e", nn.range = #nn.range<-5.0, 5.0>} : (!t, !w) -> !t
  %r = nn.add %e, %a {nn.name = "r", nn.range = #nn.range<-6.0, 6.0>} : (!t, !t) -> !t
  %s = nn.conv2d %r, %w {nn.name = "s", nn.range = #nn.range<-8.0, 8.0>} : (!t, !w) -> !t
  %u = nn.swish %s {alpha = 1.0 : f32, nn.name = "u", nn.range = #nn.range<-0.3, 8.0>} : (!t) -> !t
  %t = nn.conv2d %u, %w {nn.name = "t", nn.range = #nn.range<-9.0, 9.0>} : (!t, !w) -> !t
  %v = nn.hard_swish %t {nn.name = "v", nn.range = #nn.range<-0.4, 9.0>} : (!t) -> !t
  %y = nn.conv2d %v, %w {nn.name = "y"} : (!t, !w) -> !t
  %z = nn.conv2d %t, %w {nn.name = "z"} : (!t, !w) -> !t
  %o = nn.add %y, %z {nn.name = "o"} : (!t, !t) -> !t
  return %o : !t
}
