// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s

// A layer that only float results follow writes float itself, behind a relu or reshape
// too, and needs no range; what cannot write float is dequantized after them.
// CHECK-LABEL: func.func @main
// CHECK:       %[[C:.*]] = nn.conv2d %{{.*}} {nn.name = "c"} : (tensor<1x1x2x2x!quant{{.*}}) -> tensor<1x1x2x2xf32>
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[C]] {nn.name = "r"} : (tensor<1x1x2x2xf32>)
// CHECK-NEXT:  %[[D:.*]] = nn.conv2d %{{.*}} {nn.name = "d"} : (tensor<1x1x2x2x!quant{{.*}}) -> tensor<1x1x2x2xf32>
// CHECK-NEXT:  %[[F:.*]] = nn.reshape %[[D]] {nn.name = "f"} : (tensor<1x1x2x2xf32>)
// CHECK-NEXT:  %[[S:.*]] = nn.softmax %[[F]]
// CHECK-NEXT:  %[[A:.*]] = nn.add %{{.*}} {nn.name = "a"} : {{.*}} -> tensor<1x1x2x2x!quant.uniform<u8:f32, 1.562500e-02>>
// CHECK-NEXT:  %[[B:.*]] = nn.relu %[[A]] {{.*}} -> tensor<1x1x2x2x!quant
// CHECK-NEXT:  %[[Q:.*]] = nn.dequantize %[[B]]
// A value read as float and as integer: one quantize beside the float reader.
// CHECK-NEXT:  return %[[R]], %[[S]], %[[Q]], %arg0
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> (tensor<1x1x2x2xf32>, tensor<1x4xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %r = nn.relu %c {nn.name = "r"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %d = nn.conv2d %x, %w {nn.name = "d"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %f = nn.reshape %d {nn.name = "f"} : (tensor<1x1x2x2xf32>) -> tensor<1x4xf32>
  %s = nn.softmax %f {axis = 1 : i64, nn.name = "s"} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %a = nn.add %x, %x {nn.name = "a"} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %b = nn.relu %a {nn.name = "b", nn.range = #nn.range<0.0, 3.984375>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %r, %s, %b, %x : tensor<1x1x2x2xf32>, tensor<1x4xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>
}
