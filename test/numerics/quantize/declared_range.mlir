// Values outside the declared range pass copies and bounds unchanged; requantizing clamps them (R4).
!x = !quant.uniform<u8<50:150>:f32, 5.0e-01:100>
!y = !quant.uniform<u8<60:140>:f32, 5.0e-01:100>
!z = !quant.uniform<u8<60:140>:f32, 2.5e-01:100>

func.func @relu(
    %x: tensor<5x!x> {check.input = dense<[0, 49, 100, 151, 255]> : tensor<5xui8>})
    -> (tensor<5x!x> {check.expected = dense<[100, 100, 100, 151, 255]> : tensor<5xui8>}) {
  %y = nn.relu %x : (tensor<5x!x>) -> tensor<5x!x>
  return %y : tensor<5x!x>
}

func.func @copies(
    %x: tensor<1x5x!x> {check.input = dense<[[0, 49, 100, 151, 255]]> : tensor<1x5xui8>})
    -> (tensor<5x1x!x> {check.expected = dense<[[0], [49], [100], [151], [255]]> : tensor<5x1xui8>}) {
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<1x5x!x>) -> tensor<5x1x!x>
  return %y : tensor<5x1x!x>
}

func.func @requantized(
    %x: tensor<5x!x> {check.input = dense<[0, 49, 100, 151, 255]> : tensor<5xui8>})
    -> (tensor<5x!z> {check.expected = dense<[60, 60, 100, 140, 140]> : tensor<5xui8>}) {
  %y = nn.requantize %x : (tensor<5x!x>) -> tensor<5x!z>
  return %y : tensor<5x!z>
}
