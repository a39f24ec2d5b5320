// A function of a type that declares fewer steps than its byte holds: a buffer may hold the
// others all the same, and each of the 256 has an answer (R4, T1).
!narrow = !quant.uniform<u8<3:250>:f32, 0.05000000074505806:100>
!weights = !quant.uniform<i8<-127:127>:f32, 0.05000000074505806>
!y = !quant.uniform<i8:f32, 0.05000000074505806:-20>
!unit = !quant.uniform<u8:f32, 0.00390625>

func.func @sigmoid_narrow(
    %x: tensor<9x!narrow> {check.input = dense<[0, 1, 2, 3, 100, 250, 251, 254, 255]> : tensor<9xui8>})
    -> (tensor<9x!unit> {check.expected = dense<[2, 2, 2, 2, 128, 255, 255, 255, 255]> : tensor<9xui8>}) {
  %y = nn.sigmoid %x : (tensor<9x!narrow>) -> tensor<9x!unit>
  return %y : tensor<9x!unit>
}

func.func @hard_swish_narrow(
    %x: tensor<6x!weights> {check.input = dense<[-128, -127, -20, 0, 20, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[-20, -20, -27, -20, -7, 107]> : tensor<6xi8>}) {
  %y = nn.hard_swish %x : (tensor<6x!weights>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}
