// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<i8:f32, 0.5>
!u = !quant.uniform<u8:f32, 0.00390625>
!w = !quant.uniform<i16:f32, 0.5>

// CHECK-LABEL: @binary(
// CHECK: nn.add %arg0, %arg1 {nn.name = "a"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
// CHECK: nn.sub
// CHECK: nn.mul
// CHECK: nn.div
// CHECK: nn.max
// CHECK: nn.min %arg1, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
// CHECK: nn.add %arg2, %arg2 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
func.func @binary(%x: tensor<?x3xf32, #nn.dims<N>>, %c: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<?x3xf32, #nn.dims<N>> {
  %a = nn.add %x, %c {nn.name = "a"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  %b = nn.sub %c, %a : (tensor<3xf32>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %m = nn.mul %b, %b : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %d = nn.div %m, %c : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  %e = nn.max %d, %c : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  %f = nn.min %c, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %g = nn.add %i, %i : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %e : tensor<?x3xf32, #nn.dims<N>>
}

// CHECK-LABEL: @unary(
// CHECK: nn.relu %arg0 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK: nn.clip %arg0 {max = 0x7F800000 : f32, min = -1.500000e+00 : f32}
// CHECK: nn.sigmoid %arg0 : {{.*}} -> tensor<2x!quant.uniform<u8:f32, 3.906250e-03>>
// CHECK: nn.leaky_relu %{{.*}} {alpha = 0.00999999977 : f32}
// CHECK: nn.hard_sigmoid %{{.*}} {alpha = 2.000000e-01 : f32, beta = 5.000000e-01 : f32}
func.func @unary(%q: tensor<2x!q>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %q : (tensor<2x!q>) -> tensor<2x!q>
  %b = nn.clip %q {min = -1.5 : f32, max = 0x7F800000 : f32} : (tensor<2x!q>) -> tensor<2x!q>
  %c = nn.sigmoid %q : (tensor<2x!q>) -> tensor<2x!u>
  %d = nn.leaky_relu %x {alpha = 0.00999999977 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %e = nn.hard_sigmoid %d {alpha = 0.2 : f32, beta = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return %e : tensor<2xf32>
}

// CHECK-LABEL: @more(
// CHECK-COUNT-9: nn.{{(tanh|hard_swish|exp|log|sqrt|neg|abs|erf|batch_norm)}} %
func.func @more(%x: tensor<2x3xf32>, %c: tensor<3xf32>) -> tensor<2x3xf32> {
  %a = nn.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = nn.hard_swish %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %d = nn.exp %b : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = nn.log %d : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %f = nn.sqrt %e : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %g = nn.neg %f : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %h = nn.abs %g : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %i = nn.erf %h : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %j = nn.batch_norm %i, %c, %c, %c, %c {epsilon = 9.99999974E-6 : f32} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %j : tensor<2x3xf32>
}
