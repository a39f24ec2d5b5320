// RUN: qopt %s --insert-quant="explain=true" --fold-dequant 2>&1 | FileCheck %s
// RUN: qopt %s --insert-quant="fuse=arithmetic" --fold-dequant | FileCheck %s --check-prefix=SUMS
// RUN: qopt %s --insert-quant="bits=16" --fold-dequant | FileCheck %s --check-prefix=WIDE

// Functions of one stored value round once, at their end (F6): it has 256 steps. Numbers for each
// channel are beyond a table: functions up to them are computed on what the layer sums.
// CHECK: remark: 'h' stays float: it is fused with the layers around it
// CHECK: %[[C:.*]] = nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK-NEXT: %[[H:.*]] = nn.hard_swish %[[C]]
// CHECK-NEXT: %[[M:.*]] = nn.mul %[[H]], {{.*}} {nn.name = "m"
// CHECK-NEXT: %[[A:.*]] = nn.add %[[M]], {{.*}} {nn.name = "a"
// CHECK-NEXT: %[[Q:.*]] = nn.quantize %[[A]]
// A gate by an exponential of the same value, behind a sum of two: the sum is stored.
// CHECK: %[[R:.*]] = nn.add {{.*}} {nn.name = "r"{{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: %[[B:.*]] = nn.dequantize %[[R]]
// CHECK-NEXT: %[[S:.*]] = nn.sigmoid %[[B]]
// CHECK-NEXT: %[[G:.*]] = nn.mul %[[B]], %[[S]]
// CHECK-NEXT: nn.quantize %[[G]]
// A bound on a layer's sums keeps its integer form (B2); the functions stand behind it.
// CHECK: nn.conv2d {{.*}} {nn.name = "e"{{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: %[[P:.*]] = nn.relu {{.*}} -> tensor<1x2x4x4x!quant
// CHECK-NEXT: %[[D:.*]] = nn.dequantize %[[P]]
// CHECK-NEXT: nn.mul %[[D]]
// CHECK-NEXT: nn.add
// CHECK-NEXT: nn.quantize

// Functions of a layer's sums are computed in registers; functions of stored values stay tables.
// SUMS: nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4xf32>
// SUMS: %[[R:.*]] = nn.add {{.*}} {nn.name = "r"{{.*}} -> tensor<1x2x4x4x!quant
// SUMS-NEXT: %[[B:.*]] = nn.dequantize %[[R]]
// SUMS-NEXT: nn.sigmoid %[[B]]

// No table holds 65536 steps: functions are computed on what layers sum.
// WIDE: nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4xf32>
// WIDE-NEXT: nn.hard_swish {{.*}} : (tensor<1x2x4x4xf32>)
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
  %r = nn.add %d, %a {nn.name = "r", nn.range = #nn.range<-6.0, 6.0>} : (!t, !t) -> !t
  %s = nn.sigmoid %r {nn.name = "s", nn.range = #nn.range<0.0, 1.0>} : (!t) -> !t
  %g = nn.mul %r, %s {nn.name = "g", nn.range = #nn.range<-0.3, 6.0>} : (!t, !t) -> !t
  %e = nn.conv2d %g, %w {nn.name = "e", nn.range = #nn.range<-9.0, 9.0>} : (!t, !w) -> !t
  %p = nn.relu %e {nn.name = "p", nn.range = #nn.range<0.0, 9.0>} : (!t) -> !t
  %u = nn.mul %p, %k {nn.name = "u", nn.range = #nn.range<0.0, 14.0>} : (!t, tensor<1xf32>) -> !t
  %v = nn.add %u, %k {nn.name = "v", nn.range = #nn.range<1.5, 15.5>} : (!t, tensor<1xf32>) -> !t
  %y = nn.conv2d %v, %w {nn.name = "y"} : (!t, !w) -> !t
  return %y : !t
}
