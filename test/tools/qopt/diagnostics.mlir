// RUN: qopt %s --split-input-file --verify-diagnostics --insert-quant

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<3xf32> {
  // expected-error @+1 {{}}
  %y = nn.relu %x {nn.name = "y"} : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
