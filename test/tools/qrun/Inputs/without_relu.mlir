func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %q = nn.quantize %x {nn.name = "steps"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2x!quant.uniform<i8:f32, 0.0156250>, #nn.dims<N>>
  %s = nn.add %q, %q {nn.name = "sum"} : (tensor<?x2x!quant.uniform<i8:f32, 0.0156250>, #nn.dims<N>>, tensor<?x2x!quant.uniform<i8:f32, 0.0156250>, #nn.dims<N>>) -> tensor<?x2x!quant.uniform<u8:f32, 0.015625>, #nn.dims<N>>
  %y = nn.dequantize %s {nn.name = "real"} : (tensor<?x2x!quant.uniform<u8:f32, 0.015625>, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
