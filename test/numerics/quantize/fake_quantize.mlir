// Fake quantization as importers bring it: a pair whose declared range is that of the bits trained for (R4).
!i4 = !quant.uniform<i8<-8:7>:f32, 0.3330000042915344>
!u3 = !quant.uniform<u8<0:6>:f32, 0.10000000149011612:2>
!i12 = !quant.uniform<i16<-2048:2047>:f32:1, {0.0010000000474974513, 0.25}>
!sign = !quant.uniform<i8<-1:1>:f32:0, {0.30000001192092896, 2.0}>

func.func @four_bits(
    %x: tensor<12xf32> {check.input = dense<[-100.0, -2.664, -2.8304999, -0.1665, 0.1665, 0.4995, 0.83249998, 2.331, 2.4975, 1.0e30, 0x7F800000, 0x7FC00000]> : tensor<12xf32>})
    -> (tensor<12xf32> {check.expected = dense<[-2.664, -2.664, -2.664, 0.0, 0.0, 6.66e-1, 6.66e-1, 2.331, 2.331, 2.331, 2.331, 0.0]> : tensor<12xf32>}) {
  %q = nn.quantize %x : (tensor<12xf32>) -> tensor<12x!i4>
  %y = nn.dequantize %q : (tensor<12x!i4>) -> tensor<12xf32>
  return %y : tensor<12xf32>
}

func.func @unsigned_narrow(
    %x: tensor<8xf32> {check.input = dense<[-1.0, -0.2, -0.15, -0.05, 0.05, 0.15, 0.4, 0.5]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-2.0e-1, -2.0e-1, -2.0e-1, 0.0, 0.0, 2.0e-1, 4.0e-1, 4.0e-1]> : tensor<8xf32>}) {
  %q = nn.quantize %x : (tensor<8xf32>) -> tensor<8x!u3>
  %y = nn.dequantize %q : (tensor<8x!u3>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @twelve_bits_of_channels(
    %x: tensor<3x2xf32> {check.input = dense<[[2.05, 512.0], [-0.0005, -512.1], [-3.0, 0.125]]> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {check.expected = dense<[[2.0470002, 5.1175e2], [0.0, -5.12e2], [-2.048, 0.0]]> : tensor<3x2xf32>}) {
  %q = nn.quantize %x : (tensor<3x2xf32>) -> tensor<3x2x!i12>
  %y = nn.dequantize %q : (tensor<3x2x!i12>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// The steps of a sign: s and −s come back.
func.func @signs(
    %x: tensor<2x4xf32> {check.input = dense<[[-1.0, -0.0, 0.0, 1.0e-30], [0x7F800000, 0xFF800000, -1.0e-38, 3.0]]> : tensor<2x4xf32>},
    %s: tensor<2x1xf32> {check.constant = dense<[[0.30000001192092896], [2.0]]> : tensor<2x1xf32>},
    %zero: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %minus: tensor<f32> {check.constant = dense<-1.0> : tensor<f32>})
    -> (tensor<2x4xf32> {check.expected = dense<[[-3.0e-1, 3.0e-1, 3.0e-1, 3.0e-1], [2.0, -2.0, -2.0, 2.0]]> : tensor<2x4xf32>}) {
  %p = nn.less_equal %zero, %x : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %i = nn.where %p, %one, %minus : (tensor<2x4xi1>, tensor<f32>, tensor<f32>) -> tensor<2x4xf32>
  %r = nn.mul %i, %s : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %q = nn.quantize %r : (tensor<2x4xf32>) -> tensor<2x4x!sign>
  %y = nn.dequantize %q : (tensor<2x4x!sign>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
