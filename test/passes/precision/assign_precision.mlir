// The form is that of an imported f16 model: elementwise operations and copies take the type, other
// layers have casts around and compute in f32. Keys and ranges are the rounded values'.
// RUN: qopt %s --assign-precision="type=f16" -o %t.mlir 2>/dev/null && FileCheck %s < %t.mlir
// RUN: qopt %s --assign-precision="type=f8e4m3fn" -o %t.f8.mlir 2>/dev/null && FileCheck %s --check-prefix=F8 < %t.f8.mlir
// RUN: qopt %t.mlir --fold-constants --cancel-conversions -o %t.folded.mlir && FileCheck %s < %t.folded.mlir
// RUN: qrun compare %t.mlir --device=host --other-device=reference --exact | FileCheck %s --check-prefix=SAME
// RUN: qrun compare %t.f8.mlir --device=host --other-device=reference --exact | FileCheck %s --check-prefix=SAME

// CHECK:      func.func @main(%[[X:.*]]: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x1x2x2xf32> {nn.name = "s"}, tensor<1x4xf32> {nn.name = "r"})
// CHECK-DAG:  %[[W:.*]] = nn.constant {nn.name = "w"} {{.*}} : tensor<1x1x1x1xf16>
// CHECK-DAG:  %[[WF:.*]] = nn.cast %[[W]] {nn.name = "w/f16/widened"}
// CHECK-DAG:  %[[H:.*]] = nn.cast %[[X]] {nn.name = "x/f16"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf16>
// CHECK-DAG:  %[[HF:.*]] = nn.cast %[[H]] {nn.name = "x/f16/widened"}
// CHECK:      %[[CF:.*]] = nn.conv2d %[[HF]], %[[WF]] {nn.name = "c/f32", {{.*}}} : {{.*}} -> tensor<1x1x2x2xf32>
// CHECK:      %[[C:.*]] = nn.cast %[[CF]] {nn.absorbed = ["bn"], nn.name = "c", nn.range = #nn.range<-2.{{.*}}, 8.{{.*}}>} : {{.*}} -> tensor<1x1x2x2xf16>
// CHECK:      %[[A:.*]] = nn.add %[[C]], %[[H]] {nn.name = "a"} : {{.*}} -> tensor<1x1x2x2xf16>
// CHECK:      %[[AF:.*]] = nn.cast %[[A]] {nn.name = "a/widened"}
// CHECK:      %[[SF:.*]] = nn.softmax %[[AF]] {axis = 3 : i64, nn.name = "s/f32"}
// CHECK:      %[[S:.*]] = nn.cast %[[SF]] {nn.name = "s"} : {{.*}} -> tensor<1x1x2x2xf16>
// CHECK:      %[[Y:.*]] = nn.cast %[[S]] {nn.name = "s/widened"} : {{.*}} -> tensor<1x1x2x2xf32>
// CHECK:      %[[R:.*]] = nn.reshape %[[A]] {nn.name = "r"} : {{.*}} -> tensor<1x4xf16>
// CHECK:      %[[Z:.*]] = nn.cast %[[R]] {nn.name = "r/widened"}
// CHECK:      return %[[Y]], %[[Z]]

// 8 bits are cast for arithmetic too, and copied as they are.
// F8: nn.add {{.*}} {nn.name = "a/f32"} : {{.*}} -> tensor<1x1x2x2xf32>
// F8: nn.cast {{.*}} {nn.name = "a"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf8E4M3FN>
// F8: nn.reshape {{.*}} {nn.name = "r"} : (tensor<1x1x2x2xf8E4M3FN>) -> tensor<1x4xf8E4M3FN>

// SAME: 0 not equal bit by bit
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x1x2x2xf32>, tensor<1x4xf32>) {
  %w = nn.constant {nn.name = "w"} dense<2.1> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.absorbed = ["bn"], nn.range = #nn.range<-2.0, 8.0>} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %a = nn.add %c, %x {nn.name = "a"} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %s = nn.softmax %a {axis = 3 : i64, nn.name = "s"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %r = nn.reshape %a {nn.name = "r"} : (tensor<1x1x2x2xf32>) -> tensor<1x4xf32>
  return %s, %r : tensor<1x1x2x2xf32>, tensor<1x4xf32>
}
