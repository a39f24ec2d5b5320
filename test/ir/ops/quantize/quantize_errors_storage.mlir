// RUN: qopt %s --verify-diagnostics --split-input-file

// Storage that quantize and requantize do not take (R2).

!i32 = !quant.uniform<i32:f32, 1.0>
func.func @quantize_32(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C2): quantize takes a float to a quantized type of 8 or 16 bits}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!i32>
  return
}

// -----

!i32 = !quant.uniform<i32:f32, 1.0>
func.func @requantize_32(%x: tensor<2x!i32>) {
  // expected-error@+1 {{(C2): requantize goes between types quantized per tensor on i8, u8 or i16}}
  %y = nn.requantize %x : (tensor<2x!i32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

!i32 = !quant.uniform<i32:f32, 1.0:1>
func.func @dequantize_32(%x: tensor<2x!i32>) {
  // expected-error@+1 {{(C2): steps of 32 bits have zero point 0}}
  %y = nn.dequantize %x : (tensor<2x!i32>) -> tensor<2xf32>
  return
}

// -----

!i32 = !quant.uniform<i32:f32:0, {1.0, 0.5:-1}>
func.func @dequantize_32_per_axis(%x: tensor<2x!i32>) {
  // expected-error@+1 {{(C2): steps of 32 bits have zero point 0}}
  %y = nn.dequantize %x : (tensor<2x!i32>) -> tensor<2xf32>
  return
}
