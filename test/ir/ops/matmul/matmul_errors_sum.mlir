// RUN: qopt %s --verify-diagnostics --split-input-file

// Sums that nothing proves to stay in their type (A4), and an integer bias that is no constant (A2).

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c6_sum(%a: tensor<1x200000x!i8>, %b: tensor<200000x1x!i8>) {
  // expected-error@+1 {{(C6): a sum of 200000 products may exceed 32 bits}}
  %y = nn.matmul %a, %b : (tensor<1x200000x!i8>, tensor<200000x1x!i8>) -> tensor<1x1xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c6_open_sum(%a: tensor<1x?x!i8, #nn.dims<K>>, %b: tensor<?x1x!i8, #nn.dims<K>>) {
  // expected-error@+1 {{(C6): a sum of as many products as open sizes make may exceed 32 bits; sizes that are given, as with --shape=INPUT:SIZES, say how many}}
  %y = nn.matmul %a, %b : (tensor<1x?x!i8, #nn.dims<K>>, tensor<?x1x!i8, #nn.dims<K>>) -> tensor<1x1xf32>
  return
}

// -----

// Data that is missing is an error where it is read.
!i8 = !quant.uniform<i8:f32, 0.5>
func.func @constant(%a: tensor<1x200000x!i8>) {
  %b = nn.constant dense_resource<missing> : tensor<200000x1x!i8>
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

// -----

// By signs, for each column of each matrix: 127·255 or −127·255 beside the bias.
!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @columns(%a: tensor<2x1x2x!u8>) {
  %b = nn.constant dense_resource<w> : tensor<2x2x2x!w8>
  %c = nn.constant dense<[2147451262, -2147451263]> : tensor<2xi32>
  %y = nn.matmul %a, %b bias %c : (tensor<2x1x2x!u8>, tensor<2x2x2x!w8>, tensor<2xi32>) -> tensor<2x1x2xf32>
  %z = nn.matmul %a, %b bias %c {transpose_b} : (tensor<2x1x2x!u8>, tensor<2x2x2x!w8>, tensor<2xi32>) -> tensor<2x1x2xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000007F000081007F8100" } } #-}

// -----

!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @c6_column(%a: tensor<2x1x2x!u8>) {
  %b = nn.constant dense_resource<w> : tensor<2x2x2x!w8>
  %c = nn.constant dense<[2147451262, -2147451264]> : tensor<2xi32>
  // expected-error@+1 {{(C6): a sum of 2 products and its bias may exceed 32 bits}}
  %y = nn.matmul %a, %b bias %c : (tensor<2x1x2x!u8>, tensor<2x2x2x!w8>, tensor<2xi32>) -> tensor<2x1x2xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000007F000081007F8100" } } #-}

// -----

// 65793 products of 255·128 fit, whatever narrower range is declared.
!u8 = !quant.uniform<u8<0:127>:f32, 0.5>
!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c6_reach(%a: tensor<1x65794x!u8>, %b: tensor<65794x1x!i8>) {
  // expected-error@+1 {{(C6): a sum of 65794 products may exceed 32 bits}}
  %y = nn.matmul %a, %b : (tensor<1x65794x!u8>, tensor<65794x1x!i8>) -> tensor<1x1xf32>
  return
}
