// RUN: qopt %s --fold-affine | FileCheck %s
// RUN: qopt %s --fold-affine="without=fold-affine/before-conv2d" | FileCheck %s --check-prefix=WITHOUT

!t = tensor<1x2x2x2xf32>
!w = tensor<2x2x1x1xf32>
!s = tensor<1xf32>

// Steps of a kind, a product behind an affine map, a quotient: one product and one sum, named as the last.
// CHECK-LABEL: func.func @chain
// CHECK-DAG:  %[[G:.*]] = nn.constant {{.*}} dense_resource<[[GAIN:w_[0-9a-f]+]]> : tensor<1xf32>
// CHECK-DAG:  %[[B:.*]] = nn.constant {{.*}} dense_resource<[[SHIFT:w_[0-9a-f]+]]> : tensor<1xf32>
// CHECK-DAG:  %[[M:.*]] = nn.mul %arg0, %[[G]] {nn.name = "e/mul"}
// CHECK-NEXT: %[[A:.*]] = nn.add %[[M]], %[[B]] {nn.absorbed = {{.*}}nn.name = "last", nn.range = #nn.range<-1.0{{.*}}, 2.0{{.*}}>}
// CHECK-NEXT: return %[[A]]
func.func @chain(%x: !t {nn.name = "x"}) -> !t {
  %two = nn.constant {nn.name = "two"} dense<2.0> : !s
  %three = nn.constant {nn.name = "three"} dense<3.0> : tensor<f32>
  %six = nn.constant {nn.name = "six"} dense<4.0> : !s
  %a = nn.mul %x, %two {nn.name = "a"} : (!t, !s) -> !t
  %b = nn.mul %three, %a {nn.name = "b"} : (tensor<f32>, !t) -> !t
  %c = nn.add %b, %three {nn.name = "c"} : (!t, tensor<f32>) -> !t
  %d = nn.sub %c, %six {nn.name = "d"} : (!t, !s) -> !t
  %e = nn.div %d, %six {nn.name = "e"} : (!t, !s) -> !t
  %f = nn.add %e, %three {nn.name = "f"} : (!t, tensor<f32>) -> !t
  %g = nn.add %f, %two {nn.name = "g"} : (!t, !s) -> !t
  %h = nn.constant {nn.name = "quarter"} dense<0.25> : tensor<f32>
  %l = nn.add %g, %h {nn.name = "last", nn.range = #nn.range<-1.0, 2.0>} : (!t, tensor<f32>) -> !t
  return %l : !t
}

// 1.5·x + 5 above. Here w·0.5, and 1 + (0.5·4 − 1·8), 0 + (0.25·4 + 1·8).
// CHECK-LABEL: func.func @before_layers
// CHECK-DAG:  nn.constant {nn.name = "w"} dense_resource<[[W:w_[0-9a-f]+]]>
// CHECK-DAG:  nn.constant {nn.name = "bias"} dense_resource<[[BIAS:w_[0-9a-f]+]]>
// CHECK:      nn.conv2d %arg0, %{{.*}} bias %{{.*}} {nn.absorbed = ["a", "m"], nn.name = "y"}
// CHECK-DAG: [[GAIN]]: "0x400000000000C03F"
// CHECK-DAG: [[SHIFT]]: "0x400000000000A040"
// CHECK-DAG: [[W]]: "0x400000000000803E000000BF0000003E0000003F"
// CHECK-DAG: [[BIAS]]: "0x400000000000A0C000001041"
// WITHOUT-LABEL: func.func @before_layers
// WITHOUT: nn.mul
// WITHOUT: nn.add
func.func @before_layers(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[[[0.5]], [[-1.0]]], [[[0.25]], [[1.0]]]]> : !w
  %b = nn.constant {nn.name = "bias"} dense<[1.0, 0.0]> : tensor<2xf32>
  %k = nn.constant {nn.name = "k"} dense<0.5> : !s
  %v = nn.constant {nn.name = "v"} dense<[[[4.0]], [[8.0]]]> : tensor<2x1x1xf32>
  %m = nn.mul %x, %k {nn.name = "m"} : (!t, !s) -> !t
  %a = nn.add %m, %v {nn.name = "a"} : (!t, tensor<2x1x1xf32>) -> !t
  %y = nn.conv2d %a, %w bias %b {nn.name = "y"} : (!t, !w, tensor<2xf32>) -> !t
  return %y : !t
}
