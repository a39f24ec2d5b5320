// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s
// RUN: qopt %s --insert-quant="region=all profile=trt" --fold-dequant | FileCheck %s --check-prefix=TRT
// RUN: qopt %s --insert-quant="region=all scheme=affine" --fold-dequant | FileCheck %s --check-prefix=AFFINE

// Softmax stays float, but its range is known (P5): attention needs no measuring of
// it, and what was measured does not matter.
// CHECK:      nn.softmax {{.*}} -> tensor<2x2xf32>
// CHECK-NEXT: %[[Q:.*]] = nn.quantize {{.*}} -> tensor<2x2x!quant.uniform<u8:f32, 3.906250e-03>>
// CHECK-NEXT: nn.matmul %[[Q]]
// CHECK:      nn.quantize {{.*}} -> tensor<2x2x!quant.uniform<u8:f32, 3.906250e-03>>
// TRT:        nn.softmax
// TRT-NEXT:   nn.quantize {{.*}} -> tensor<2x2x!quant.uniform<i8:f32, 0.007874{{.*}}>>
// AFFINE:     nn.softmax
// AFFINE-NEXT: nn.quantize {{.*}} -> tensor<2x2x!quant.uniform<i8:f32, 3.906250e-03:-128>>
func.func @main(%x: tensor<2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<2x2xf32> {
  %s = nn.softmax %x {axis = 1 : i64, nn.name = "soft"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = nn.matmul %s, %x {nn.name = "m"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = nn.softmax %m {axis = 1 : i64, nn.name = "again", nn.range = #nn.range<0.0, 0.5>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = nn.matmul %t, %x {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
