// Channels that only move are followed, as a transposed convolution weaves its phases.
// RUN: qopt %s --fold-batch-norm | FileCheck %s

// Phases 0 and 1 of channels 0 and 1: [w0, w1, w2, w3] times [10, 100, 10, 100].
// CHECK-LABEL: func.func @woven
// CHECK:       nn.conv2d
// CHECK-SAME:    nn.name = "y/conv2d"
// CHECK-NOT:     nn.range
// CHECK-NEXT:  nn.reshape {{.*}}nn.name = "y/reshape"
// CHECK-NEXT:  nn.transpose {{.*}}nn.name = "y/transpose"
// CHECK-NEXT:  %[[Y:.*]] = nn.reshape
// CHECK-SAME:    nn.absorbed = ["c", "p", "t", "image"], nn.name = "y"
// CHECK-NEXT:  return %[[Y]]

// CHECK-LABEL: func.func @mixed
// CHECK:       nn.conv2d
// CHECK:       nn.mul

// CHECK:       w_{{.*}}: "0x400000000000204100004843
func.func @woven(%x: tensor<?x1x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x4x8xf32, #nn.dims<N>> attributes {nn.entry} {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]]> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g"} dense<[[[[10.0]], [[100.0]]]]> : tensor<1x2x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.range = #nn.range<-9.0, 9.0>} : (tensor<?x1x4x4xf32, #nn.dims<N>>, tensor<4x1x1x1xf32>) -> tensor<?x4x4x4xf32, #nn.dims<N>>
  %p = nn.reshape %c {nn.name = "p"} : (tensor<?x4x4x4xf32, #nn.dims<N>>) -> tensor<?x2x2x4x4xf32, #nn.dims<N>>
  %t = nn.transpose %p {permutation = array<i64: 0, 2, 3, 4, 1>, nn.name = "t"} : (tensor<?x2x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4x2xf32, #nn.dims<N>>
  %i = nn.reshape %t {nn.name = "image"} : (tensor<?x2x4x4x2xf32, #nn.dims<N>>) -> tensor<?x2x4x8xf32, #nn.dims<N>>
  %y = nn.mul %i, %g {nn.name = "y"} : (tensor<?x2x4x8xf32, #nn.dims<N>>, tensor<1x2x1x1xf32>) -> tensor<?x2x4x8xf32, #nn.dims<N>>
  return %y : tensor<?x2x4x8xf32, #nn.dims<N>>
}

// What were channels are rows: another value per column is none per channel.
func.func @mixed(%x: tensor<1x1x2x2xf32> {nn.name = "x2"}) -> tensor<1x2x8xf32> {
  %w = nn.constant {nn.name = "w2"} dense<1.0> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g2"} dense<[[[10.0], [100.0]]]> : tensor<1x2x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c2"} : (tensor<1x1x2x2xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x2x2xf32>
  %r = nn.reshape %c {nn.name = "r2"} : (tensor<1x4x2x2xf32>) -> tensor<1x2x8xf32>
  %y = nn.mul %r, %g {nn.name = "y2"} : (tensor<1x2x8xf32>, tensor<1x2x1xf32>) -> tensor<1x2x8xf32>
  return %y : tensor<1x2x8xf32>
}
