// RUN: qopt %s --insert-quant="region=all explain=true" --fold-dequant 2>&1 | FileCheck %s
// RUN: qopt %s --expand-composites=nn.attention | FileCheck %s --check-prefix=PARTS
// Nobody asks for integers in attention (I1): it stays float between what is quantized. Taken apart, its inner
// values have keys of their own (F5).
// CHECK: remark: 'att' stays float: attention is float unless attention=integer asks for integers
// CHECK: %[[S:.*]] = nn.add {{.*}} {nn.name = "s"{{.*}}!quant
// CHECK: %[[D:.*]] = nn.dequantize %[[S]]
// CHECK: nn.attention %[[D]], %[[D]], %[[D]] {{.*}} -> tensor<1x2x3x4xf32>
// PARTS: nn.matmul {{.*}}"att/scores"
// PARTS: nn.softmax {{.*}}"att/probabilities"

func.func @main(%x: tensor<1x2x3x4xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x2x3x4xf32> {
  %s = nn.add %x, %x {nn.name = "s", nn.range = #nn.range<-2.0, 2.0>} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %y = nn.attention %s, %s, %s {nn.name = "att", scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %y : tensor<1x2x3x4xf32>
}
