// Elementwise on 16 bits, with zero points and mixed widths (X2): steps reach 65535.
!i16 = !quant.uniform<i16:f32, 0.00030517578125>
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!i8b = !quant.uniform<i8:f32, 0.019999999552965164:4>
!n16 = !quant.uniform<i16<-32767:32767>:f32, 0.00030517578125>
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!u8b = !quant.uniform<u8:f32, 0.25:20>
!y16 = !quant.uniform<i16:f32, 0.0010000000474974513:77>
!z16 = !quant.uniform<i16:f32, 0.00019999999494757503:-1200>

func.func @sums(
    %a: tensor<8x!z16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -1200]> : tensor<8xi16>},
    %b: tensor<8x!i16> {check.input = dense<[32767, -32768, -1200, 77, -20000, 30000, 1, -32768]> : tensor<8xi16>},
    %c: tensor<8x!i8> {check.input = dense<[-128, 127, -9, 0, 100, -77, 5, 1]> : tensor<8xi8>})
    -> (tensor<8x!y16> {check.expected = dense<[-16236, 16870, 683, 293, 8890, -14838, 368, 10077]> : tensor<8xi16>}, tensor<8x!n16> {check.expected = dense<[12079, -10507, -414, 863, -11123, 11125, 955, -32767]> : tensor<8xi16>}, tensor<8x!y16> {check.expected = dense<[441, 84, -163, 287, 2818, 2437, 486, 577]> : tensor<8xi16>}, tensor<8x!u8> {check.expected = dense<[0, 255, 87, 105, 255, 0, 117, 97]> : tensor<8xui8>}, tensor<8x!i8b> {check.expected = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : tensor<8xi8>}) {
  %y = nn.sub %a, %b : (tensor<8x!z16>, tensor<8x!i16>) -> tensor<8x!y16>
  %z = nn.add %a, %b : (tensor<8x!z16>, tensor<8x!i16>) -> tensor<8x!n16>
  %u = nn.sub %c, %a : (tensor<8x!i8>, tensor<8x!z16>) -> tensor<8x!y16>
  %v = nn.add %a, %c : (tensor<8x!z16>, tensor<8x!i8>) -> tensor<8x!u8>
  %w = nn.sub %b, %b : (tensor<8x!i16>, tensor<8x!i16>) -> tensor<8x!i8b>
  return %y, %z, %u, %v, %w : tensor<8x!y16>, tensor<8x!n16>, tensor<8x!y16>, tensor<8x!u8>, tensor<8x!i8b>
}

// Up to 65535 · 65535: no i32.
func.func @products(
    %a: tensor<8x!z16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -1200]> : tensor<8xi16>},
    %b: tensor<8x!z16> {check.input = dense<[-32768, 32767, 32767, -32768, 32767, -32768, 5, -1200]> : tensor<8xi16>},
    %c: tensor<8x!u8> {check.input = dense<[0, 255, 77, 1, 2, 200, 9, 100]> : tensor<8xui8>})
    -> (tensor<8x!y16> {check.expected = dense<[32767, 32767, 1707, -1437, 18480, 32767, 147, 77]> : tensor<8xi16>}, tensor<8x!u8b> {check.expected = dense<[179, 205, 27, 14, 94, 165, 20, 20]> : tensor<8xui8>}, tensor<8x!i16> {check.expected = dense<[32767, 32767, 0, -1493, -16644, -32768, -1622, 0]> : tensor<8xi16>}) {
  %y = nn.mul %a, %b : (tensor<8x!z16>, tensor<8x!z16>) -> tensor<8x!y16>
  %z = nn.mul %a, %b : (tensor<8x!z16>, tensor<8x!z16>) -> tensor<8x!u8b>
  %u = nn.mul %a, %c : (tensor<8x!z16>, tensor<8x!u8>) -> tensor<8x!i16>
  return %y, %z, %u : tensor<8x!y16>, tensor<8x!u8b>, tensor<8x!i16>
}

func.func @bounds(
    %a: tensor<8x!z16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -1200]> : tensor<8xi16>})
    -> (tensor<8x!z16> {check.expected = dense<[-1200, 32767, 0, -1, 12345, -1200, 256, -1200]> : tensor<8xi16>}, tensor<8x!y16> {check.expected = dense<[77, 6870, 317, 317, 2786, 77, 368, 77]> : tensor<8xi16>}, tensor<8x!u8> {check.expected = dense<[77, 255, 87, 87, 185, 77, 89, 77]> : tensor<8xui8>}, tensor<8x!z16> {check.expected = dense<[-3700, 32767, 0, -1, 12345, -3700, 256, -1200]> : tensor<8xi16>}, tensor<8x!i16> {check.expected = dense<[-9830, 6554, 786, 786, 6554, -9830, 954, 0]> : tensor<8xi16>}, tensor<8x!i8> {check.expected = dense<[-9, 111, -4, -4, 45, -9, -3, -9]> : tensor<8xi8>}) {
  %y = nn.relu %a : (tensor<8x!z16>) -> tensor<8x!z16>
  %z = nn.relu %a : (tensor<8x!z16>) -> tensor<8x!y16>
  %u = nn.relu %a : (tensor<8x!z16>) -> tensor<8x!u8>
  %v = nn.clip %a {max = 1.0e9 : f32, min = -0.5 : f32} : (tensor<8x!z16>) -> tensor<8x!z16>
  %w = nn.clip %a {max = 2.00001 : f32, min = -3.0 : f32} : (tensor<8x!z16>) -> tensor<8x!i16>
  %t = nn.clip %a {max = 6.0 : f32, min = 0.0 : f32} : (tensor<8x!z16>) -> tensor<8x!i8>
  return %y, %z, %u, %v, %w, %t : tensor<8x!z16>, tensor<8x!y16>, tensor<8x!u8>, tensor<8x!z16>, tensor<8x!i16>, tensor<8x!i8>
}

func.func @requantized(
    %a: tensor<8x!z16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -1200]> : tensor<8xi16>},
    %b: tensor<8x!i8> {check.input = dense<[-128, 127, -9, 0, 100, -77, 5, 1]> : tensor<8xi8>},
    %c: tensor<8x!u8> {check.input = dense<[0, 255, 77, 1, 2, 200, 9, 100]> : tensor<8xui8>})
    -> (tensor<8x!i16> {check.expected = dense<[-20688, 22261, 786, 786, 8877, -18875, 954, 0]> : tensor<8xi16>}, tensor<8x!y16> {check.expected = dense<[-6237, 6870, 317, 317, 2786, -5683, 368, 77]> : tensor<8xi16>}, tensor<8x!n16> {check.expected = dense<[-20688, 22261, 786, 786, 8877, -18875, 954, 0]> : tensor<8xi16>}, tensor<8x!i8> {check.expected = dense<[-128, 127, -4, -4, 45, -124, -3, -9]> : tensor<8xi8>}, tensor<8x!u8b> {check.expected = dense<[0, 47, 21, 21, 31, 0, 21, 20]> : tensor<8xui8>}, tensor<8x!z16> {check.expected = dense<[-30950, 32767, -1200, 1050, 26050, -18200, 2300, 1300]> : tensor<8xi16>}, tensor<8x!i16> {check.expected = dense<[-6308, 14582, 0, -6226, -6144, 10076, -5571, 1884]> : tensor<8xi16>}) {
  %y0 = nn.requantize %a : (tensor<8x!z16>) -> tensor<8x!i16>
  %y1 = nn.requantize %a : (tensor<8x!z16>) -> tensor<8x!y16>
  %y2 = nn.requantize %a : (tensor<8x!z16>) -> tensor<8x!n16>
  %y3 = nn.requantize %a : (tensor<8x!z16>) -> tensor<8x!i8>
  %y4 = nn.requantize %a : (tensor<8x!z16>) -> tensor<8x!u8b>
  %y5 = nn.requantize %b : (tensor<8x!i8>) -> tensor<8x!z16>
  %y6 = nn.requantize %c : (tensor<8x!u8>) -> tensor<8x!i16>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6 : tensor<8x!i16>, tensor<8x!y16>, tensor<8x!n16>, tensor<8x!i8>, tensor<8x!u8b>, tensor<8x!z16>, tensor<8x!i16>
}

// Operands with other parameters or another width are requantized.
func.func @joined(
    %a: tensor<2x2x!z16> {check.input = dense<[[-32768, 32767], [0, -1]]> : tensor<2x2xi16>},
    %b: tensor<2x3x!i16> {check.input = dense<[[32767, -32768, -1200], [77, -20000, 30000]]> : tensor<2x3xi16>},
    %c: tensor<2x1x!i8> {check.input = dense<[[-128], [127]]> : tensor<2x1xi8>})
    -> (tensor<2x6x!z16> {check.expected = dense<[[-32768, 32767, 32767, -32768, -3031, -30950], [0, -1, -1083, -31718, 32767, 32767]]> : tensor<2x6xi16>}, tensor<2x3x!i8> {check.expected = dense<[[-128, 127, -128], [-4, -4, 127]]> : tensor<2x3xi8>}) {
  %y = nn.concat %a, %b, %c {axis = 1 : i64} : (tensor<2x2x!z16>, tensor<2x3x!i16>, tensor<2x1x!i8>) -> tensor<2x6x!z16>
  %z = nn.concat %a, %c {axis = 1 : i64} : (tensor<2x2x!z16>, tensor<2x1x!i8>) -> tensor<2x3x!i8>
  return %y, %z : tensor<2x6x!z16>, tensor<2x3x!i8>
}

func.func @real(
    %a: tensor<8x!z16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -1200]> : tensor<8xi16>},
    %b: tensor<8xf32> {check.input = dense<[0.0, 0x7FC00000, 0x7F800000, -6.3136005, 0.00005, 6.7934, 1.0e30, -1.0e30]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-6.3136, 6.7934, 2.4e-1, 2.3979999e-1, 2.7089999, -5.7602, 2.9119998e-1, 0.0]> : tensor<8xf32>}, tensor<8x!z16> {check.expected = dense<[-1200, -1200, 32767, -32768, -1200, 32767, 32767, -32768]> : tensor<8xi16>}, tensor<8x!n16> {check.expected = dense<[0, 0, 32767, -20688, 0, 22261, 32767, -32767]> : tensor<8xi16>}) {
  %y = nn.dequantize %a : (tensor<8x!z16>) -> tensor<8xf32>
  %z = nn.quantize %b : (tensor<8xf32>) -> tensor<8x!z16>
  %u = nn.quantize %b : (tensor<8xf32>) -> tensor<8x!n16>
  return %y, %z, %u : tensor<8xf32>, tensor<8x!z16>, tensor<8x!n16>
}
