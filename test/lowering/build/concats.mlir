// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=program --described=%S/../program/Inputs/h100.device | FileCheck %s --check-prefix=CARD

// A dense block: both concatenations are channels of one buffer. Convolutions write theirs there; the input, which has a
// buffer of its own, is copied there once. Who reads the first waits for its parts alone.
// CHECK: 'whole' activation f32 [N, 8, 8, 48]
// CHECK-NOT: 'first' activation
// CHECK: n[[A:[0-9]+]] 'a' {{.*}}: conv2d {{.*}}result {sample 3072, pixel 48, channel 1}, offset 16}}
// CHECK: n[[X:[0-9]+]] 'first' {{.*}}: copy {{.*}}target {strides [3072, 384, 48, 1]}}
// CHECK: 'r' after {{\[}}[[A]], [[X]]] {{.*}}: elementwise {{.*}}strides [3072, 384, 48, 1]
// CHECK: n[[B:[0-9]+]] 'b' after {{\[[0-9]+\]}} {{.*}}: conv2d {{.*}}offset 32}}
// CHECK: 's' after {{\[}}[[A]], [[X]], [[B]]] {{.*}}: elementwise

// CARD: 'a' {{.*}} by conv2d.fma
// CARD: 'first' {{.*}} launch copy
// CARD: 'b' {{.*}} by conv2d.fma
// CARD-NOT: 'whole' after
!x = tensor<?x16x8x8xf32, #nn.dims<N>>
!p = tensor<?x32x8x8xf32, #nn.dims<N>>
!y = tensor<?x48x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (tensor<?x48x8x8xf32, #nn.dims<N>>) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<16x16x1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<0.25> : tensor<16x32x1x1xf32>
  %u = nn.constant {nn.name = "u"} dense<0.125> : tensor<48x48x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a"} : (!x, tensor<16x16x1x1xf32>) -> !x
  %first = nn.concat %x, %a {axis = 1 : i64, nn.name = "first"} : (!x, !x) -> !p
  %r = nn.neg %first {nn.name = "r"} : (!p) -> !p
  %b = nn.conv2d %r, %v {nn.name = "b"} : (!p, tensor<16x32x1x1xf32>) -> !x
  %whole = nn.concat %x, %a, %b {axis = 1 : i64, nn.name = "whole"} : (!x, !x, !x) -> !y
  %s = nn.neg %whole {nn.name = "s"} : (!y) -> !y
  %y = nn.conv2d %s, %u {nn.name = "y"} : (!y, tensor<48x48x1x1xf32>) -> !y
  return %y : !y
}
