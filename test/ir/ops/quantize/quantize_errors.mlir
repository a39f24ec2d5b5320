// RUN: qopt %s --verify-diagnostics --split-input-file

!q = !quant.uniform<i8:f32, 0.5>
func.func @c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{result has shape 3, but 2 follows from the operands}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @quantize_c2(%x: tensor<2x!q>) {
  // expected-error@+1 {{(C2): quantize takes a float to a quantized type}}
  %y = nn.quantize %x : (tensor<2x!q>) -> tensor<2x!q>
  return
}

// -----

func.func @dequantize_c2(%x: tensor<2xi8>) {
  // expected-error@+1 {{(C2): dequantize takes a quantized type to f32}}
  %y = nn.dequantize %x : (tensor<2xi8>) -> tensor<2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<i8:f32:0, {0.5, 0.25}>
func.func @requantize_c2(%x: tensor<2x!axis>) {
  // expected-error@+1 {{(C2): requantize goes between types quantized per tensor}}
  %y = nn.requantize %x : (tensor<2x!axis>) -> tensor<2x!q>
  return
}

// -----

func.func @requantize_c3(%x: tensor<2x!quant.uniform<i8:f32, 1.1754943508222875e-38>>) {
  // expected-error@+1 {{(C3): the multiplier}}
  %y = nn.requantize %x : (tensor<2x!quant.uniform<i8:f32, 1.1754943508222875e-38>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @cast_c2(%x: tensor<2xf64>) {
  // expected-error@+1 {{(C2): cast goes between plain elements other than f64}}
  %y = nn.cast %x : (tensor<2xf64>) -> tensor<2xf32>
  return
}
