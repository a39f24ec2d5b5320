// y = x + sum, which becomes the next sum.
func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}, %sum: tensor<1x2xf32> {nn.name = "sum"})
    -> (tensor<1x2xf32> {nn.name = "y"}, tensor<1x2xf32> {nn.name = "sum.next"}) {
  %y = nn.add %x, %sum {nn.name = "add"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y, %y : tensor<1x2xf32>, tensor<1x2xf32>
}
