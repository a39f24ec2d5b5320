func.func @main(%x: tensor<?x4xf16, #nn.dims<N>> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [1.0], std = [1.0]>}) -> tensor<?x4xf16, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x4xf16, #nn.dims<N>>) -> tensor<?x4xf16, #nn.dims<N>>
  return %y : tensor<?x4xf16, #nn.dims<N>>
}
