// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s

// Along one dimension as along two: weights per channel, the relu's parameters, a bias of integers.
// CHECK-LABEL: func.func @main
// CHECK:       nn.quantize %{{.*}} : (tensor<1x2x8xf32>) -> tensor<1x2x8x!quant.uniform<i8:f32, 0.0078{{.*}}>>
// CHECK:       nn.conv2d %{{.*}}, %{{.*}} bias %{{.*}} : (tensor<1x2x8x!quant.uniform<i8:f32, 0.0078{{.*}}>>, tensor<2x2x3x!quant.uniform<i8<-127:127>:f32:0, {{.*}}>>, tensor<2xi32>) -> tensor<1x2x3x!quant.uniform<u8:f32, 0.0156{{.*}}>>
// CHECK:       nn.relu {{.*}} tensor<1x2x3x!quant.uniform<u8:f32, 0.0156{{.*}}>>
// CHECK:       nn.max_pool2d {{.*}} tensor<1x2x2x!quant.uniform<u8:f32, 0.0156{{.*}}>>
// CHECK:       nn.avg_pool2d {{.*}} -> tensor<1x2x1x!quant.uniform<u8
func.func @main(%x: tensor<1x2x8xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x2x1xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[[1.0, 2.0, 3.0], [0.5, 1.5, -1.0]], [[0.25, -2.0, 1.0], [1.0, 0.0, -0.5]]]> : tensor<2x2x3xf32>
  %b = nn.constant {nn.name = "b"} dense<[0.5, -0.5]> : tensor<2xf32>
  %c = nn.conv2d %x, %w bias %b {nn.name = "conv", strides = array<i64: 2>, pads = array<i64: 0, 1>, dilations = array<i64: 2>, nn.range = #nn.range<-8.0, 4.0>} : (tensor<1x2x8xf32>, tensor<2x2x3xf32>, tensor<2xf32>) -> tensor<1x2x3xf32>
  %r = nn.relu %c {nn.name = "relu", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %p = nn.max_pool2d %r {kernel = array<i64: 2>, strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>, nn.name = "pool"} : (tensor<1x2x3xf32>) -> tensor<1x2x2xf32>
  %y = nn.avg_pool2d %p {kernel = array<i64: 2>, strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>, nn.name = "mean", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x2x2xf32>) -> tensor<1x2x1xf32>
  return %y : tensor<1x2x1xf32>
}
