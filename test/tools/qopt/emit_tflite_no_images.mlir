// A network that reads no image through windows keeps the order of its dimensions, and gets no transposes.
// RUN: qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: qopt %t.tflite -o - | FileCheck %s

// QUIET-NOT: channels last
// CHECK: %arg0: tensor<?x1x2x2xf32
// CHECK-NOT: nn.transpose
// CHECK: nn.matmul

func.func @main(%x: tensor<?x1x2x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x3xf32, #nn.dims<N>> {nn.name = "y"}) {
  %r = nn.relu %x {nn.name = "relu"} : (tensor<?x1x2x2xf32, #nn.dims<N>>) -> tensor<?x1x2x2xf32, #nn.dims<N>>
  %f = nn.reshape %r {nn.name = "flat"} : (tensor<?x1x2x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %d = nn.constant {nn.name = "d"} dense<0.5> : tensor<4x3xf32>
  %y = nn.matmul %f, %d {nn.name = "dense"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
