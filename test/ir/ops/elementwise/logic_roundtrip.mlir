// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// CHECK-LABEL: @all(
// CHECK: nn.less %arg0, %arg0 : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xi1>
// CHECK: nn.shift %arg0, %arg0 {right} : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
// CHECK: nn.where %{{.*}}, %arg0, %{{.*}} : (tensor<2xi1>, tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
// CHECK: nn.is_inf %arg1 {positive} : (tensor<2xf16>) -> tensor<2xi1>
// CHECK: nn.shrink %arg1 {bias = 0.000000e+00 : f32, lambd = 5.000000e-01 : f32} : (tensor<2xf16>) -> tensor<2xf16>
func.func @all(%x: tensor<2xui64>, %h: tensor<2xf16>) {
  %l = nn.less %x, %x : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xi1>
  %s = nn.shift %x, %x {right} : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
  %w = nn.where %l, %x, %s : (tensor<2xi1>, tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
  %i = nn.is_inf %h {positive} : (tensor<2xf16>) -> tensor<2xi1>
  %k = nn.shrink %h {lambd = 0.5 : f32, bias = 0.0 : f32} : (tensor<2xf16>) -> tensor<2xf16>
  return
}
