// RUN: not qopt %s --insert-quant 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '{"version": 1, "ranges": {"gone": [0, 1]}}' > %t.stale.json
// RUN: not qopt %s --insert-quant="calibration=%t.stale.json" 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: echo '{"version": 1, "ranges": {"conv": [0, 1]}}' > %t.merged.json
// RUN: not qopt %s --insert-quant="calibration=%t.merged.json" 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: echo '{"version": 1, "ranges": {"x": [0, 1]}}' > %t.part.json
// RUN: not qopt %s --insert-quant="calibration=%t.part.json" 2>&1 | FileCheck %s --check-prefix=PART
// RUN: echo '{"version": 1, "ranges": {"x": [0, null]}}' > %t.null.json
// RUN: not qopt %s --insert-quant="calibration=%t.null.json" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: echo '{"version": 1, "ranges": {"x": [0, 1e999]}}' > %t.inf.json
// RUN: not qopt %s --insert-quant="calibration=%t.inf.json" 2>&1 | FileCheck %s --check-prefix=INF
// RUN: echo '{"version": 3, "ranges": {}}' > %t.version.json
// RUN: not qopt %s --insert-quant="calibration=%t.version.json" 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: echo '{"version": 1, "ran' > %t.cut.json
// RUN: not qopt %s --insert-quant="calibration=%t.cut.json" 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not qopt %s --insert-quant="calibration=%t.missing.json" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not qopt %s --insert-quant="range=x=0:1,fused=0:1e300" 2>&1 | FileCheck %s --check-prefix=HUGE

// NONE: error: no range is known for 'x': measure it with 'qrun calibrate'
// STALE: error: calibration file '{{.*}}': the module has no value 'gone'; {{.*}}'qrun calibrate'
// MERGED: error: calibration file '{{.*}}': 'conv' was merged into 'fused'
// PART: error: no range is known for 'fused': measure it with 'qrun calibrate'
// NUMBER: error: calibration file '{{.*}}': the range of 'x' is not [min, max], two finite numbers
// INF: error: calibration file '{{.*}}': the range of 'x' is not finite
// VERSION: error: calibration file '{{.*}}': is of version 3, and 1 and 2 are understood here
// CUT: error: calibration file '{{.*}}': no JSON:
// MISSING: error: calibration file '{{.*}}': No such file or directory
// HUGE: error: the range 0{{.*}}, {{.*}} of 'fused' gives no usable scale
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1x2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "fused", nn.absorbed = ["conv"]} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %y = nn.conv2d %a, %w {nn.name = "y"} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
