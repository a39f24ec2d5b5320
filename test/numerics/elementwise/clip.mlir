// clip under equal parameters: an integer clamp to z + rint(limit / s) (B1).
!i8 = !quant.uniform<i8:f32, 0.10000000149011612:-28>
!u8 = !quant.uniform<u8:f32, 0.5>

func.func @relu6(
    %x: tensor<6x!i8> {check.input = dense<[-128, -28, 31, 32, 33, 127]> : tensor<6xi8>})
    -> (tensor<6x!i8> {check.expected = dense<[-28, -28, 31, 32, 32, 32]> : tensor<6xi8>}) {
  %y = nn.clip %x {min = 0.0 : f32, max = 6.0 : f32} : (tensor<6x!i8>) -> tensor<6x!i8>
  return %y : tensor<6x!i8>
}

// 0.25 / s and 1.25 / s are halves: 0 and 2 steps.
func.func @tie(
    %x: tensor<5x!u8> {check.input = dense<[0, 1, 2, 3, 4]> : tensor<5xui8>})
    -> (tensor<5x!u8> {check.expected = dense<[0, 1, 2, 2, 2]> : tensor<5xui8>}) {
  %y = nn.clip %x {min = 0.25 : f32, max = 1.25 : f32} : (tensor<5x!u8>) -> tensor<5x!u8>
  return %y : tensor<5x!u8>
}

func.func @unbounded(
    %x: tensor<5x!i8> {check.input = dense<[-128, -39, -38, -37, 127]> : tensor<5xi8>})
    -> (tensor<5x!i8> {check.expected = dense<[-38, -38, -38, -37, 127]> : tensor<5xi8>}) {
  %y = nn.clip %x {min = -1.0 : f32, max = 0x7F800000 : f32} : (tensor<5x!i8>) -> tensor<5x!i8>
  return %y : tensor<5x!i8>
}

// Limits outside the storage range change nothing.
func.func @beyond(
    %x: tensor<3x!u8> {check.input = dense<[0, 7, 255]> : tensor<3xui8>})
    -> (tensor<3x!u8> {check.expected = dense<[0, 7, 255]> : tensor<3xui8>}) {
  %y = nn.clip %x {min = -3.0 : f32, max = 1000.0 : f32} : (tensor<3x!u8>) -> tensor<3x!u8>
  return %y : tensor<3x!u8>
}

func.func @clip_float(
    %x: tensor<5xf32> {check.input = dense<[-2.0, -1.5, 0.0, 3.0e38, 0x7F800000]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[-1.5, -1.5, 0.0, 3.0e38, 0x7F800000]> : tensor<5xf32>}) {
  %y = nn.clip %x {min = -1.5 : f32, max = 0x7F800000 : f32} : (tensor<5xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}
