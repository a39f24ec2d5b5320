// RUN: qopt %s --verify-diagnostics --split-input-file

// Types that upstream accepts and the numerics contract does not (R1).
func.func @denormal(%x: tensor<2xf32>) {
  // expected-error@+1 {{quantized type: scale 1.175494e-38 is not a normal positive f32}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.1754942106924411e-38>>
  return
}

// -----

func.func @f64_scale(%x: tensor<2xf32>) {
  // expected-error@+1 {{quantized type: scale 1.000000e-01 is no f32; the nearest is 0.10000000149011612}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @zero_point(%x: tensor<2xf32>) {
  // expected-error@+1 {{quantized type: zero point -1 lies outside the storage range}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 0.5:-1>>
  return
}

// -----

func.func @zero_point_per_axis(%x: tensor<2xf32>) {
  // expected-error@+1 {{quantized type: zero point -128 lies outside the storage range}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.5:-128}>>
  return
}

// -----

func.func @four_bits(%x: tensor<2xf32>) {
  // expected-error@+1 {{quantized type: storage of 2, 4, 8, 16 or (signed) 32 bits expressing f32 is needed}}
  %y = nn.quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i3:f32, 0.5>>
  return
}

// -----

func.func @axis_size(%x: tensor<3xf32>) {
  // expected-error@+1 {{the quantized axis of 'tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>' does not fit its shape}}
  %y = nn.quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.5}>>
  return
}

// -----

!u16 = !quant.uniform<u16:f32, 0.5>
func.func @sixteen_unsigned(%x: tensor<2x!u16>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.add %x, %x : (tensor<2x!u16>, tensor<2x!u16>) -> tensor<2x!u16>
  return
}

// -----

// Has no storage at all.
func.func @calibrated(%x: tensor<2x!quant.calibrated<f32<-1.0:1.0>>>) {
  // expected-error@+1 {{quantized type: storage of 2, 4, 8, 16 or (signed) 32 bits expressing f32 is needed}}
  %y = nn.reshape %x : (tensor<2x!quant.calibrated<f32<-1.0:1.0>>>) -> tensor<2x!quant.calibrated<f32<-1.0:1.0>>>
  return
}
