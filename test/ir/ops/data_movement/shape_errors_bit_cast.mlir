// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @width(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C2): from 'f32' to 'i16'}}
  %y = nn.bit_cast %x : (tensor<2xf32>) -> tensor<2xi16>
  return
}

// -----

func.func @truth(%x: tensor<2xi8>) {
  // expected-error@+1 {{(C2): from 'i8' to 'i1'}}
  %y = nn.bit_cast %x : (tensor<2xi8>) -> tensor<2xi1>
  return
}

// -----

func.func @steps(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.bit_cast %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi16>
  return
}
