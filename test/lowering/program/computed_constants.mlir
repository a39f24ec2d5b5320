// RUN: qopt %s --emit=program --device=host | FileCheck %s

// Dequantized vectors of a batch norm and small weights are computed once, and its steps join the convolution: no call computes them.
// CHECK-NOT: elementwise
// CHECK: 'y' {{.*}}: conv2d {{.*}}channels [c{{[0-9]+}}, c{{[0-9]+}}, c{{[0-9]+}}]
// CHECK-NOT: elementwise
// CHECK: 'p' {{.*}}: conv2d {{.*}}weights c{{[0-9]+}} f32
!x = tensor<1x4x8x8xf32>
!q = tensor<4x!quant.uniform<i8:f32, 0.5>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x4x1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<[0.5, 1.0, 1.5, 2.0]> : tensor<4xf32>
  %g = nn.quantize %v {nn.name = "g"} : (tensor<4xf32>) -> !q
  %gf = nn.dequantize %g {nn.name = "gf"} : (!q) -> tensor<4xf32>
  %m = nn.quantize %w {nn.name = "m"} : (tensor<4x4x1x1xf32>) -> tensor<4x4x1x1x!quant.uniform<i8:f32, 0.25>>
  %mf = nn.dequantize %m {nn.name = "mf"} : (tensor<4x4x1x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x4x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (!x, tensor<4x4x1x1xf32>) -> !x
  %y = nn.batch_norm %c, %gf, %v, %v, %gf {epsilon = 1.0e-3 : f32, nn.name = "y"} : (!x, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> !x
  %p = nn.conv2d %y, %mf {nn.name = "p"} : (!x, tensor<4x4x1x1xf32>) -> !x
  return %p : !x
}
