// RUN: qopt %s --verify-diagnostics --split-input-file

!i16 = !quant.uniform<i16:f32, 0.5>
!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c7_width(%x: tensor<1x1x2x2x!i8>, %w: tensor<1x1x1x1x!i16>) {
  // expected-error@+1 {{must be i8, u8 or i16, the second's no wider}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2x!i8>, tensor<1x1x1x1x!i16>) -> tensor<1x1x2x2xf32>
  return
}

// -----

!tiny = !quant.uniform<i8:f32, 1.1754943508222875e-38>
func.func @c7_multiplier(%x: tensor<1x1x2x2x!tiny>, %w: tensor<1x1x1x1x!tiny>) {
  // expected-error@+1 {{is no normal f32}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2x!tiny>, tensor<1x1x1x1x!tiny>) -> tensor<1x1x2x2xf32>
  return
}
