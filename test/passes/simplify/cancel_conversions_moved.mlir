// RUN: qopt %s --cancel-conversions | FileCheck %s
!s = !quant.uniform<i8:f32, 5.0e-1>
!u = !quant.uniform<u8:f32, 5.0e-1:128>

// Pairs that undo each other around a copy of another shape, and reshapes around
// what is done to each element alike.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  %[[F:.*]] = nn.reshape %[[I:.*]] {nn.name = "flat"} : (tensor<2x3xi32>) -> tensor<6xi32>
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %{{.*}} {{{.*}}nn.name = "pool"{{.*}}} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x1x1x1x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[C:.*]] = nn.cast %[[I]] {nn.name = "c"} : (tensor<2x3xi32>) -> tensor<2x3xf32>
// A transpose that another reads keeps its place: quantize does not rise above it.
// CHECK-NEXT:  %[[T:.*]] = nn.transpose %{{.*}} {nn.name = "t"
// CHECK-NEXT:  %[[Q:.*]] = nn.quantize %[[T]] {nn.name = "q"}
// A saturating way there is not undone by the way back.
// CHECK-NEXT:  nn.requantize {{.*}} {nn.name = "narrow"}
// CHECK-NEXT:  nn.requantize {{.*}} {nn.name = "widen"}
// CHECK-NEXT:  return %[[F]], %[[P]], %[[C]], %[[T]], %[[Q]]
func.func @main(%i: tensor<2x3xi32> {nn.name = "x"}, %s: tensor<1x1x2x2x!s> {nn.name = "steps"}, %f: tensor<2x3xf32> {nn.name = "real"}, %v: tensor<2x!u> {nn.name = "v"}) -> (tensor<6xi32>, tensor<1x1x1x1x!s>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2x!s>, tensor<2x!u>) {
  %1 = nn.cast %i {nn.name = "to_i64"} : (tensor<2x3xi32>) -> tensor<2x3xi64>
  %2 = nn.reshape %1 {nn.name = "flat"} : (tensor<2x3xi64>) -> tensor<6xi64>
  %3 = nn.cast %2 {nn.name = "to_i32"} : (tensor<6xi64>) -> tensor<6xi32>
  %4 = nn.requantize %s {nn.name = "shift"} : (tensor<1x1x2x2x!s>) -> tensor<1x1x2x2x!u>
  %5 = nn.max_pool2d %4 {kernel = array<i64: 2, 2>, nn.name = "pool"} : (tensor<1x1x2x2x!u>) -> tensor<1x1x1x1x!u>
  %6 = nn.requantize %5 {nn.name = "back"} : (tensor<1x1x1x1x!u>) -> tensor<1x1x1x1x!s>
  %7 = nn.reshape %i {nn.name = "there"} : (tensor<2x3xi32>) -> tensor<6xi32>
  %8 = nn.cast %7 {nn.name = "c"} : (tensor<6xi32>) -> tensor<6xf32>
  %9 = nn.reshape %8 {nn.name = "again"} : (tensor<6xf32>) -> tensor<2x3xf32>
  %t = nn.transpose %f {permutation = array<i64: 1, 0>, nn.name = "t"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %q = nn.quantize %t {nn.name = "q"} : (tensor<3x2xf32>) -> tensor<3x2x!s>
  %n = nn.requantize %v {nn.name = "narrow"} : (tensor<2x!u>) -> tensor<2x!quant.uniform<i8:f32, 5.0e-1:64>>
  %w = nn.requantize %n {nn.name = "widen"} : (tensor<2x!quant.uniform<i8:f32, 5.0e-1:64>>) -> tensor<2x!u>
  return %3, %6, %9, %t, %q, %w : tensor<6xi32>, tensor<1x1x1x1x!s>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2x!s>, tensor<2x!u>
}
