// What has no form in ONNX: every such layer in one error, exit code 3, no file.
// RUN: %python %S/../Inputs/expect_code.py 3 qopt %s --emit=onnx -o %t.onnx 2>&1 | FileCheck %s
// RUN: not ls %t.onnx

// CHECK: error: this has no form in ONNX:
// CHECK-NEXT: nn.reverse_sequence: ONNX's ReverseSequence goes along the first two dimensions, in turned, again
// CHECK-NEXT: nn.pow: ONNX's Pow takes no u8, in power

func.func @main(%x: tensor<2x3x4xui8> {nn.name = "x"}, %n: tensor<4xi64> {nn.name = "n"}) -> tensor<2x3x4xui8> {
  %a = nn.reverse_sequence %x, %n {nn.name = "turned", batch_axis = 2, time_axis = 1} : (tensor<2x3x4xui8>, tensor<4xi64>) -> tensor<2x3x4xui8>
  %b = nn.reverse_sequence %a, %n {nn.name = "again", batch_axis = 2, time_axis = 0} : (tensor<2x3x4xui8>, tensor<4xi64>) -> tensor<2x3x4xui8>
  %c = nn.pow %b, %b {nn.name = "power"} : (tensor<2x3x4xui8>, tensor<2x3x4xui8>) -> tensor<2x3x4xui8>
  return %c : tensor<2x3x4xui8>
}
