// RUN: qopt %s --insert-quant | FileCheck %s
// RUN: qopt %s --insert-quant --fold-dequant | FileCheck %s --check-prefix=FOLDED

// Unsigned where the range says so (P4); the conv has the relu's parameters (B2), the
// max pool its operand's; one quantize of a value serves both its readers;
// keys and ranges stay; the last matmul writes float.
// CHECK-LABEL: func.func @main
// CHECK:       %[[XQ:.*]] = nn.quantize %{{.*}} {nn.name = "x_quantize"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!quant.uniform<i8:f32, 0.007874{{.*}}>>
// CHECK:       nn.conv2d %[[XQ]], %{{.*}} bias %{{.*}} {nn.name = "conv", nn.range = #nn.range<-8{{.*}}, 4{{.*}}>} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 0.007874{{.*}}>>, tensor<1x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {0.015748{{.*}}}>>, tensor<1xi32>) -> tensor<1x1x2x2x!quant.uniform<u8:f32, 0.01{{.*}}>>
// CHECK:       nn.dequantize %{{.*}} {nn.name = "conv_dequantize"}
// CHECK:       nn.relu {{.*}} {nn.name = "relu"
// CHECK:       %[[RD:.*]] = nn.dequantize %{{.*}} {nn.name = "relu_dequantize"}
// CHECK-NEXT:  %[[RQ:.*]] = nn.quantize %[[RD]] {nn.name = "relu_quantize"}
// CHECK:       nn.max_pool2d %[[RQ]]
// CHECK:       nn.add %[[RQ]], %{{.*}} {nn.name = "add"
// CHECK:       %[[Y:.*]] = nn.matmul %{{.*}} {nn.name = "fc"} : {{.*}} -> tensor<1x1xf32>
// CHECK-NEXT:  return %[[Y]]

// FOLDED:      nn.quantize
// FOLDED-NOT:  nn.quantize
// FOLDED-NOT:  nn.dequantize
// FOLDED:      return
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x1xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %b = nn.constant {nn.name = "b"} dense<0.5> : tensor<1xf32>
  %m = nn.constant {nn.name = "m"} dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  %c = nn.conv2d %x, %w bias %b {nn.name = "conv", nn.range = #nn.range<-8.0, 4.0>} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x2x2xf32>
  %r = nn.relu %c {nn.name = "relu", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %r {kernel = array<i64: 1, 1>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %a = nn.add %r, %p {nn.name = "add", nn.range = #nn.range<0.0, 8.0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %f = nn.reshape %a {nn.name = "flat"} : (tensor<1x1x2x2xf32>) -> tensor<1x4xf32>
  %y = nn.matmul %f, %m {nn.name = "fc"} : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
