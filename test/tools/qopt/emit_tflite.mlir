// Real layers as TFLite: images lie channels last, activations go with the layer before them, the same
// bytes each time; what is imported from the file has the same layers, and is the same network.
// RUN: qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: qopt %s --emit=tflite -o - 2> %t.log | cmp - %t.tflite
// RUN: qopt %t.tflite -o - | FileCheck %s
// RUN: qopt %s --compare=%t.tflite | FileCheck %s --check-prefix=SAME

// The file has no place for the preprocessing of raw samples, which a warning says.
// RUN: qopt %s --mean=1 --std=2 --emit=tflite -o %t.mean.tflite 2>&1 | FileCheck %s --check-prefix=MEAN
// MEAN: warning: input 'x' of the written file takes (raw - mean) / std

// REMARK: remark: input 'x' is channels last in the file, as TFLite has images

// One transpose turns the file's input, which is N x 4 x 4 x 2; no other is left.
// CHECK: nn.transpose %arg0 {{.*}}tensor<?x4x4x2xf32
// CHECK-NOT: nn.transpose
// CHECK: nn.conv2d {{.*}}nn.name = "relu/conv"
// CHECK: nn.relu {{.*}}nn.name = "relu"
// CHECK: nn.max_pool2d {{.*}}nn.name = "pool"
// CHECK: nn.matmul {{.*}}nn.name = "y"

// SAME: the same network, of 5 layers, but for names and layout

func.func @main(%x: tensor<?x2x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x3xf32, #nn.dims<N>> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<3x2x3x3xf32>
  %b = nn.constant {nn.name = "b"} dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %c = nn.conv2d %x, %w bias %b {nn.name = "conv", pads = array<i64: 1, 1, 1, 1>} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<3x2x3x3xf32>, tensor<3xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %r = nn.relu %c {nn.name = "relu"} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %p = nn.max_pool2d %r {nn.name = "pool", kernel = array<i64: 4, 4>, strides = array<i64: 4, 4>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %f = nn.reshape %p {nn.name = "flat"} : (tensor<?x3x1x1xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %d = nn.constant {nn.name = "d"} dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %y = nn.matmul %f, %d {nn.name = "dense"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
