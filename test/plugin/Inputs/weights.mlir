func.func @main(%x: tensor<1x4xf32> {nn.name = "x"}) -> tensor<1x4xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[127.0, 2.4, -3.6, 0.5]]> : tensor<1x4xf32>
  %y = nn.mul %x, %w {nn.name = "y"} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}
