// A mask and a bias join the product that makes the scores, each at its own coordinates; what one
// body behind a softmax reads by itself joins the softmax.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: n0 'masked' {{.*}}: matmul {shape {k 8, n 16, {{.*}} strides {inner 4, {{.*}} tensors [{operand c{{[0-9]+}}, strides {pixel 16, channel 1, inner 256}}, {operand b{{[0-9]+}}, strides {sample 16, channel 1}}]
// CHECK: n1 'kept' {{.*}}: softmax {outer 64*N, axis 16, {{.*}}program (v3 = Equal tensor0, -inff; v5 = Select v3, 0f, acc; v5 as f32)
// CHECK-NOT: n2

!n = tensor<?x4x16x16xf32, #nn.dims<N>>
func.func @main(
    %q: tensor<?x4x16x8xf32, #nn.dims<N>> {nn.name = "q"},
    %k: tensor<?x4x8x16xf32, #nn.dims<N>> {nn.name = "k"},
    %mask: tensor<?x1x1x16xf32, #nn.dims<N>> {nn.name = "mask"}) -> !n {
  %bias = nn.constant {nn.name = "bias"} dense<0.5> : tensor<4x16x16xf32>
  %low = nn.constant {nn.name = "low"} dense<0xFF800000> : tensor<f32>
  %zero = nn.constant {nn.name = "zero"} dense<0.0> : tensor<f32>
  %s = nn.matmul %q, %k {nn.name = "s"} : (tensor<?x4x16x8xf32, #nn.dims<N>>, tensor<?x4x8x16xf32, #nn.dims<N>>) -> !n
  %t = nn.add %s, %bias {nn.name = "t"} : (!n, tensor<4x16x16xf32>) -> !n
  %m = nn.add %t, %mask {nn.name = "masked"} : (!n, tensor<?x1x1x16xf32, #nn.dims<N>>) -> !n
  %is = nn.equal %m, %low {nn.name = "is"} : (!n, tensor<f32>) -> tensor<?x4x16x16xi1, #nn.dims<N>>
  %p = nn.softmax %m {axis = 3 : i64, nn.name = "p"} : (!n) -> !n
  %y = nn.where %is, %zero, %p {nn.name = "kept"} : (tensor<?x4x16x16xi1, #nn.dims<N>>, tensor<f32>, !n) -> !n
  return %y : !n
}
