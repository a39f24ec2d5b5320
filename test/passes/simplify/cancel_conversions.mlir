// RUN: qopt %s --cancel-conversions | FileCheck %s
!a = !quant.uniform<u8:f32, 5.0e-1>

// Transposes that undo each other go, also around a quantize; two others
// become one; reshapes become one and those to their own shape vanish; i32 → i64 → i32
// loses nothing, f32 → i32 → f32 does.
// CHECK-LABEL: func.func @main
// CHECK:       %[[Q:.*]] = nn.quantize %{{.*}} {nn.name = "q"} : (tensor<2x3x4xf32>) -> tensor<2x3x4x!quant
// CHECK-NEXT:  %[[T:.*]] = nn.transpose %{{.*}} {nn.name = "t4", permutation = array<i64: 2, 0, 1>}
// CHECK-NEXT:  %[[R:.*]] = nn.reshape %{{.*}} {nn.name = "r2"} : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:  %[[I:.*]] = nn.cast %[[X:.*]] {nn.name = "i"}
// CHECK-NEXT:  %[[F:.*]] = nn.cast %[[I]] {nn.name = "f"}
// CHECK-NEXT:  return %[[Q]], %[[T]], %[[R]], %[[F]], %[[I]]
func.func @main(%x: tensor<2x3x4xf32> {nn.name = "x"}) -> (tensor<2x3x4x!a>, tensor<4x2x3xf32>, tensor<4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xi32>) {
  %t1 = nn.transpose %x {permutation = array<i64: 1, 2, 0>, nn.name = "t1"} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %q = nn.quantize %t1 {nn.name = "q"} : (tensor<3x4x2xf32>) -> tensor<3x4x2x!a>
  %t2 = nn.transpose %q {permutation = array<i64: 2, 0, 1>, nn.name = "t2"} : (tensor<3x4x2x!a>) -> tensor<2x3x4x!a>
  %t3 = nn.transpose %x {permutation = array<i64: 1, 2, 0>, nn.name = "t3"} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %t4 = nn.transpose %t3 {permutation = array<i64: 1, 2, 0>, nn.name = "t4"} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  %r1 = nn.reshape %x {nn.name = "r1"} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %r2 = nn.reshape %r1 {nn.name = "r2"} : (tensor<24xf32>) -> tensor<4x6xf32>
  %r3 = nn.reshape %r2 {nn.name = "r3"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %i = nn.cast %x {nn.name = "i"} : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
  %f = nn.cast %i {nn.name = "f"} : (tensor<2x3x4xi32>) -> tensor<2x3x4xf32>
  %l = nn.cast %i {nn.name = "l"} : (tensor<2x3x4xi32>) -> tensor<2x3x4xi64>
  %s = nn.cast %l {nn.name = "s"} : (tensor<2x3x4xi64>) -> tensor<2x3x4xi32>
  return %t2, %t4, %r3, %f, %s : tensor<2x3x4x!a>, tensor<4x2x3xf32>, tensor<4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xi32>
}
