// RUN: qopt %s --fold-affine=explain=true 2>&1 | FileCheck %s

!t = tensor<1x2x2x2xf32>
!w = tensor<2x2x3x3xf32>
!s = tensor<1xf32>

// CHECK-DAG: 'a' is not folded into 'y': its padding of zeros does not get the constant added
// CHECK-DAG: 'c' is not folded into 'z': its factors differ by channel, and its weights would lose precision, as they have one scale for all channels that they read
// CHECK-DAG: 'e' is not folded into 'u': its constant is not one value per channel

// A border of zeros is no border of what a sum makes; a product keeps it.
// CHECK-LABEL: func.func @padded
// CHECK: nn.add
// CHECK: nn.conv2d {{.*}} {nn.name = "y"
// CHECK: nn.conv2d %{{.*}} {nn.absorbed = ["p"], nn.name = "q"
func.func @padded(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<0.5> : !w
  %k = nn.constant {nn.name = "k"} dense<0.5> : !s
  %a = nn.add %x, %k {nn.name = "a"} : (!t, !s) -> !t
  %y = nn.conv2d %a, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "y"} : (!t, !w) -> !t
  %p = nn.mul %y, %k {nn.name = "p"} : (!t, !s) -> !t
  %q = nn.conv2d %p, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "q"} : (!t, !w) -> !t
  return %q : !t
}

// A number for each channel, one for each column, another reader, and a constant that is no divisor.
// CHECK-LABEL: func.func @others
// CHECK: nn.mul {{.*}} {nn.name = "c"}
// CHECK: nn.add {{.*}} {nn.name = "e"}
// CHECK: nn.mul {{.*}} {nn.name = "f"}
// CHECK: nn.mul {{.*}} {nn.name = "g"}
// CHECK: nn.div {{.*}} {nn.name = "h"}
// CHECK: nn.sub {{.*}} {nn.name = "i"}
func.func @others(%x: !t {nn.name = "x"}) -> (!t, !t, !t, !t) {
  %w = nn.constant {nn.name = "w1"} dense<0.5> : tensor<2x2x1x1xf32>
  %k = nn.constant {nn.name = "k1"} dense<0.5> : !s
  %o = nn.constant {nn.name = "zero"} dense<0.0> : !s
  %v = nn.constant {nn.name = "v"} dense<[[[4.0]], [[8.0]]]> : tensor<2x1x1xf32>
  %r = nn.constant {nn.name = "r"} dense<[1.0, 2.0]> : tensor<2xf32>
  %c = nn.mul %x, %v {nn.name = "c"} : (!t, tensor<2x1x1xf32>) -> !t
  %z = nn.conv2d %c, %w {nn.name = "z"} : (!t, tensor<2x2x1x1xf32>) -> !t
  %e = nn.add %z, %r {nn.name = "e"} : (!t, tensor<2xf32>) -> !t
  %u = nn.conv2d %e, %w {nn.name = "u"} : (!t, tensor<2x2x1x1xf32>) -> !t
  %f = nn.mul %u, %k {nn.name = "f"} : (!t, !s) -> !t
  %g = nn.mul %f, %k {nn.name = "g"} : (!t, !s) -> !t
  %h = nn.div %f, %o {nn.name = "h"} : (!t, !s) -> !t
  %i = nn.sub %k, %h {nn.name = "i"} : (!s, !t) -> !t
  return %g, %f, %h, %i : !t, !t, !t, !t
}
