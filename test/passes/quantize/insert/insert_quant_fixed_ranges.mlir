// (P5) What sigmoid, tanh and softmax give has fixed steps, whatever was measured.
// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s --check-prefixes=CHECK,SIGNS
// RUN: qopt %s --insert-quant="region=all scheme=signed" --fold-dequant | FileCheck %s --check-prefixes=CHECK,SIGNED
// RUN: qopt %s --insert-quant="region=all scheme=affine" --fold-dequant | FileCheck %s --check-prefixes=CHECK,AFFINE
// RUN: qopt %s --insert-quant="region=all bits=16" --fold-dequant | FileCheck %s --check-prefixes=CHECK,SIXTEEN
// CHECK-LABEL: func.func @main
// SIGNS:   nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 3.906250e-03>>
// SIGNS:   nn.tanh {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0078740157186985015>>
// SIGNED:  nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0078740157186985015>>
// SIGNED:  nn.tanh {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0078740157186985015>>
// AFFINE:  nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 3.906250e-03:-128>>
// AFFINE:  nn.tanh {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0078740157186985015>>
// There is no table of 16 bits; what reads the float has steps of 127 · f32(1/127) / 32767.
// SIXTEEN: %[[S:.*]] = nn.sigmoid {{.*}} -> tensor<1x2xf32>
// SIXTEEN: nn.quantize %[[S]] {{.*}} -> tensor<1x2x!quant.uniform<i16:f32, 3.0518509447574615E-5>>
// SIXTEEN: %[[T:.*]] = nn.tanh {{.*}} -> tensor<1x2xf32>
// SIXTEEN: nn.quantize %[[T]] {{.*}} -> tensor<1x2x!quant.uniform<i16:f32, 3.0518509447574615E-5>>
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-3.0, 3.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %s = nn.sigmoid %x {nn.name = "s", nn.range = #nn.range<0.4, 0.5>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %t = nn.tanh %x {nn.name = "t", nn.range = #nn.range<-0.1, 0.1>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %m = nn.mul %s, %t {nn.name = "m", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %s, %t, %m : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
