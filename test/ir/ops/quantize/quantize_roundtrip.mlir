// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
// RUN: qopt %s -o %t.mlir && qopt %t.mlir -o %t.2.mlirbc && qopt %t.2.mlirbc | FileCheck %s
!u = !quant.uniform<u8:f32, 0.0039215688593685627:255>
!s = !quant.uniform<i8:f32, 0.0078740157186985015>

// 1/255 and 1/127 as f32: both roads keep every digit, the extremes too.
// CHECK-LABEL: @conversions(
// CHECK: nn.quantize %arg0 {nn.name = "q"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2x!quant.uniform<u8:f32, 0.0039215688593685627:255>, #nn.dims<N>>
// CHECK: nn.requantize {{.*}} -> tensor<?x2x!quant.uniform<i8:f32, 0.0078740157186985015>, #nn.dims<N>>
// CHECK: nn.dequantize {{.*}} -> tensor<?x2xf32, #nn.dims<N>>
func.func @conversions(%x: tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>> {
  %q = nn.quantize %x {nn.name = "q"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2x!u, #nn.dims<N>>
  %r = nn.requantize %q : (tensor<?x2x!u, #nn.dims<N>>) -> tensor<?x2x!s, #nn.dims<N>>
  %d = nn.dequantize %r : (tensor<?x2x!s, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %d : tensor<?x2xf32, #nn.dims<N>>
}

// CHECK-LABEL: @extremes(
// CHECK-SAME: !quant.uniform<i8<-127:127>:f32:0, {1.1754943508222875E-38,3.4028234663852886E+38}>
// CHECK-SAME: !quant.uniform<i16:f32, 3.0517578125E-5>
// CHECK-SAME: !quant.uniform<u8<3:250>:f32:0, {0.0099999997764825821:3,0.10000000149011612:250}>
func.func @extremes(%a: tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.1754943508222875e-38, 3.4028234663852886e+38}>>, %b: tensor<2x!quant.uniform<i16:f32, 3.0517578125e-05>>, %c: tensor<2x!quant.uniform<u8<3:250>:f32:0, {0.0099999997764825821:3, 0.10000000149011612:250}>>) -> tensor<2xf32> {
  %x = nn.dequantize %a : (tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.1754943508222875e-38, 3.4028234663852886e+38}>>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// CHECK-LABEL: @cast(
// CHECK: nn.cast %arg0 : (tensor<2xf32>) -> tensor<2xi64>
// CHECK: nn.cast %{{.*}} : (tensor<2xi64>) -> tensor<2xi32>
func.func @cast(%x: tensor<2xf32>) -> tensor<2xi32> {
  %a = nn.cast %x : (tensor<2xf32>) -> tensor<2xi64>
  %b = nn.cast %a : (tensor<2xi64>) -> tensor<2xi32>
  return %b : tensor<2xi32>
}
