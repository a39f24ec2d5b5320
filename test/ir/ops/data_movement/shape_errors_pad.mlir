// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c3_integer(%x: tensor<3xi64>) {
  // expected-error@+1 {{(C3): 'i64' has no border of this value}}
  %y = nn.pad %x {low = array<i64: 1>, high = array<i64: 0>, value = 2.0 : f32} : (tensor<3xi64>) -> tensor<4xi64>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @c3_nan(%x: tensor<3x!q>) {
  // expected-error@+1 {{(C3): '!quant.uniform<i8:f32, 5.000000e-01>' has no border of this value}}
  %y = nn.pad %x {low = array<i64: 1>, high = array<i64: 0>, value = 0x7FC00000 : f32} : (tensor<3x!q>) -> tensor<4x!q>
  return
}

// -----

func.func @c3_of_integers(%x: tensor<3xi8>) {
  // expected-error@+1 {{(C3): 'i8' has no border of this value}}
  %y = nn.pad %x {low = array<i64: 1>, high = array<i64: 0>, value = 128 : i64} : (tensor<3xi8>) -> tensor<4xi8>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @right(%x: tensor<3x!q>, %i: tensor<3xi64>, %f: tensor<3xf32>) {
  %a = nn.pad %x {low = array<i64: 1>, high = array<i64: 0>, value = 2.0 : f32} : (tensor<3x!q>) -> tensor<4x!q>
  %b = nn.pad %i {low = array<i64: 1>, high = array<i64: 0>, value = 0.0 : f32} : (tensor<3xi64>) -> tensor<4xi64>
  %d = nn.pad %i {low = array<i64: 1>, high = array<i64: 0>, value = -2 : i64} : (tensor<3xi64>) -> tensor<4xi64>
  %c = nn.pad %f {low = array<i64: 1>, high = array<i64: 0>, value = 0x7FC00000 : f32} : (tensor<3xf32>) -> tensor<4xf32>
  return
}
