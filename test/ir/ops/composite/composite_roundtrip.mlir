// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<u8:f32, 0.125>

// CHECK-LABEL: @gelu(
// CHECK: nn.gelu %arg0 {nn.name = "exact"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
// CHECK: nn.gelu %arg0 {approximate = "tanh"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
// CHECK: nn.gelu %arg1 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<u8:f32, 1.250000e-01>>
func.func @gelu(%x: tensor<?x3xf32, #nn.dims<N>>, %q: tensor<2x!q>) -> tensor<?x3xf32, #nn.dims<N>> {
  %a = nn.gelu %x {approximate = "none", nn.name = "exact"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %b = nn.gelu %x {approximate = "tanh"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %c = nn.gelu %q : (tensor<2x!q>) -> tensor<2x!y>
  return %a : tensor<?x3xf32, #nn.dims<N>>
}

// CHECK-LABEL: @log_softmax(
// CHECK: nn.log_softmax %arg0 {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
func.func @log_softmax(%x: tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>> {
  %y = nn.log_softmax %x {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  return %y : tensor<?x10xf32, #nn.dims<N>>
}

// CHECK-LABEL: @masked_softmax(
// CHECK: nn.masked_softmax %arg0 {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
func.func @masked_softmax(%x: tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>> {
  %y = nn.masked_softmax %x {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  return %y : tensor<?x10xf32, #nn.dims<N>>
}

// CHECK-LABEL: @guarded_softmax(
// CHECK: nn.guarded_softmax %arg0 {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
func.func @guarded_softmax(%x: tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>> {
  %y = nn.guarded_softmax %x {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  return %y : tensor<?x10xf32, #nn.dims<N>>
}
