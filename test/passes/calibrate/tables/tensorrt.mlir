// A TensorRT cache names tensors and has their scales as bits of f32: 2⁻⁵, 2⁻⁴, 2⁻³ here.
// RUN: printf 'TRT-8501-EntropyCalibration2\nx: 3d000000\nc_out: 3d800000\ny: 3e000000\nfused: 3f800000\n' > %t.cache
// RUN: qopt %s --insert-quant="calibration=%t.cache profile=trt" --fold-dequant 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: printf 'TRT-8501-EntropyCalibration2\na: 3d000000\nb: 3d800000\n' > %t.other
// RUN: not qopt %s --insert-quant=calibration=%t.other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: printf 'TRT-8501-EntropyCalibration2\nx: 7fc00000\n' > %t.nan
// RUN: not qopt %s --insert-quant=calibration=%t.nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: printf 'TRT-8501\n' > %t.header
// RUN: not qopt %s --insert-quant=calibration=%t.header 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: printf 'what is this\n' > %t.unknown
// RUN: not qopt %s --insert-quant=calibration=%t.unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: nn.quantize {{.*}}!quant.uniform<i8:f32, 3.125000e-02>
// CHECK: nn.conv2d {{.*}}nn.name = "conv"{{.*}}nn.tensor = "c_out"{{.*}}!quant.uniform<i8:f32, 6.250000e-02>
// WARNING-COUNT-1: warning: calibration file '{{.*}}.cache': 1 of its names ('fused') stand for no value of the module: left out
// WARNING-NOT: warning
// OTHER: error: calibration file '{{.*}}': none of its 2 names ('a', 'b') stands for a value of the module; was the table made for another model?
// NAN: error: calibration file '{{.*}}': line 2: the scale of 'x' is negative or no number
// HEADER: error: calibration file '{{.*}}': its first line is not TRT-<version>-<calibrator>
// UNKNOWN: error: calibration file '{{.*}}': is no calibration table; there are tensorrt, aimet, native, ncnn
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1x2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv", nn.tensor = "c_out"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %y = nn.conv2d %c, %w {nn.name = "y"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
