// Channels that only move are followed, as a transposed convolution weaves its phases.
// RUN: qopt %s --fold-batch-norm="explain=true" 2>&1 | FileCheck %s

// CHECK-DAG: remark: 'y2' is not folded into 'c2': a layer between the two (a reshape or transpose) mixes channels
// CHECK-DAG: remark: 'y3' is not folded into 'c3': a layer between the two (a reshape or transpose) mixes channels
// CHECK-DAG: remark: 'y4' is not folded into 'c4': a value between the two has another consumer

// Phases 0 and 1 of channels 0 and 1: [w0, w1, w2, w3] times [10, 100, 10, 100]. What the first of
// two folds made has no name that a file knows.
// CHECK-LABEL: func.func @woven
// CHECK:       nn.conv2d
// CHECK-SAME:    nn.name = "y/conv2d", nn.range = #nn.range<-5{{.*}}, 5{{.*}}>
// CHECK-NEXT:  nn.reshape {{.*}}nn.name = "y/reshape"
// CHECK-NEXT:  nn.transpose {{.*}}nn.name = "y/transpose"
// CHECK-NEXT:  %[[Y:.*]] = nn.reshape
// CHECK-SAME:    nn.absorbed = ["c", "p", "t", "image", "z"], nn.name = "y"
// CHECK-NEXT:  return %[[Y]]

// CHECK-LABEL: func.func @mixed
// CHECK:       nn.conv2d
// CHECK:       nn.mul

// CHECK-LABEL: func.func @batches
// CHECK:       nn.mul
// CHECK-LABEL: func.func @shared
// CHECK:       nn.mul

// CHECK:       w_{{.*}}: "0x400000000000204100004843
func.func @woven(%x: tensor<?x1x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x4x8xf32, #nn.dims<N>> attributes {nn.entry} {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]]> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g"} dense<[[[[10.0]], [[100.0]]]]> : tensor<1x2x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.range = #nn.range<-9.0, 9.0>} : (tensor<?x1x4x4xf32, #nn.dims<N>>, tensor<4x1x1x1xf32>) -> tensor<?x4x4x4xf32, #nn.dims<N>>
  %p = nn.reshape %c {nn.name = "p"} : (tensor<?x4x4x4xf32, #nn.dims<N>>) -> tensor<?x2x2x4x4xf32, #nn.dims<N>>
  %t = nn.transpose %p {permutation = array<i64: 0, 2, 3, 4, 1>, nn.name = "t"} : (tensor<?x2x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4x2xf32, #nn.dims<N>>
  %i = nn.reshape %t {nn.name = "image"} : (tensor<?x2x4x4x2xf32, #nn.dims<N>>) -> tensor<?x2x4x8xf32, #nn.dims<N>>
  %z = nn.add %i, %g {nn.name = "z"} : (tensor<?x2x4x8xf32, #nn.dims<N>>, tensor<1x2x1x1xf32>) -> tensor<?x2x4x8xf32, #nn.dims<N>>
  %y = nn.mul %z, %g {nn.name = "y", nn.range = #nn.range<-5.0, 5.0>} : (tensor<?x2x4x8xf32, #nn.dims<N>>, tensor<1x2x1x1xf32>) -> tensor<?x2x4x8xf32, #nn.dims<N>>
  return %y : tensor<?x2x4x8xf32, #nn.dims<N>>
}

// The former channels are rows of two.
func.func @mixed(%x: tensor<1x1x2x2xf32> {nn.name = "x2"}) -> tensor<1x2x8xf32> {
  %w = nn.constant {nn.name = "w2"} dense<1.0> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g2"} dense<[[[10.0], [100.0]]]> : tensor<1x2x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c2"} : (tensor<1x1x2x2xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x2x2xf32>
  %r = nn.reshape %c {nn.name = "r2"} : (tensor<1x4x2x2xf32>) -> tensor<1x2x8xf32>
  %y = nn.mul %r, %g {nn.name = "y2"} : (tensor<1x2x8xf32>, tensor<1x2x1xf32>) -> tensor<1x2x8xf32>
  return %y : tensor<1x2x8xf32>
}

// Half of each channel is another batch's.
func.func @batches(%x: tensor<?x1x2x2xf32, #nn.dims<N>> {nn.name = "x3"}) -> tensor<?x4x2x1xf32, #nn.dims<2 * N>> {
  %w = nn.constant {nn.name = "w3"} dense<1.0> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g3"} dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]> : tensor<1x4x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c3"} : (tensor<?x1x2x2xf32, #nn.dims<N>>, tensor<4x1x1x1xf32>) -> tensor<?x4x2x2xf32, #nn.dims<N>>
  %r = nn.reshape %c {nn.name = "r3"} : (tensor<?x4x2x2xf32, #nn.dims<N>>) -> tensor<?x4x2x1xf32, #nn.dims<2 * N>>
  %y = nn.mul %r, %g {nn.name = "y3"} : (tensor<?x4x2x1xf32, #nn.dims<2 * N>>, tensor<1x4x1x1xf32>) -> tensor<?x4x2x1xf32, #nn.dims<2 * N>>
  return %y : tensor<?x4x2x1xf32, #nn.dims<2 * N>>
}

func.func @shared(%x: tensor<1x1x2x2xf32> {nn.name = "x4"}) -> (tensor<1x4x4x1xf32>, tensor<1x4x2x2xf32>) {
  %w = nn.constant {nn.name = "w4"} dense<1.0> : tensor<4x1x1x1xf32>
  %g = nn.constant {nn.name = "g4"} dense<2.0> : tensor<1x4x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c4"} : (tensor<1x1x2x2xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x2x2xf32>
  %r = nn.reshape %c {nn.name = "r4"} : (tensor<1x4x2x2xf32>) -> tensor<1x4x4x1xf32>
  %y = nn.mul %r, %g {nn.name = "y4"} : (tensor<1x4x4x1xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x4x1xf32>
  return %y, %c : tensor<1x4x4x1xf32>, tensor<1x4x2x2xf32>
}
