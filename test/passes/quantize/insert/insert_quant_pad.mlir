// RUN: qopt %s --insert-quant="scheme=signs region=all explain=true" --fold-dequant 2>&1 | FileCheck %s

// A border of 10 is no step of what lies in [−1, 1]: it stays float, between a
// convolution that writes float and a quantize with a range of its own. A border
// of 0 is z.
// CHECK:       remark: 'tens' stays float: it has no integer form
// CHECK-LABEL: func.func @main
// CHECK:       %[[C:.*]] = nn.conv2d {{.*}} {nn.name = "c"} : {{.*}} -> tensor<1x1x2x2xf32>
// CHECK-NEXT:  %[[P:.*]] = nn.pad %[[C]] {{.*}} -> tensor<1x1x4x4xf32>
// CHECK-NEXT:  %[[Q:.*]] = nn.quantize %[[P]] {{.*}} -> tensor<1x1x4x4x!quant.uniform<i8:f32, 0.0787{{.*}}>>
// CHECK-NEXT:  %[[Z:.*]] = nn.pad %[[Q]] {{{.*}}nn.name = "zeros"{{.*}}} : {{.*}} -> tensor<1x1x6x6x!quant.uniform<i8:f32, 0.0787{{.*}}>>
// CHECK-NEXT:  nn.conv2d %[[Z]]
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x1x6x6xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %t = nn.pad %c {low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = 10.0 : f32, nn.name = "tens", nn.range = #nn.range<-1.0, 10.0>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x4x4xf32>
  %z = nn.pad %t {low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = 0.0 : f32, nn.name = "zeros"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x6x6xf32>
  %y = nn.conv2d %z, %w {nn.name = "y"} : (tensor<1x1x6x6xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x6x6xf32>
  return %y : tensor<1x1x6x6xf32>
}
