func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "images"}) -> tensor<?xi64, #nn.dims<N>> {
  %y = nn.arg_max %x {axis = 1 : i64, nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?xi64, #nn.dims<N>>
  return %y : tensor<?xi64, #nn.dims<N>>
}
