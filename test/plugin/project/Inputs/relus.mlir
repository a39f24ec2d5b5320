func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %a {nn.name = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.neg %b {nn.name = "c"} : (tensor<2xf32>) -> tensor<2xf32>
  %d = nn.relu %c {nn.name = "d"} : (tensor<2xf32>) -> tensor<2xf32>
  %e = nn.relu %d {nn.name = "e"} : (tensor<2xf32>) -> tensor<2xf32>
  return %d, %e : tensor<2xf32>, tensor<2xf32>
}
