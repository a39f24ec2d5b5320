// A channel's steps are a dequantized constant; groups have scales beside them. What is filled up
// to a whole group is cut off again.
// RUN: qopt %s --quantize-weights="minimum-size=4" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID && FileCheck %s < %t.mlir
// RUN: qopt %s --quantize-weights="minimum-size=4 bits=4 group=2" -o %t.four.mlir && FileCheck %s --check-prefix=FOUR < %t.four.mlir
// RUN: qopt %t.four.mlir --fold-constants -o - | FileCheck %s --check-prefix=FOUR
// RUN: qopt %s --quantize-weights="minimum-size=4 bits=4 group=2 scheme=affine layers=m" -o - | FileCheck %s --check-prefix=AFFINE
// RUN: qopt %s --quantize-weights="minimum-size=4 except=nn.matmul" -o - | FileCheck %s --check-prefix=EXCEPT
// RUN: qrun compare %t.mlir --device=host --other-device=reference --exact | FileCheck %s --check-prefix=SAME
// RUN: qrun compare %t.four.mlir --device=host --other-device=reference --exact | FileCheck %s --check-prefix=SAME

// SAID: quantize_weights.mlir:{{.*}}: remark: quantize-weights: {{[1-9]}} layers read weights of 8 bits: the file is smaller, but no run is faster

// CHECK-NOT: "w"
// CHECK:     %[[S:.*]] = nn.constant {nn.name = "w/steps"} {{.*}} : tensor<2x3x1x1x!quant.uniform<i8<-127:127>:f32:0, {2.500000e-01,1.000000e+00}>>
// CHECK:     %[[W:.*]] = nn.dequantize %[[S]] {nn.name = "w/dequantized"} : {{.*}} -> tensor<2x3x1x1xf32>
// CHECK:     nn.constant {nn.name = "v/steps"} {{.*}} : tensor<3x2x!quant.uniform<i8<-127:127>:f32:1, {
// CHECK:     nn.conv2d %{{.*}}, %[[W]] {nn.name = "c"}
// FOUR:      %[[S:.*]] = nn.constant {nn.name = "w/steps"} {{.*}} : tensor<2x2x2x1xi4>
// FOUR-NEXT: %[[G:.*]] = nn.constant {nn.name = "w/scale"} {{.*}} : tensor<2x2x1x1xf32>
// FOUR-NEXT: %[[N:.*]] = nn.cast %[[S]] {nn.name = "w/number"} : {{.*}} -> tensor<2x2x2x1xf32>
// FOUR-NEXT: %[[B:.*]] = nn.mul %[[N]], %[[G]] {nn.name = "w/blocks"} : {{.*}} -> tensor<2x2x2x1xf32>
// FOUR-NEXT: %[[F:.*]] = nn.reshape %[[B]] {nn.name = "w/filled"} : {{.*}} -> tensor<2x4x1xf32>
// FOUR-NEXT: %[[T:.*]] = nn.slice %[[F]] {nn.name = "w/terms", {{.*}} -> tensor<2x3x1xf32>
// FOUR-NEXT: nn.reshape %[[T]] {nn.name = "w/dequantized"} : {{.*}} -> tensor<2x3x1x1xf32>
// AFFINE:     nn.constant {nn.name = "w"}
// AFFINE:     nn.constant {nn.name = "v/steps"} {{.*}} : tensor<1x2x2x2xi4>
// AFFINE:     %[[Z:.*]] = nn.constant {nn.name = "v/zero"} {{.*}} : tensor<1x2x1x2xi4>
// AFFINE:     %[[ZF:.*]] = nn.cast %[[Z]] {nn.name = "v/zero_number"}
// AFFINE:     nn.sub %{{.*}}, %[[ZF]] {nn.name = "v/centered"}
// EXCEPT:     nn.constant {nn.name = "w/steps"}
// EXCEPT:     nn.constant {nn.name = "v"}
// SAME: 0 not equal bit by bit
func.func @main(%x: tensor<1x3x1x1xf32> {nn.name = "x"}, %a: tensor<1x3xf32> {nn.name = "a"}) -> (tensor<1x2x1x1xf32>, tensor<1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<[[[[31.75]], [[-1.0]], [[0.3]]], [[[0.0]], [[0.0]], [[0.0]]]]> : tensor<2x3x1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 2.0], [3.0, 4.0], [-5.0, 6.0]]> : tensor<3x2xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<1x3x1x1xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x1x1xf32>
  %m = nn.matmul %a, %v {nn.name = "m"} : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  return %c, %m : tensor<1x2x1x1xf32>, tensor<1x2xf32>
}
