// Integers of less than a byte: computed a byte each, the low bits of what 32 would hold.
!q4 = !quant.uniform<i4:f32, 0.5:-1>
!q2 = !quant.uniform<u2:f32, 0.75:2>
!q16 = !quant.uniform<u16:f32, 0.125:32768>

func.func @f32_to_small(
    %x: tensor<12xf32> {check.input = dense<[-9.5, -8.5, -2.5, -1.0, -0.5, 0.5, 1.7, 3.2, 7.9, 15.5, 16.0, 0x7FC00000]> : tensor<12xf32>})
    -> (tensor<12xi4> {check.expected = dense<[7, -8, -2, -1, 0, 0, 1, 3, 7, -1, 0, 0]> : tensor<12xi4>}, tensor<12xui4> {check.expected = dense<[7, 8, 14, 15, 0, 0, 1, 3, 7, 15, 0, 0]> : tensor<12xui4>}, tensor<12xi2> {check.expected = dense<[-1, 0, -2, -1, 0, 0, 1, -1, -1, -1, 0, 0]> : tensor<12xi2>}, tensor<12xui2> {check.expected = dense<[3, 0, 2, 3, 0, 0, 1, 3, 3, 3, 0, 0]> : tensor<12xui2>}) {
  %0 = nn.cast %x : (tensor<12xf32>) -> tensor<12xi4>
  %1 = nn.cast %x : (tensor<12xf32>) -> tensor<12xui4>
  %2 = nn.cast %x : (tensor<12xf32>) -> tensor<12xi2>
  %3 = nn.cast %x : (tensor<12xf32>) -> tensor<12xui2>
  return %0, %1, %2, %3 : tensor<12xi4>, tensor<12xui4>, tensor<12xi2>, tensor<12xui2>
}

func.func @i32_to_small(
    %x: tensor<12xi32> {check.input = dense<[-17, -9, -8, -3, -2, -1, 0, 1, 2, 7, 8, 300]> : tensor<12xi32>})
    -> (tensor<12xi4> {check.expected = dense<[-1, 7, -8, -3, -2, -1, 0, 1, 2, 7, -8, -4]> : tensor<12xi4>}, tensor<12xui4> {check.expected = dense<[15, 7, 8, 13, 14, 15, 0, 1, 2, 7, 8, 12]> : tensor<12xui4>}, tensor<12xi2> {check.expected = dense<[-1, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 0]> : tensor<12xi2>}, tensor<12xui2> {check.expected = dense<[3, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0]> : tensor<12xui2>}) {
  %0 = nn.cast %x : (tensor<12xi32>) -> tensor<12xi4>
  %1 = nn.cast %x : (tensor<12xi32>) -> tensor<12xui4>
  %2 = nn.cast %x : (tensor<12xi32>) -> tensor<12xi2>
  %3 = nn.cast %x : (tensor<12xi32>) -> tensor<12xui2>
  return %0, %1, %2, %3 : tensor<12xi4>, tensor<12xui4>, tensor<12xi2>, tensor<12xui2>
}

func.func @from_i4(
    %x: tensor<4xi4> {check.input = dense<[-8, -1, 0, 7]> : tensor<4xi4>})
    -> (tensor<4xf32> {check.expected = dense<[-8.0, -1.0, 0.0, 7.0]> : tensor<4xf32>}, tensor<2x2xi4> {check.expected = dense<[[-8, -1], [0, 7]]> : tensor<2x2xi4>}) {
  %y = nn.cast %x : (tensor<4xi4>) -> tensor<4xf32>
  %r = nn.reshape %x : (tensor<4xi4>) -> tensor<2x2xi4>
  return %y, %r : tensor<4xf32>, tensor<2x2xi4>
}

func.func @from_ui4(
    %x: tensor<4xui4> {check.input = dense<[0, 7, 8, 15]> : tensor<4xui4>})
    -> (tensor<4xf32> {check.expected = dense<[0.0, 7.0, 8.0, 1.5e1]> : tensor<4xf32>}, tensor<2x2xui4> {check.expected = dense<[[0, 7], [8, 15]]> : tensor<2x2xui4>}) {
  %y = nn.cast %x : (tensor<4xui4>) -> tensor<4xf32>
  %r = nn.reshape %x : (tensor<4xui4>) -> tensor<2x2xui4>
  return %y, %r : tensor<4xf32>, tensor<2x2xui4>
}

func.func @from_i2(
    %x: tensor<4xi2> {check.input = dense<[-2, -1, 0, 1]> : tensor<4xi2>})
    -> (tensor<4xf32> {check.expected = dense<[-2.0, -1.0, 0.0, 1.0]> : tensor<4xf32>}, tensor<2x2xi2> {check.expected = dense<[[-2, -1], [0, 1]]> : tensor<2x2xi2>}) {
  %y = nn.cast %x : (tensor<4xi2>) -> tensor<4xf32>
  %r = nn.reshape %x : (tensor<4xi2>) -> tensor<2x2xi2>
  return %y, %r : tensor<4xf32>, tensor<2x2xi2>
}

func.func @from_ui2(
    %x: tensor<4xui2> {check.input = dense<[0, 1, 2, 3]> : tensor<4xui2>})
    -> (tensor<4xf32> {check.expected = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>}, tensor<2x2xui2> {check.expected = dense<[[0, 1], [2, 3]]> : tensor<2x2xui2>}) {
  %y = nn.cast %x : (tensor<4xui2>) -> tensor<4xf32>
  %r = nn.reshape %x : (tensor<4xui2>) -> tensor<2x2xui2>
  return %y, %r : tensor<4xf32>, tensor<2x2xui2>
}

// Steps of 2, 4 and 16 unsigned bits are rounded and clamped as those of 8.
func.func @steps(
    %x: tensor<10xf32> {check.input = dense<[-40.0, -2.6, -1.0, -0.25, 0.0, 0.25, 0.75, 1.3, 5.0, 20000.0]> : tensor<10xf32>})
    -> (tensor<10x!q4> {check.expected = dense<[-8, -6, -3, -1, -1, -1, 1, 2, 7, 7]> : tensor<10xi8>}, tensor<10x!q2> {check.expected = dense<[0, 0, 1, 2, 2, 2, 3, 3, 3, 3]> : tensor<10xui8>}, tensor<10x!q16> {check.expected = dense<[32448, 32747, 32760, 32766, 32768, 32770, 32774, 32778, 32808, 65535]> : tensor<10xui16>}, tensor<10xf32> {check.expected = dense<[-3.5, -2.5, -1.0, 0.0, 0.0, 0.0, 1.0, 1.5, 4.0, 4.0]> : tensor<10xf32>}, tensor<10xf32> {check.expected = dense<[-1.5, -1.5, -7.5e-1, 0.0, 0.0, 0.0, 7.5e-1, 7.5e-1, 7.5e-1, 7.5e-1]> : tensor<10xf32>}, tensor<10xf32> {check.expected = dense<[-4.0e1, -2.625, -1.0, -2.5e-1, 0.0, 2.5e-1, 7.5e-1, 1.25, 5.0, 4.095875e3]> : tensor<10xf32>}) {
  %a = nn.quantize %x : (tensor<10xf32>) -> tensor<10x!q4>
  %b = nn.quantize %x : (tensor<10xf32>) -> tensor<10x!q2>
  %c = nn.quantize %x : (tensor<10xf32>) -> tensor<10x!q16>
  %d = nn.dequantize %a : (tensor<10x!q4>) -> tensor<10xf32>
  %e = nn.dequantize %b : (tensor<10x!q2>) -> tensor<10xf32>
  %f = nn.dequantize %c : (tensor<10x!q16>) -> tensor<10xf32>
  return %a, %b, %c, %d, %e, %f : tensor<10x!q4>, tensor<10x!q2>, tensor<10x!q16>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
}
