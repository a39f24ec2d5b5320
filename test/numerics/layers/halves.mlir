// Casts of halves around products and pools, and casts that stay: what lowering reads from f16 and
// bf16 as it is loaded, and stores so. Sums of small multiples of 1/16 leave nothing to choose.

func.func @matmul_f16(
    %a: tensor<2x3x5xf16> {check.input = dense<[[[0x4080, 0xC080, 0x45C0, 0xC500, 0xC4C0], [0x4080, 0x4100, 0xBC00, 0x4600, 0xC180], [0xC580, 0x4180, 0xBD00, 0x4640, 0x3800]], [[0xBC00, 0xC440, 0xC700, 0xC000, 0x4000], [0xC080, 0x3A00, 0x4180, 0xC580, 0x4200], [0xC400, 0x4540, 0x3D00, 0x3800, 0x46C0]]]> : tensor<2x3x5xf16>},
    %b: tensor<5x4xf16> {check.constant = dense<[[0x4200, 0x4540, 0x3D00, 0x4540], [0x4500, 0xC700, 0x4500, 0xC280], [0xBF00, 0xC800, 0x4740, 0x45C0], [0xBC00, 0xC700, 0x4680, 0x3C00], [0x4180, 0xBA00, 0xC600, 0x3C00]]> : tensor<5x4xf16>})
    -> (tensor<2x3x4xf16> {check.expected = dense<[[[0xCDA8, 0x4D08, 0x4F50, 0x514E], [0x4770, 0xD0B4, 0x53F2, 0x3CC0], [0xC570, 0xD524, 0x506E, 0xD0C8]], [[0xC480, 0x55D0, 0xD624, 0xCFEC], [0x45F0, 0xC1A0, 0xD01C, 0xBB80], [0x4F88, 0xD4C5, 0xC6F0, 0xCDE8]]]> : tensor<2x3x4xf16>}) {
  %af = nn.cast %a : (tensor<2x3x5xf16>) -> tensor<2x3x5xf32>
  %bf = nn.cast %b : (tensor<5x4xf16>) -> tensor<5x4xf32>
  %p = nn.matmul %af, %bf : (tensor<2x3x5xf32>, tensor<5x4xf32>) -> tensor<2x3x4xf32>
  %y = nn.cast %p : (tensor<2x3x4xf32>) -> tensor<2x3x4xf16>
  return %y : tensor<2x3x4xf16>
}

func.func @read_by_softmax_too_f16(
    %a: tensor<2x3x4xf16> {check.input = dense<[[[0xC440, 0xB400, 0xC6C0, 0xC700], [0xBF00, 0x45C0, 0xC680, 0xC7C0], [0x4740, 0xC440, 0xC180, 0x4800]], [[0x3E00, 0xB800, 0xC780, 0x4500], [0xC680, 0xC480, 0x4180, 0xC400], [0x0000, 0x4740, 0xC640, 0x4280]]]> : tensor<2x3x4xf16>},
    %b: tensor<2x5x4xf16> {check.input = dense<[[[0xBC00, 0xBF00, 0xC440, 0xC440], [0xC180, 0xB800, 0x3A00, 0xC400], [0xC800, 0x4780, 0x44C0, 0xC680], [0x3800, 0xB400, 0x3800, 0x4580], [0xC680, 0x4700, 0x4080, 0xC800]], [[0xC640, 0xC400, 0xC6C0, 0xC440], [0xC680, 0xC600, 0x4740, 0xC700], [0xC540, 0x4800, 0x4780, 0x4000], [0xC200, 0x4000, 0xC5C0, 0x4200], [0x4440, 0x4440, 0x3E00, 0x4300]]]> : tensor<2x5x4xf16>})
    -> (tensor<2x3x5xf32> {check.expected = dense<[[[6.3125e1, 3.475e1, 4.55625e1, 0.0, 6.66875e1], [5.225e1, 2.80625e1, 7.6625e1, 0.0, 9.9e1], [0.0, 0.0, 0.0, 4.73125e1, 0.0]], [[2.2e1, 0.0, 0.0, 5.2625e1, 1.05e1], [5.70625e1, 1.171875e2, 1.075e1, 0.0, 0.0], [0.0, 0.0, 1.7625e1, 6.01875e1, 3.28125e1]]]> : tensor<2x3x5xf32>}, tensor<2x3x5xf32> {check.expected = dense<[[[2.7585283e-2, 1.310906e-14, 6.506997e-10, 0.0, 9.724148e-1], [4.9743116e-21, 1.5568085e-31, 1.9171716e-10, 0.0, 1.0], [6.9771317e-31, 8.4e-44, 0.0, 1.0, 0.0]], [[5.0087745e-14, 0.0, 0.0, 1.0, 5.0739357e-19], [7.7275936e-27, 1.0, 0.0, 0.0, 0.0], [3.885678e-27, 0.0, 3.275979e-19, 1.0, 1.29178e-12]]]> : tensor<2x3x5xf32>}) {
  %af = nn.cast %a : (tensor<2x3x4xf16>) -> tensor<2x3x4xf32>
  %bf = nn.cast %b : (tensor<2x5x4xf16>) -> tensor<2x5x4xf32>
  %p = nn.matmul %af, %bf {transpose_b} : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  %ph = nn.cast %p : (tensor<2x3x5xf32>) -> tensor<2x3x5xf16>
  %pf = nn.cast %ph : (tensor<2x3x5xf16>) -> tensor<2x3x5xf32>
  %s = nn.relu %pf : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %t = nn.softmax %pf {axis = 2 : i64} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %s, %t : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

func.func @pools_f16(
    %x: tensor<1x3x4x5xf16> {check.input = dense<[[[[0x3400, 0xC000, 0x4100, 0x4580, 0xC440], [0xC400, 0xC800, 0x4400, 0xC580, 0xC100], [0xC6C0, 0x4380, 0x4680, 0x4400, 0xC6C0], [0x45C0, 0xC680, 0x4380, 0x47C0, 0x4000]], [[0x4540, 0x4540, 0x4680, 0xC780, 0xB400], [0xBD00, 0x3800, 0xC5C0, 0x4580, 0xBC00], [0x4580, 0xC400, 0xC740, 0x4080, 0x4380], [0x3400, 0xC440, 0x46C0, 0xC440, 0x4400]], [[0xC4C0, 0x4000, 0xC4C0, 0xC800, 0x4700], [0xC300, 0xB800, 0x4440, 0xC6C0, 0xC540], [0xC500, 0x4400, 0xC100, 0xC740, 0x4180], [0xC440, 0xC740, 0xC480, 0x4740, 0x3C00]]]]> : tensor<1x3x4x5xf16>})
    -> (tensor<1x3x2x2xf16> {check.expected = dense<[[[[0x3400, 0x4580], [0x4380, 0x4680]], [[0x4540, 0x4680], [0x4580, 0x4580]], [[0x4000, 0x4000], [0x4400, 0x4440]]]]> : tensor<1x3x2x2xf16>}, tensor<1x3x2x2xf16> {check.expected = dense<[[[[0xBB00, 0x4000], [0xC380, 0x3A55]], [[0x4540, 0x3DAB], [0x3200, 0xBDD5]], [[0xBD80, 0xC32B], [0xBD00, 0xBDD5]]]]> : tensor<1x3x2x2xf16>}) {
  %xf = nn.cast %x : (tensor<1x3x4x5xf16>) -> tensor<1x3x4x5xf32>
  %m = nn.max_pool2d %xf {kernel = array<i64: 2, 3>, pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>} : (tensor<1x3x4x5xf32>) -> tensor<1x3x2x2xf32>
  %mh = nn.cast %m : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf16>
  %v = nn.avg_pool2d %xf {kernel = array<i64: 2, 3>, pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>} : (tensor<1x3x4x5xf32>) -> tensor<1x3x2x2xf32>
  %vh = nn.cast %v : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf16>
  return %mh, %vh : tensor<1x3x2x2xf16>, tensor<1x3x2x2xf16>
}

func.func @matmul_bf16(
    %a: tensor<2x3x5xbf16> {check.input = dense<[[[0x40E8, 0x3FE0, 0xC020, 0xC0C0, 0xC098], [0xC010, 0x4090, 0x4050, 0xC0A0, 0x3F00], [0x3F00, 0x4088, 0xC0D0, 0xC070, 0xC0D8]], [[0x40E8, 0x4100, 0x3F00, 0xBE80, 0x4050], [0x4020, 0x4098, 0x40C8, 0xC0C0, 0x4050], [0x40F8, 0xC090, 0xC050, 0x3F00, 0xC0A0]]]> : tensor<2x3x5xbf16>},
    %b: tensor<5x4xbf16> {check.constant = dense<[[0xC090, 0xC090, 0xC010, 0xC000], [0x40A8, 0x4090, 0xC080, 0xC060], [0x4090, 0xC000, 0xC030, 0xC020], [0xBFE0, 0x0000, 0x4070, 0x3FA0], [0xC0E8, 0x40C0, 0x40A0, 0x4088]]> : tensor<5x4xbf16>})
    -> (tensor<2x3x4xbf16> {check.expected = dense<[[[0x4124, 0xC241, 0xC27B, 0xC228], [0x4256, 0x41D7, 0xC218, 0xC1BC], [0x4239, 0xC12A, 0xC240, 0xC204]], [[0xC138, 0x41AF, 0xC20A, 0xC1F2], [0x41E6, 0x4189, 0xC240, 0xC1F8], [0xC217, 0xC29D, 0xC15A, 0xC144]]]> : tensor<2x3x4xbf16>}) {
  %af = nn.cast %a : (tensor<2x3x5xbf16>) -> tensor<2x3x5xf32>
  %bf = nn.cast %b : (tensor<5x4xbf16>) -> tensor<5x4xf32>
  %p = nn.matmul %af, %bf : (tensor<2x3x5xf32>, tensor<5x4xf32>) -> tensor<2x3x4xf32>
  %y = nn.cast %p : (tensor<2x3x4xf32>) -> tensor<2x3x4xbf16>
  return %y : tensor<2x3x4xbf16>
}

func.func @read_by_softmax_too_bf16(
    %a: tensor<2x3x4xbf16> {check.input = dense<[[[0x4000, 0x3FE0, 0x40F8, 0x3FC0], [0x40E8, 0xC0E8, 0xC000, 0xC100], [0xC098, 0xBF40, 0x40F0, 0xC020]], [[0x40D0, 0xBFE0, 0xC000, 0xBFA0], [0xC0E0, 0x4100, 0x40C0, 0xC090], [0x3F80, 0xC050, 0xC070, 0x40D8]]]> : tensor<2x3x4xbf16>},
    %b: tensor<2x5x4xbf16> {check.input = dense<[[[0xC0A8, 0xC0D0, 0xC0E8, 0x4060], [0xBF40, 0x4100, 0xC0B8, 0x40F8], [0xC0F0, 0x4030, 0x4010, 0x4020], [0x4040, 0xC070, 0xC0B0, 0xC0E0], [0xC0B0, 0x4030, 0xBFC0, 0xC0C0]], [[0xBFE0, 0x40B8, 0xBF80, 0x40F0], [0x4000, 0xC098, 0xC0D8, 0x40A0], [0xC0B8, 0xBFE0, 0xC040, 0x4090], [0x40F8, 0x40E0, 0xC0C0, 0x40B0], [0xBFC0, 0x40F0, 0x3FC0, 0xC0F0]]]> : tensor<2x5x4xbf16>})
    -> (tensor<2x3x5xf32> {check.expected = dense<[[[0.0, 0.0, 1.1e1, 0.0, 0.0], [0.0, 0.0, 0.0, 1.16e2, 0.0], [0.0, 0.0, 4.425e1, 0.0, 2.775e1]], [[0.0, 2.85e1, 0.0, 4.325e1, 0.0], [1.85e1, 0.0, 0.0, 0.0, 1.13e2], [3.4e1, 7.65e1, 4.15e1, 4.45e1, 0.0]]]> : tensor<2x3x5xf32>}, tensor<2x3x5xf32> {check.expected = dense<[[[3.3057005e-37, 2.0879679e-14, 1.0, 7.5758663e-29, 4.0307264e-17], [0.0, 0.0, 0.0, 1.0, 0.0], [2.198759e-34, 0.0, 9.999999e-1, 2.9756965e-35, 6.825603e-8]], [[5.380184e-32, 3.927862e-7, 2.8232617e-34, 9.9999964e-1, 1.1243578e-26], [9.103e-42, 0.0, 0.0, 0.0, 1.0], [3.4872616e-19, 1.0, 6.305117e-16, 1.2664166e-14, 0.0]]]> : tensor<2x3x5xf32>}) {
  %af = nn.cast %a : (tensor<2x3x4xbf16>) -> tensor<2x3x4xf32>
  %bf = nn.cast %b : (tensor<2x5x4xbf16>) -> tensor<2x5x4xf32>
  %p = nn.matmul %af, %bf {transpose_b} : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  %ph = nn.cast %p : (tensor<2x3x5xf32>) -> tensor<2x3x5xbf16>
  %pf = nn.cast %ph : (tensor<2x3x5xbf16>) -> tensor<2x3x5xf32>
  %s = nn.relu %pf : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %t = nn.softmax %pf {axis = 2 : i64} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %s, %t : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

func.func @pools_bf16(
    %x: tensor<1x3x4x5xbf16> {check.input = dense<[[[[0x40D8, 0x40D0, 0x4098, 0x40C0, 0xC010], [0x40D0, 0xC0E0, 0x0000, 0x4060, 0x4070], [0x40C8, 0x4060, 0x4098, 0xBF80, 0xC100], [0xBFC0, 0x3E80, 0x4070, 0xC060, 0x40D0]], [[0xC000, 0xC040, 0xBFC0, 0xC0F0, 0xC030], [0x4098, 0x4100, 0xC030, 0xC0E8, 0xC070], [0xC090, 0xC030, 0x40C0, 0x40F0, 0xC010], [0xC0C8, 0xC0F0, 0x4098, 0x40C8, 0x4000]], [[0x40A0, 0xC0E0, 0xC0D0, 0xBF00, 0x4098], [0xC0D8, 0x4090, 0x40F8, 0xC0E8, 0xBF80], [0xBF00, 0xC0A0, 0x4088, 0x40E0, 0xC000], [0xC030, 0x4020, 0xC090, 0x4040, 0xC088]]]]> : tensor<1x3x4x5xbf16>})
    -> (tensor<1x3x2x2xbf16> {check.expected = dense<[[[[0x40D8, 0x40D0], [0x40D0, 0x4098]], [[0xC000, 0xBFC0], [0x4100, 0x4100]], [[0x40A0, 0xBF00], [0x4090, 0x40F8]]]]> : tensor<1x3x2x2xbf16>}, tensor<1x3x2x2xbf16> {check.expected = dense<[[[[0x40D4, 0x40B8], [0x4014, 0x3F20]], [[0xC020, 0xC080], [0x3FB0, 0x3FBB]], [[0xBF80, 0xC095], [0xBFF8, 0x3FF0]]]]> : tensor<1x3x2x2xbf16>}) {
  %xf = nn.cast %x : (tensor<1x3x4x5xbf16>) -> tensor<1x3x4x5xf32>
  %m = nn.max_pool2d %xf {kernel = array<i64: 2, 3>, pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>} : (tensor<1x3x4x5xf32>) -> tensor<1x3x2x2xf32>
  %mh = nn.cast %m : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xbf16>
  %v = nn.avg_pool2d %xf {kernel = array<i64: 2, 3>, pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>} : (tensor<1x3x4x5xf32>) -> tensor<1x3x2x2xf32>
  %vh = nn.cast %v : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xbf16>
  return %mh, %vh : tensor<1x3x2x2xbf16>, tensor<1x3x2x2xbf16>
}

func.func @extreme_codes(
    %x: tensor<1x1x2x4xf16> {check.input = dense<[[[[0x0001, 0x7C00, 0x7E00, 0x8000], [0x8001, 0xFC00, 0x0000, 0x0000]]]]> : tensor<1x1x2x4xf16>})
    -> (tensor<1x1x1x4xf32> {check.expected = dense<[[[[5.9604645e-8, 0x7F800000, 0x7FC00000, 0.0]]]]> : tensor<1x1x1x4xf32>}) {
  %xf = nn.cast %x : (tensor<1x1x2x4xf16>) -> tensor<1x1x2x4xf32>
  %m = nn.max_pool2d %xf {kernel = array<i64: 2, 1>} : (tensor<1x1x2x4xf32>) -> tensor<1x1x1x4xf32>
  return %m : tensor<1x1x1x4xf32>
}

func.func @saturating(
    %x: tensor<1x4xf16> {check.input = dense<[[0x7C00, 0x3C00, 0x0000, 0x0000]]> : tensor<1x4xf16>},
    %w: tensor<4x1xf16> {check.constant = dense<[[0x3C00], [0x3C00], [0x3C00], [0x3C00]]> : tensor<4x1xf16>})
    -> (tensor<1x1xf32> {check.expected = dense<[[3.4028235e38]]> : tensor<1x1xf32>}) {
  %xf = nn.cast %x {saturate = true} : (tensor<1x4xf16>) -> tensor<1x4xf32>
  %wf = nn.cast %w : (tensor<4x1xf16>) -> tensor<4x1xf32>
  %y = nn.matmul %xf, %wf : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
