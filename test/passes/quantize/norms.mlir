// A batch norm between layers with weights, which no convolution before it takes (a concat is read twice), is a depthwise
// convolution of one tap: E1 with a bias of steps s_x·s_w, y = x·g + (beta − mean·g). One behind the last layer with weights,
// one that a policy leaves float and one of scales by tensor are batch norms as before.
// RUN: qopt %s --insert-quant="why=bn" --fold-dequant -o %t.q.mlir 2>%t.why && FileCheck %s < %t.q.mlir
// RUN: FileCheck %s --check-prefix=WHY < %t.why
// RUN: qopt %s --insert-quant="float=bn" --fold-dequant 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: qopt %s --insert-quant="granularity=tensor" --fold-dequant 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: qopt %s --insert-quant="mode=dynamic" 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: qopt %s --insert-quant="profile=trt" --fold-dequant | FileCheck %s --check-prefix=TRT
// RUN: %python %S/../../tools/Inputs/make_array.py %t.npz x=f4:2,1,2,2:1,-2,0.5,0.25,-1,2,-0.75,1.5
// RUN: qrun compare %t.q.mlir --other-device=reference --input=%t.npz | FileCheck %s --check-prefix=SAME

// g = (2, −1): gamma 2 and −0.5 over roots 1 and 0.5; beta − mean·g = (0.5, 0.25). Weights are ±127; the bias' steps are
// 2/127 · 2/127 and 2/127 · 1/127: 0.5 is 2016 of these, 0.25 is 2016.
// CHECK-DAG: %[[W:.*]] = nn.constant {nn.name = "bn/gain"} dense_resource<[[GAIN:w_.*]]> : tensor<2x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {0.0157480{{.*}},0.00787401{{.*}}}>>
// CHECK-DAG: %[[B:.*]] = nn.constant {nn.name = "bn/shift"} dense_resource<[[SHIFT:w_.*]]> : tensor<2xi32>
// CHECK: nn.conv2d %{{.*}}, %[[W]] bias %[[B]] {groups = 2 : i64, nn.name = "bn", {{.*}} -> tensor<?x2x2x2x!quant.uniform<u8:f32,
// CHECK-NOT: nn.batch_norm {{.*}}"bn"
// CHECK: nn.batch_norm {{.*}}"last"
// CHECK-DAG: [[GAIN]]: "0x400000007F81"
// CHECK-DAG: [[SHIFT]]: "0x40000000E0070000E0070000"
// WHY: 'bn' is u8, {{.*}}: as 'r', which alone reads it
// WHY: insert-quant: 7 of 9 layers integer (4 of 4 with weights); {{.*}} 1 float, it has no integer form: last
// FLOAT: nn.batch_norm %{{.*}} {{.*}}"bn"
// FLOAT-NOT: "bn/gain
// TRT: nn.conv2d {{.*}}"bn", {{.*}} tensor<2xf32>) ->
// SAME: values in both, 0 not equal bit by bit

!s = tensor<?x1x2x2xf32, #nn.dims<N>>
!d = tensor<?x2x2x2xf32, #nn.dims<N>>
func.func @main(%x: !s {nn.name = "x", nn.range = #nn.range<-2.0, 2.0>}) -> !s {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<1.0> : tensor<1x2x1x1xf32>
  %gamma = nn.constant {nn.name = "gamma"} dense<[2.0, -0.5]> : tensor<2xf32>
  %beta = nn.constant {nn.name = "beta"} dense<[1.5, 0.0]> : tensor<2xf32>
  %mean = nn.constant {nn.name = "mean"} dense<[0.5, 0.25]> : tensor<2xf32>
  %variance = nn.constant {nn.name = "variance"} dense<[1.0, 0.25]> : tensor<2xf32>
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.range = #nn.range<-2.0, 2.0>} : (!s, tensor<1x1x1x1xf32>) -> !s
  %b = nn.conv2d %a, %w {nn.name = "b", nn.range = #nn.range<-2.0, 2.0>} : (!s, tensor<1x1x1x1xf32>) -> !s
  %c = nn.concat %a, %b {axis = 1 : i64, nn.name = "c", nn.range = #nn.range<-2.0, 2.0>} : (!s, !s) -> !d
  %n = nn.batch_norm %c, %gamma, %beta, %mean, %variance {epsilon = 0.0 : f32, nn.name = "bn", nn.range = #nn.range<-4.0, 4.5>} : (!d, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !d
  %r = nn.relu %n {nn.name = "r", nn.range = #nn.range<0.0, 4.5>} : (!d) -> !d
  %e = nn.add %r, %c {nn.name = "e", nn.range = #nn.range<-2.0, 6.5>} : (!d, !d) -> !d
  %y = nn.conv2d %e, %v {nn.name = "y", nn.range = #nn.range<-4.0, 13.0>} : (!d, tensor<1x2x1x1xf32>) -> !s
  %z = nn.add %y, %a {nn.name = "z", nn.range = #nn.range<-4.0, 13.0>} : (!s, !s) -> !s
  %last = nn.batch_norm %z, %one, %one, %one, %one {epsilon = 0.0 : f32, nn.name = "last", nn.range = #nn.range<-4.0, 13.0>} : (!s, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> !s
  return %last : !s
}
