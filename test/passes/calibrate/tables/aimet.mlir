// AIMET's encodings name tensors; what is float there is left out, with the way to keep it float.
// RUN: printf '{"activation_encodings": {"x": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "max": 3.96875, "min": -4, "offset": -128, "scale": 0.03125}], "a_out": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "False", "max": 12, "min": -3.9375, "offset": -63, "scale": 0.0625}], "y": [{"bitwidth": 16, "dtype": "float"}]}, "param_encodings": {"w": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "max": 1.5, "min": -1.5, "offset": -128, "scale": 0.0118}]}, "version": "0.6.1"}' > %t.encodings
// RUN: qopt %s --insert-quant="calibration=%t.encodings scheme=affine range=y=-8:8" --fold-dequant 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: printf '{"activation_encodings": {}, "param_encodings": {}, "version": "3.0.0"}' > %t.new
// RUN: not qopt %s --insert-quant=calibration=%t.new 2>&1 | FileCheck %s --check-prefix=NEW

// 15.9375 / 255 and a zero at 63 steps above the lowest.
// CHECK: nn.quantize {{.*}}!quant.uniform<i8:f32, {{.*}}>
// CHECK: nn.conv2d {{.*}}nn.name = "a"{{.*}}!quant.uniform<i8:f32, 6.250000e-02:-65>
// WARNING-DAG: warning: calibration file '{{.*}}': 1 of the encodings ('y') are not encoded as integers of 8 or 16 bits and are left out
// WARNING-DAG: warning: calibration file '{{.*}}': the weights of 'w' (1 in all) do not have the scales that the table states
// NEW: error: calibration file '{{.*}}': AIMET's encodings are of version 3.0.0, and 0.4 to 0.6.1 and 1.0.0 are read
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1x2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.tensor = "a_out"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %y = nn.conv2d %a, %w {nn.name = "y"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
