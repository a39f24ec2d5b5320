// RUN: qopt %s --verify-diagnostics --split-input-file

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c5_sum(%a: tensor<1x200000x!i8>, %b: tensor<200000x1x!i8>) {
  // expected-error@+1 {{(C5): a sum of 200000 products may exceed 32 bits}}
  %y = nn.matmul %a, %b : (tensor<1x200000x!i8>, tensor<200000x1x!i8>) -> tensor<1x1xf32>
  return
}

// -----

// Constants are looked at where they are lowered: these add up to nothing.
!i8 = !quant.uniform<i8:f32, 0.5>
func.func @constant(%a: tensor<1x200000x!i8>) {
  %b = nn.constant dense_resource<zeros> : tensor<200000x1x!i8>
  %y = nn.matmul %a, %b : (tensor<1x200000x!i8>, tensor<200000x1x!i8>) -> tensor<1x1xf32>
  return
}

// -----

// The accumulator of 16 bits is wide.
!i16 = !quant.uniform<i16:f32, 0.5>
func.func @sixteen(%a: tensor<1x200000x!i16>, %b: tensor<200000x1x!i16>) {
  %y = nn.matmul %a, %b : (tensor<1x200000x!i16>, tensor<200000x1x!i16>) -> tensor<1x1xf32>
  return
}
