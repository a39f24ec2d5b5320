// A constant that is repeated for each sample has one scale: its product is float, but where region=all asks
// for integers. Then it is quantized once, and repeated as integers; a copy whose sizes are known is
// --fold-constants' work.
// RUN: qopt %s --insert-quant="range=x=-1:1,a=-1:1,b=-1:1,y=-1:1" --fold-dequant 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY
// RUN: qopt %s --insert-quant="range=x=-1:1,a=-1:1,b=-1:1,y=-1:1 region=all" --fold-dequant 2>%t.all | FileCheck %s
// RUN: FileCheck %s --check-prefix=ALL < %t.all

// CHECK: %[[X:.*]] = nn.quantize %arg0
// CHECK: %[[V:.*]] = nn.constant {{.*}} : tensor<1x2x2x!quant
// CHECK: %[[U:.*]] = nn.constant {{.*}} : tensor<1x2x2x!quant
// CHECK: %[[RIGHT:.*]] = nn.expand %[[V]] {{.*}} -> tensor<?x2x2x!quant
// CHECK: %[[LEFT:.*]] = nn.expand %[[U]] {{.*}} -> tensor<?x2x2x!quant
// CHECK: %[[B:.*]] = nn.matmul %[[X]], {{.*}}"b"
// CHECK: %[[A:.*]] = nn.matmul %[[B]], %[[RIGHT]] {{.*}}"a"{{.*}} -> tensor<?x2x2x!quant
// CHECK: nn.matmul %[[LEFT]], %[[A]] {{.*}}"y"
// WHY: insert-quant: 1 of 4 layers integer (1 of 1 with weights)
// WHY-SAME: 1 float, all of its operands are constants: --fold-constants computes it: known
// WHY-SAME: 2 float, its weights are repeated for each sample, with one scale for all (region=all takes it): a, y
// ALL: insert-quant: 5 of 6 layers integer (1 of 1 with weights); 1 float, all of its operands are constants: --fold-constants computes it: known

func.func @main(%x: tensor<?x2x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2x2xf32>) {
  %v = nn.constant {nn.name = "v"} dense<[[[1.0, 2.0], [-1.0, 0.5]]]> : tensor<1x2x2xf32>
  %u = nn.constant {nn.name = "u"} dense<[[[0.5, 2.0], [-1.5, 0.5]]]> : tensor<1x2x2xf32>
  %right = nn.expand %v {nn.name = "right"} : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %left = nn.expand %u {nn.name = "left"} : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %known = nn.expand %v {nn.name = "known"} : (tensor<1x2x2xf32>) -> tensor<3x2x2xf32>
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %b = nn.matmul %x, %w {nn.name = "b"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %a = nn.matmul %b, %right {nn.name = "a"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %y = nn.matmul %left, %a {nn.name = "y"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  return %y, %known : tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2x2xf32>
}
