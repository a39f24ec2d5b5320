// Casts of halves around convolutions: what lowering reads from f16 and bf16 as it is loaded, and
// stores so. Sums of small multiples of 1/16 leave nothing to choose.

func.func @conv2d_f16(
    %x: tensor<1x2x4x3xf16> {check.input = dense<[[[[0xB800, 0xC400, 0x4380], [0x4700, 0xC600, 0xC7C0], [0x4700, 0x3400, 0xBA00], [0xC000, 0x4700, 0x4700]], [[0x4480, 0xC280, 0xBA00], [0xC280, 0x4440, 0xC7C0], [0xC600, 0xC200, 0xC6C0], [0x3E00, 0xC740, 0x3800]]]]> : tensor<1x2x4x3xf16>},
    %w: tensor<3x2x2x2xf16> {check.constant = dense<[[[[0x4700, 0x4440], [0x4580, 0x4480]], [[0x4600, 0xC380], [0x4300, 0xC500]]], [[[0xC700, 0xC380], [0x47C0, 0xBD00]], [[0x3400, 0x45C0], [0x3E00, 0x4540]]], [[[0x4800, 0x4440], [0x4200, 0x4500]], [[0xBA00, 0x4180], [0xC740, 0x3A00]]]]> : tensor<3x2x2x2xf16>},
    %b: tensor<3xf16> {check.constant = dense<[0xC200, 0x4080, 0xC4C0]> : tensor<3xf16>},
    %r: tensor<1x3x3x2xf16> {check.input = dense<[[[[0xBD00, 0x3800], [0x3C00, 0xC440], [0xC600, 0x4740]], [[0x4740, 0xC540], [0x4200, 0xC600], [0x4500, 0xC280]], [[0xC780, 0x3D00], [0x4580, 0x4540], [0xC440, 0xC6C0]]]]> : tensor<1x3x3x2xf16>})
    -> (tensor<1x3x3x2xf16> {check.expected = dense<[[[[0xC6B0, 0xD1B0], [0x4CEC, 0xC660], [0x54E5, 0x5288]], [[0x559A, 0xD415], [0x4FE4, 0xCAA0], [0xD798, 0xC080]], [[0xCEF4, 0xD709], [0x56CE, 0xD5B4], [0x5320, 0x54FF]]]]> : tensor<1x3x3x2xf16>}) {
  %xf = nn.cast %x : (tensor<1x2x4x3xf16>) -> tensor<1x2x4x3xf32>
  %wf = nn.cast %w : (tensor<3x2x2x2xf16>) -> tensor<3x2x2x2xf32>
  %bf = nn.cast %b : (tensor<3xf16>) -> tensor<3xf32>
  %rf = nn.cast %r : (tensor<1x3x3x2xf16>) -> tensor<1x3x3x2xf32>
  %c = nn.conv2d %xf, %wf bias %bf residual %rf : (tensor<1x2x4x3xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %y = nn.cast %c : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf16>
  return %y : tensor<1x3x3x2xf16>
}

func.func @depthwise_f16(
    %x: tensor<1x3x3x3xf16> {check.input = dense<[[[[0xC6C0, 0x4400, 0x4100], [0x3A00, 0x4800, 0xB800], [0xC700, 0x3F00, 0xC800]], [[0xC5C0, 0xC4C0, 0xC700], [0xBF00, 0x4500, 0x3D00], [0x3400, 0xC280, 0xC6C0]], [[0x4180, 0x4000, 0x4300], [0xC380, 0x4400, 0x4400], [0x4680, 0x4440, 0xC4C0]]]]> : tensor<1x3x3x3xf16>},
    %w: tensor<3x1x2x2xf16> {check.constant = dense<[[[[0x4800, 0x3800], [0x45C0, 0xB800]]], [[[0x3E00, 0x45C0], [0x3400, 0x3E00]]], [[[0x4180, 0xC7C0], [0x4540, 0x4000]]]]> : tensor<3x1x2x2xf16>})
    -> (tensor<1x3x4x2xf32> {check.expected = dense<[[[[-4.08125e1, 2.175e1], [-5.16875e1, 7.95e1], [-3.1125e1, 7.78125e1], [-5.5125e1, 1.0e1]], [[-8.5625, -1.16875e1], [-2.8875e1, -4.425e1], [2.13125e1, 3.75], [-1.83125e1, -4.36875e1]], [[1.84375e1, 1.75e1], [-1.9625e1, 7.375], [1.3125, -7.1875], [-1.50625e1, 4.85e1]]]]> : tensor<1x3x4x2xf32>}) {
  %xf = nn.cast %x : (tensor<1x3x3x3xf16>) -> tensor<1x3x3x3xf32>
  %wf = nn.cast %w : (tensor<3x1x2x2xf16>) -> tensor<3x1x2x2xf32>
  %c = nn.conv2d %xf, %wf {groups = 3 : i64, pads = array<i64: 1, 0, 1, 0>} : (tensor<1x3x3x3xf32>, tensor<3x1x2x2xf32>) -> tensor<1x3x4x2xf32>
  return %c : tensor<1x3x4x2xf32>
}

func.func @computed_weights_f16(
    %x: tensor<1x2x3x3xf32> {check.input = dense<[[[[-7.5, 4.0, -3.75], [-6.25, 2.5, 6.75], [3.25, 3.25, 0.75]], [[7.5, -7.5, -6.25], [-7.5, 3.75, 0.0], [6.5, 1.5, 2.0]]]]> : tensor<1x2x3x3xf32>},
    %w: tensor<2x2x2x2xf16> {check.input = dense<[[[[0xC100, 0x4300], [0xC080, 0x4000]], [[0x4380, 0x3400], [0x3E00, 0x4400]]], [[[0xC4C0, 0xC740], [0xC400, 0x3F00]], [[0x4800, 0xBC00], [0x3800, 0xB800]]]]> : tensor<2x2x2x2xf16>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[8.18125e1, -3.93125e1], [1.2125e1, 3.5875e1]], [[9.7875e1, -4.1875e1], [-5.7e1, -4.275e1]]]]> : tensor<1x2x2x2xf32>}) {
  %wf = nn.cast %w : (tensor<2x2x2x2xf16>) -> tensor<2x2x2x2xf32>
  %c = nn.conv2d %x, %wf : (tensor<1x2x3x3xf32>, tensor<2x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %c : tensor<1x2x2x2xf32>
}

func.func @conv2d_bf16(
    %x: tensor<1x2x4x3xbf16> {check.input = dense<[[[[0x3FC0, 0xC0A8, 0xC0E0], [0xBF00, 0xC098, 0xC0A0], [0xC0C8, 0x4010, 0xC010], [0xC0B8, 0xBF00, 0xC010]], [[0xBE80, 0x40D0, 0x4090], [0x0000, 0x4070, 0x4090], [0x4040, 0x40A8, 0xC0B0], [0x4080, 0x4100, 0xBF00]]]]> : tensor<1x2x4x3xbf16>},
    %w: tensor<3x2x2x2xbf16> {check.constant = dense<[[[[0x40A0, 0xC040], [0x40A8, 0x40E8]], [[0xC050, 0x4098], [0xC050, 0xC040]]], [[[0xC0A0, 0x40F8], [0x40E8, 0x40C0]], [[0xC010, 0xC070], [0x3F00, 0xBFE0]]], [[[0xC060, 0x4000], [0xBF40, 0x3FA0]], [[0x40A0, 0x3F00], [0xBFA0, 0x3FE0]]]]> : tensor<3x2x2x2xbf16>},
    %b: tensor<3xbf16> {check.constant = dense<[0xC0F0, 0x3F00, 0x40E8]> : tensor<3xbf16>},
    %r: tensor<1x3x3x2xbf16> {check.input = dense<[[[[0x4080, 0xBFE0], [0xC020, 0x4060], [0xBF00, 0x4010]], [[0x40E8, 0xC060], [0x40A8, 0x40E8], [0xBFC0, 0x40D8]], [[0xC0E8, 0x40E8], [0xC0B8, 0x4098], [0xC0D8, 0x40D8]]]]> : tensor<1x3x3x2xbf16>})
    -> (tensor<1x3x3x2xbf16> {check.expected = dense<[[[[0x4048, 0xC2CA], [0xC1B4, 0xC10A], [0xC2CB, 0xC294]], [[0xC2CE, 0xC305], [0xC2A4, 0xC18C], [0xC20E, 0xC1C7]], [[0xC14C, 0x4258], [0x4109, 0x4198], [0x4265, 0x413D]]]]> : tensor<1x3x3x2xbf16>}) {
  %xf = nn.cast %x : (tensor<1x2x4x3xbf16>) -> tensor<1x2x4x3xf32>
  %wf = nn.cast %w : (tensor<3x2x2x2xbf16>) -> tensor<3x2x2x2xf32>
  %bf = nn.cast %b : (tensor<3xbf16>) -> tensor<3xf32>
  %rf = nn.cast %r : (tensor<1x3x3x2xbf16>) -> tensor<1x3x3x2xf32>
  %c = nn.conv2d %xf, %wf bias %bf residual %rf : (tensor<1x2x4x3xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %y = nn.cast %c : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xbf16>
  return %y : tensor<1x3x3x2xbf16>
}

func.func @depthwise_bf16(
    %x: tensor<1x3x3x3xbf16> {check.input = dense<[[[[0xBF40, 0xBF00, 0xC0C0], [0xBFA0, 0x0000, 0xBF00], [0xC000, 0x3E80, 0xC070]], [[0xC010, 0xC0E0, 0x0000], [0xC030, 0xC0D8, 0x4000], [0xC010, 0x40B0, 0xC0A8]], [[0xC0B0, 0xC088, 0xC0A8], [0x3E80, 0x3FA0, 0xC0E0], [0x4050, 0x40C8, 0x4030]]]]> : tensor<1x3x3x3xbf16>},
    %w: tensor<3x1x2x2xbf16> {check.constant = dense<[[[[0xC100, 0xC0E8], [0x4020, 0x4020]]], [[[0x40B8, 0x4080], [0x40F0, 0xC0B8]]], [[[0xBFC0, 0x40F0], [0x4090, 0xC080]]]]> : tensor<3x1x2x2xbf16>})
    -> (tensor<1x3x4x2xf32> {check.expected = dense<[[[[-3.125, -1.625e1], [6.5, 4.625e1], [5.625, -5.125], [1.41875e1, 2.51875e1]], [[2.3375e1, -5.25e1], [-2.275e1, -1.02375e2], [-9.13125e1, 4.0625e1], [9.0625, 1.0625e1]], [[-7.75, 1.875], [-2.75e1, 6.25e-1], [-1.375, -3.725e1], [4.2e1, 1.125e1]]]]> : tensor<1x3x4x2xf32>}) {
  %xf = nn.cast %x : (tensor<1x3x3x3xbf16>) -> tensor<1x3x3x3xf32>
  %wf = nn.cast %w : (tensor<3x1x2x2xbf16>) -> tensor<3x1x2x2xf32>
  %c = nn.conv2d %xf, %wf {groups = 3 : i64, pads = array<i64: 1, 0, 1, 0>} : (tensor<1x3x3x3xf32>, tensor<3x1x2x2xf32>) -> tensor<1x3x4x2xf32>
  return %c : tensor<1x3x4x2xf32>
}

func.func @computed_weights_bf16(
    %x: tensor<1x2x3x3xf32> {check.input = dense<[[[[2.0, -4.25, 0.75], [-5.75, 5.75, -4.5], [6.0, 0.0, -5.0]], [[3.75, 3.75, 6.25], [1.25, 0.25, -4.75], [2.75, -4.5, 7.75]]]]> : tensor<1x2x3x3xf32>},
    %w: tensor<2x2x2x2xbf16> {check.input = dense<[[[[0x4050, 0xC0C8], [0x3FA0, 0xC010]], [[0xC050, 0xC020], [0x4070, 0x40D0]]], [[[0xC088, 0xC098], [0xC060, 0x4020]], [[0x40A8, 0x3FC0], [0xC010, 0x40D0]]]]> : tensor<2x2x2x2xbf16>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[-2.3125, -5.89375e1], [-7.075e1, 1.02625e2]], [[7.03125e1, -1.925e1], [-5.2375e1, 3.9125e1]]]]> : tensor<1x2x2x2xf32>}) {
  %wf = nn.cast %w : (tensor<2x2x2x2xbf16>) -> tensor<2x2x2x2xf32>
  %c = nn.conv2d %x, %wf : (tensor<1x2x3x3xf32>, tensor<2x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %c : tensor<1x2x2x2xf32>
}

func.func @residual_block(
    %x: tensor<1x2x3x3xf16> {check.input = dense<[[[[0xC000, 0x0000, 0x0000], [0x3E00, 0x0000, 0x3E00], [0xB800, 0x4000, 0x0000]], [[0xC000, 0x3800, 0x3800], [0x3800, 0xBE00, 0xC000], [0x3C00, 0xBE00, 0xC000]]]]> : tensor<1x2x3x3xf16>},
    %w: tensor<2x2x3x3xf16> {check.constant = dense<[[[[0xBE00, 0xC000, 0xBE00], [0xC000, 0xBC00, 0x4000], [0xC000, 0x3E00, 0xC000]], [[0xB800, 0x4000, 0x3800], [0xB800, 0x3E00, 0x3800], [0x3E00, 0x3800, 0xC000]]], [[[0x3C00, 0x0000, 0x3C00], [0xBE00, 0x0000, 0xBC00], [0x3C00, 0xBE00, 0x4000]], [[0x3C00, 0x4000, 0x3800], [0x4000, 0x3C00, 0xBC00], [0x3C00, 0x4000, 0x3800]]]]> : tensor<2x2x3x3xf16>})
    -> (tensor<1x2x3x3xf16> {check.expected = dense<[[[[0xC970, 0x4A50, 0xCF40], [0x4940, 0xCCF0, 0xCDB8], [0xC4C0, 0xCE18, 0xCC48]], [[0x4E60, 0xCCA8, 0x4480], [0x3C80, 0x4D80, 0xC880], [0x4C70, 0x4780, 0x4C00]]]]> : tensor<1x2x3x3xf16>}) {
  %xf = nn.cast %x : (tensor<1x2x3x3xf16>) -> tensor<1x2x3x3xf32>
  %wf = nn.cast %w : (tensor<2x2x3x3xf16>) -> tensor<2x2x3x3xf32>
  %c = nn.conv2d %xf, %wf {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x3x3xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %h = nn.cast %c : (tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf16>
  %q = nn.relu %h : (tensor<1x2x3x3xf16>) -> tensor<1x2x3x3xf16>
  %qf = nn.cast %q : (tensor<1x2x3x3xf16>) -> tensor<1x2x3x3xf32>
  %d = nn.conv2d %qf, %wf {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x3x3xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %e = nn.cast %d : (tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf16>
  %s = nn.add %e, %q : (tensor<1x2x3x3xf16>, tensor<1x2x3x3xf16>) -> tensor<1x2x3x3xf16>
  return %s : tensor<1x2x3x3xf16>
}
