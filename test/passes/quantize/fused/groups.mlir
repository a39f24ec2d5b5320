// RUN: qopt %s --insert-quant=fuse=arithmetic --fold-dequant --absorb-residual | FileCheck %s

!t = tensor<1x2x4x4xf32>
!w = tensor<2x2x1x1xf32>
!one = tensor<1x2x1x1xf32>

// A value that two operations of one group read, and a residual behind a function: both are read
// before anything is stored (F6).
// CHECK-LABEL: func.func @main
// CHECK:      %[[C:.*]] = nn.conv2d {{.*}} {nn.name = "c"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK-NEXT: %[[S:.*]] = nn.add %[[C]], {{.*}} {nn.name = "s"
// CHECK-NEXT: %[[P:.*]] = nn.clip %[[S]]
// CHECK-NEXT: %[[G:.*]] = nn.mul %[[C]], %[[P]]
// CHECK-NEXT: %[[Q:.*]] = nn.quantize %[[G]]
// CHECK-NEXT: %[[F:.*]] = nn.dequantize %[[Q]]
// CHECK-NEXT: %[[D:.*]] = nn.conv2d %[[Q]], {{.*}} {nn.name = "d"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK-NEXT: %[[H:.*]] = nn.hard_swish %[[D]]
// CHECK-NEXT: %[[R:.*]] = nn.add %[[H]], %[[F]]
// CHECK-NEXT: %[[QR:.*]] = nn.quantize %[[R]]
// Of two layers one has the sum, and what is made of the other is stored.
// CHECK:      nn.conv2d %[[QR]], {{.*}} {nn.name = "e"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK:      %[[I:.*]] = nn.hard_swish {{.*}} {nn.name = "i"
// CHECK-NEXT: %[[QI:.*]] = nn.quantize %[[I]]
// CHECK-NEXT: %[[FI:.*]] = nn.dequantize %[[QI]]
// CHECK:      nn.conv2d %[[QR]], {{.*}} {nn.name = "f"{{.*}} -> tensor<1x2x4x4xf32>
// CHECK:      nn.hard_swish {{.*}} {nn.name = "j"
// CHECK-NEXT: nn.add %[[FI]], %{{.*}}
// CHECK-NEXT: nn.quantize
// Behind a pool there is a function of one stored value; a gate of another shape is stored.
// CHECK:      %[[A:.*]] = nn.avg_pool2d
// CHECK:      %[[B:.*]] = nn.dequantize %[[A]]
// CHECK-NEXT: nn.mul %[[B]]
// CHECK-NEXT: nn.hard_sigmoid {{.*}} : (tensor<1x2x1x1xf32>)
// CHECK-NEXT: nn.quantize
// CHECK:      nn.mul {{.*}} {nn.name = "l"{{.*}} -> tensor<1x2x4x4x!quant
func.func @main(%x: !t {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[[[0.5]], [[-1.0]]], [[[0.25]], [[1.0]]]]> : !w
  %k = nn.constant {nn.name = "k"} dense<3.0> : tensor<1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.range = #nn.range<-2.0, 2.0>} : (!t, !w) -> !t
  %s = nn.add %c, %k {nn.name = "s", nn.range = #nn.range<1.0, 5.0>} : (!t, tensor<1xf32>) -> !t
  %p = nn.clip %s {min = 0.0 : f32, max = 6.0 : f32, nn.name = "p"} : (!t) -> !t
  %g = nn.mul %c, %p {nn.name = "g", nn.range = #nn.range<-2.0, 10.0>} : (!t, !t) -> !t
  %d = nn.conv2d %g, %w {nn.name = "d", nn.range = #nn.range<-9.0, 9.0>} : (!t, !w) -> !t
  %h = nn.hard_swish %d {nn.name = "h", nn.range = #nn.range<-0.4, 9.0>} : (!t) -> !t
  %r = nn.add %h, %g {nn.name = "r", nn.range = #nn.range<-3.0, 19.0>} : (!t, !t) -> !t
  %e = nn.conv2d %r, %w {nn.name = "e", nn.range = #nn.range<-9.0, 9.0>} : (!t, !w) -> !t
  %i = nn.hard_swish %e {nn.name = "i", nn.range = #nn.range<-0.4, 9.0>} : (!t) -> !t
  %f = nn.conv2d %r, %w {nn.name = "f", nn.range = #nn.range<-9.0, 9.0>} : (!t, !w) -> !t
  %j = nn.hard_swish %f {nn.name = "j", nn.range = #nn.range<-0.4, 9.0>} : (!t) -> !t
  %n = nn.add %i, %j {nn.name = "n", nn.range = #nn.range<-0.8, 18.0>} : (!t, !t) -> !t
  %a = nn.avg_pool2d %n {kernel = array<i64: 4, 4>, strides = array<i64: 4, 4>, nn.name = "a", nn.range = #nn.range<-0.8, 18.0>} : (!t) -> !one
  %b = nn.mul %a, %k {nn.name = "b", nn.range = #nn.range<-2.4, 54.0>} : (!one, tensor<1xf32>) -> !one
  %v = nn.hard_sigmoid %b {alpha = 0.2 : f32, beta = 0.5 : f32, nn.name = "v", nn.range = #nn.range<0.0, 1.0>} : (!one) -> !one
  %l = nn.mul %n, %v {nn.name = "l", nn.range = #nn.range<-0.8, 18.0>} : (!t, !one) -> !t
  %y = nn.conv2d %l, %w {nn.name = "y"} : (!t, !w) -> !t
  return %y : !t
}
