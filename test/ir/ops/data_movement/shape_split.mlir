// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<i8:f32, 0.5:3>

// The key of a further result is the name and its number; each has its own range.
// CHECK-LABEL: @parts(
// CHECK: %[[S:.*]]:3 = nn.split %arg0 {axis = 1 : i64, nn.name = "s", nn.range = [#nn.range<-1.000000e+00, 2.000000e+00>, unit, #nn.range<0.000000e+00, 5.000000e-01>], sizes = array<i64: 1, 2, 3>} : (tensor<?x6x2xf32, #nn.dims<2*N>>) -> (tensor<?x1x2xf32, #nn.dims<2*N>>, tensor<?x2x2xf32, #nn.dims<2*N>>, tensor<?x3x2xf32, #nn.dims<2*N>>)
// CHECK: return %[[S]]#2, %[[S]]#0
func.func @parts(%x: tensor<?x6x2xf32, #nn.dims<2*N>>) -> (tensor<?x3x2xf32, #nn.dims<2*N>>, tensor<?x1x2xf32, #nn.dims<2*N>>) {
  %s:3 = nn.split %x {axis = 1 : i64, sizes = array<i64: 1, 2, 3>, nn.name = "s", nn.range = [#nn.range<-1.0, 2.0>, unit, #nn.range<0.0, 0.5>]} : (tensor<?x6x2xf32, #nn.dims<2*N>>) -> (tensor<?x1x2xf32, #nn.dims<2*N>>, tensor<?x2x2xf32, #nn.dims<2*N>>, tensor<?x3x2xf32, #nn.dims<2*N>>)
  return %s#2, %s#0 : tensor<?x3x2xf32, #nn.dims<2*N>>, tensor<?x1x2xf32, #nn.dims<2*N>>
}

// A single part has the range alone.
// CHECK-LABEL: @whole(
// CHECK: nn.split %arg0 {axis = 0 : i64, nn.name = "w", nn.range = #nn.range<0.000000e+00, 1.000000e+00>, sizes = array<i64: 4>} : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @whole(%q: tensor<4x!q>) -> tensor<4x!q> {
  %w = nn.split %q {axis = 0 : i64, sizes = array<i64: 4>, nn.name = "w", nn.range = #nn.range<0.0, 1.0>} : (tensor<4x!q>) -> tensor<4x!q>
  return %w : tensor<4x!q>
}
