// An ncnn table says what layers read: 127 / 32 and 127 / 16 steps to one. Weights keep our scales.
// RUN: printf 'a_param_0 63.5\ny_param_0 60\na 32\ny 16\n' > %t.table
// RUN: qopt %s --insert-quant="calibration=%t.table profile=trt range=y=-8:8" --fold-dequant 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: printf 'pool 32\n' > %t.other
// RUN: not qopt %s --insert-quant=calibration=%t.other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: printf 'a 32\ny\n' > %t.line
// RUN: not qopt %s --insert-quant=calibration=%t.line 2>&1 | FileCheck %s --check-prefix=LINE

// CHECK: nn.quantize {{.*}}!quant.uniform<i8:f32, 3.125000e-02>
// CHECK: nn.conv2d {{.*}}nn.name = "a"{{.*}}!quant.uniform<i8:f32, 6.250000e-02>
// WARNING-COUNT-1: warning: calibration file '{{.*}}': the weights of 'y' (1 in all) do not have the scales that the table states
// WARNING-NOT: warning
// OTHER: error: calibration file '{{.*}}': none of its 1 names ('pool') stands for a layer of the module with weights
// LINE: error: calibration file '{{.*}}': line 2: is not <layer> and its scales, positive numbers
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1x2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %y = nn.conv2d %a, %w {nn.name = "y"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
