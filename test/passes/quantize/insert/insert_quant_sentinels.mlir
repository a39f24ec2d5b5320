// Numbers that stand for nothing, in masks and in borders before a maximum, make ranges in whose
// steps the others would be lost.
// RUN: qopt %s --insert-quant="region=all scheme=affine why=p" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=MODULE < %t.mlir
// RUN: qopt %s --insert-quant="region=all scheme=affine bits=16" -o %t.16.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// A range of its own is a user's word.
// RUN: qopt %s --insert-quant="region=all scheme=affine range=masked=-30:10" -o %t.r.mlir 2>&1 | FileCheck %s --check-prefix=RANGE

// A border that no maximum shows saturates; a sum, a choice, or what reads it, stays float.
// CHECK-DAG: warning: the range of 'p', -3.40282e+38 to 2, is that of numbers which copies of it never show: its steps are made of what they show, -1 to 2, and what lies outside saturates
// CHECK-DAG: warning: 'masked' stays float: 's', whose values lie within 15, would be rounded away by the scale of 'masked', 39.2
// CHECK-DAG: warning: 'given' stays float: the range of 'bias' reaches the largest f32: it is as good as unbounded
// CHECK-DAG: warning: 'chosen_half' stays float: 's', whose values lie within 15, would be rounded away by the scale of 'chosen', 39.2
// CHECK-DAG: warning: 'boxes' stays float: 's', whose values lie within 15, would be rounded away by the scale of 'boxes', 15.7
// CHECK-DAG: warning: 'far' stays float: a softmax reads differences that are smaller than a step of 'far', 39.
// CHECK-DAG: remark: 'p' is i8, scale 0.0117{{.*}}: profile qopt: scheme affine, 8 bits, of what copies show of its range: -1 to 2
// The rest is integer: what adds nothing to speak of, a mask of two steps, an epsilon.
// CHECK-NOT: warning
// MODULE: nn.sub {{.*}}nn.name = "kept"{{.*}} -> tensor<1x4x!quant
// MODULE: nn.mul {{.*}}nn.name = "mask"{{.*}} -> tensor<1x4x!quant
// MODULE: nn.add {{.*}}nn.name = "masked"{{.*}} -> tensor<1x4xf32>
// MODULE: nn.quantize {{.*}}nn.name = "p_quantize"{{.*}} -> tensor<1x1x6x6x!quant.uniform<i8:f32, 0.0117{{.*}}:-43>>
// MODULE: nn.max_pool2d {{.*}} -> tensor<1x1x3x3x!quant.uniform<i8:f32, 0.0117{{.*}}:-43>>
// MODULE: nn.add {{.*}}nn.name = "shifted"{{.*}} -> tensor<1x4x!quant

// In steps of 16 bits a few of the scores' values are left: not enough for a softmax.
// WIDE: warning: 'masked' stays float: a softmax reads differences that are smaller than a step of 'masked', 0.152
// RANGE-NOT: 'masked' stays float
!v = tensor<1x4xf32>
func.func @main(%s: !v {nn.name = "s", nn.range = #nn.range<-5.0, 10.0>}, %m: !v {nn.name = "m", nn.range = #nn.range<0.0, 1.0>},
                %w: !v {nn.name = "w", nn.range = #nn.range<-100.0, 100.0>}, %i: tensor<1x1x4x4xf32> {nn.name = "i", nn.range = #nn.range<-1.0, 2.0>}, %b: tensor<4xi1> {nn.name = "b"})
    -> (!v, !v, !v, tensor<1x8xf32>, !v, tensor<1x1x3x3xf32>, !v) {
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<f32>
  %low = nn.constant {nn.name = "low"} dense<-1.0e4> : tensor<f32>
  %lows = nn.constant {nn.name = "lows"} dense<-1.0e4> : !v
  %bias = nn.constant {nn.name = "bias"} dense<[0.0, 0.0, 0xFF800000, 0.0]> : tensor<4xf32>
  %eps = nn.constant {nn.name = "eps"} dense<1.0e-5> : tensor<f32>
  %kept = nn.sub %one, %m {nn.name = "kept", nn.range = #nn.range<0.0, 1.0>} : (tensor<f32>, !v) -> !v
  %mask = nn.mul %kept, %low {nn.name = "mask", nn.range = #nn.range<-1.0e4, 0.0>} : (!v, tensor<f32>) -> !v
  %masked = nn.add %s, %mask {nn.name = "masked", nn.range = #nn.range<-1.0e4, 10.0>} : (!v, !v) -> !v
  %p1 = nn.softmax %masked {axis = 1 : i64, nn.name = "p1"} : (!v) -> !v
  %given = nn.add %s, %bias {nn.name = "given", nn.range = #nn.range<-3.4028234663852886e38, 10.0>} : (!v, tensor<4xf32>) -> !v
  %chosen = nn.where %b, %s, %lows {nn.name = "chosen", nn.range = #nn.range<-1.0e4, 10.0>} : (tensor<4xi1>, !v, !v) -> !v
  %half = nn.mul %chosen, %eps {nn.name = "chosen_half", nn.range = #nn.range<-0.1, 1.0e-4>} : (!v, tensor<f32>) -> !v
  %boxes = nn.concat %s, %mask {axis = 1 : i64, nn.name = "boxes", nn.range = #nn.range<-4.0e3, 10.0>} : (!v, !v) -> tensor<1x8xf32>
  %far = nn.add %w, %mask {nn.name = "far", nn.range = #nn.range<-1.0e4, 100.0>} : (!v, !v) -> !v
  %p2 = nn.softmax %far {axis = 1 : i64, nn.name = "p2"} : (!v) -> !v
  %p = nn.pad %i {low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = -3.4028234663852886e38 : f32, nn.name = "p", nn.range = #nn.range<-3.4028234663852886e38, 2.0>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x6x6xf32>
  %pool = nn.max_pool2d %p {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, nn.name = "pool", nn.range = #nn.range<-1.0, 2.0>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x3xf32>
  %top = nn.sigmoid %pool {nn.name = "top"} : (tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  %shifted = nn.add %s, %eps {nn.name = "shifted", nn.range = #nn.range<-5.0, 10.0>} : (!v, tensor<f32>) -> !v
  return %p1, %given, %half, %boxes, %p2, %top, %shifted : !v, !v, !v, tensor<1x8xf32>, !v, tensor<1x1x3x3xf32>, !v
}
