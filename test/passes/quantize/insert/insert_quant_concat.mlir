// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s

// The add makes the concat integer. The matmuls before it, which only it reads,
// one behind a relu, round to its parameters once (E1) and need no range: they
// must not write float for it, though no consumer of the concat is integer.
// CHECK-LABEL: func.func @main
// CHECK:       %[[A:.*]] = nn.matmul {{.*}} {nn.name = "a"} : {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK-NEXT:  %[[B:.*]] = nn.matmul {{.*}} {nn.name = "b"} : {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[B]] {nn.name = "r"}
// CHECK-NEXT:  %[[S:.*]] = nn.add {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK-NEXT:  %[[C:.*]] = nn.concat %[[A]], %[[R]], %[[S]]
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[C]]
// CHECK-NEXT:  return %[[D]]
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x6xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %b = nn.matmul %x, %w {nn.name = "b"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %r = nn.relu %b {nn.name = "r"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %s = nn.add %x, %x {nn.name = "s"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = nn.concat %a, %r, %s {axis = 1 : i64, nn.name = "c", nn.range = #nn.range<-4.0, 4.0>} : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x6xf32>
  return %c : tensor<1x6xf32>
}
