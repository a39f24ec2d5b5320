// Layers without a form in ONNX: all of them in one error, exit code 3, no file.
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt %s --emit=onnx -o %t.onnx 2>&1 | FileCheck %s
// RUN: not ls %t.onnx

// CHECK: error: this has no form in ONNX:
// CHECK-NEXT: nn.reverse_sequence: ONNX's ReverseSequence goes along the first two dimensions, in turned, again
// CHECK-NEXT: nn.pow: ONNX's Pow takes no u8, in power
// CHECK-NEXT: nn.lstm: with a state that is rounded to 8 bits in each step, in memory

func.func @main(%x: tensor<2x3x4xui8> {nn.name = "x"}, %n: tensor<4xi64> {nn.name = "n"}, %s: tensor<5x1x4xf32> {nn.name = "s"})
    -> (tensor<2x3x4xui8>, tensor<5x1x1x1xf32>) {
  %a = nn.reverse_sequence %x, %n {nn.name = "turned", batch_axis = 2, time_axis = 1} : (tensor<2x3x4xui8>, tensor<4xi64>) -> tensor<2x3x4xui8>
  %b = nn.reverse_sequence %a, %n {nn.name = "again", batch_axis = 2, time_axis = 0} : (tensor<2x3x4xui8>, tensor<4xi64>) -> tensor<2x3x4xui8>
  %c = nn.pow %b, %b {nn.name = "power"} : (tensor<2x3x4xui8>, tensor<2x3x4xui8>) -> tensor<2x3x4xui8>
  %r = nn.constant {nn.name = "r"} dense<0.5> : tensor<1x4x1xf32>
  %m:3 = nn.lstm %s, %r {nn.name = "memory", rounds_state, activations = ["sigmoid", "tanh", "tanh"]}
      : (tensor<5x1x4xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>)
  return %c, %m#0 : tensor<2x3x4xui8>, tensor<5x1x1x1xf32>
}
