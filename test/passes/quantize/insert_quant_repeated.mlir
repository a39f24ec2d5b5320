// A constant that is repeated for each sample counts as weights, on either side of a product: it is quantized
// once and repeated as integers. One whose copy has known sizes is --fold-constants' work.
// RUN: qopt %s --insert-quant="range=x=-1:1,a=-1:1,y=-1:1" --fold-dequant 2>%t.why | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.why
// RUN: qopt %s --insert-quant="range=x=-1:1,a=-1:1,y=-1:1 float=a" 2>&1 >/dev/null | FileCheck %s --check-prefix=FLOAT

// CHECK: %[[X:.*]] = nn.quantize %arg0
// CHECK: %[[V:.*]] = nn.constant {{.*}} : tensor<1x2x2x!quant
// CHECK: %[[U:.*]] = nn.constant {{.*}} : tensor<1x2x2x!quant
// CHECK: %[[RIGHT:.*]] = nn.expand %[[V]] {{.*}} -> tensor<?x2x2x!quant
// CHECK: %[[LEFT:.*]] = nn.expand %[[U]] {{.*}} -> tensor<?x2x2x!quant
// CHECK: %[[A:.*]] = nn.matmul %[[X]], %[[RIGHT]] {{.*}}"a"{{.*}} -> tensor<?x2x2x!quant
// CHECK: nn.matmul %[[LEFT]], %[[A]] {{.*}}"y"
// WHY: insert-quant: 4 of 5 layers integer (2 of 2 with weights); 1 float, its operands are constants (--fold-constants): known
// FLOAT: 1 float, option float says so: a

func.func @main(%x: tensor<?x2x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2x2xf32>) {
  %v = nn.constant {nn.name = "v"} dense<[[[1.0, 2.0], [-1.0, 0.5]]]> : tensor<1x2x2xf32>
  %u = nn.constant {nn.name = "u"} dense<[[[0.5, 2.0], [-1.5, 0.5]]]> : tensor<1x2x2xf32>
  %right = nn.expand %v {nn.name = "right"} : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %left = nn.expand %u {nn.name = "left"} : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %known = nn.expand %v {nn.name = "known"} : (tensor<1x2x2xf32>) -> tensor<3x2x2xf32>
  %a = nn.matmul %x, %right {nn.name = "a"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %y = nn.matmul %left, %a {nn.name = "y"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  return %y, %known : tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2x2xf32>
}
