// A mistake in a policy is told with the layer's name and the values that there are.
// RUN: echo '{"version": 1, "layers": {"gone": {}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: echo '{"version": 1, "layers": {"y": {"precision": "int7"}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: echo '{"version": 1, "layers": {"y": {"bits": 8}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=SETTING
// RUN: echo '{"version": 1, "layer": {}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=PART
// RUN: echo '{"version": 2}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: echo '{"version": 1, "scales": {"y": {"type": "i8", "scale": 0}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: echo '{"version": 1, "scales": {"y": {"type": "i8", "scale": 1, "zero_point": 200}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: echo '{"version": 1, "scales": {"y": {"type": "i8", "scale": 1, "zero_point": 3.7}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=PART37
// RUN: echo '{"version": 1, "scales": {"y": {"type": "i8", "scale": 1, "zero": 3}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: echo '{"version": 1, "layers": {"y": {"precision": "float", "mode": "quantize"}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: echo '{"version": 1, "scales": {"y": {"type": "i8", "scale": 0.25}}}' > %t.json
// RUN: sed '/^  return/s/return %y/%r = nn.relu %y {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>\n  %q = nn.relu %r {nn.name = "q"} : (tensor<2x2xf32>) -> tensor<2x2xf32>\n  return %q/' %s > %t.relu.mlir
// RUN: qopt %t.relu.mlir --insert-quant="policy=%t.json range=x=0:1,y=0:1 region=all io=quantized" 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: echo '{"version": 1, "ranges": {"y": [2, 1]}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: echo '{"version": 1, "layers": {"y": {"scheme": "affine"}}}' > %t.json
// RUN: not qopt %s --insert-quant="policy=%t.json profile=trt" 2>&1 | FileCheck %s --check-prefix=SCHEME
// RUN: not qopt %s --insert-quant="policy=%t.none" 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not qopt %s --insert-quant="range=x=0:1,y=0:1 why=z" 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not qopt %s --insert-quant="bits=7" 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not qopt %s --insert-quant="weight-bits=5" 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: not qopt %s --insert-quant="granularity=group" 2>&1 | FileCheck %s --check-prefix=GRAIN
// RUN: not qopt %s --insert-quant="mode=guess" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not qopt %s --insert-quant="io=int" 2>&1 | FileCheck %s --check-prefix=IO

// GONE: error: policy '{{.*}}': the module has no value 'gone'
// WORD: error: policy '{{.*}}': 'y': "precision" is one of float, int8, int16
// PART37: error: policy '{{.*}}': the zero point of 'y' is no integer
// MEMBER: error: policy '{{.*}}': the scale of 'y': "zero" is none of type, scale, zero_point
// BOTH: error: policy '{{.*}}': 'y': precision float is a mode: say one of them
// UNUSED: warning: the scale given to 'y' is not used: its parameters are as 'r', which alone reads it
// SETTING: error: policy '{{.*}}': 'y': "bits" is none of mode, precision, scheme, weights, granularity, attention
// PART: error: policy '{{.*}}': "layer" is none of version, layers, ranges, scales
// VERSION: error: policy '{{.*}}': is not of version 1
// SCALE: error: policy '{{.*}}': the scale of 'y' is no normal positive number
// ZERO: error: policy '{{.*}}': the zero point of 'y' is no i8
// RANGE: error: policy '{{.*}}': the range of 'y' has its minimum above its maximum
// SCHEME: error: policy '{{.*}}': profile trt has no scheme 'affine' for 'y'
// FILE: error: policy '{{.*}}': No such file or directory
// WHY: error: insert-quant: why: the module has no value 'z'
// BITS: insert-quant: bits=7: expected 8 or 16 bits of activations
// WEIGHTS: insert-quant: weight-bits=5: expected 2, 3, 4, 7, 8 or 16 bits of weights
// GRAIN: insert-quant: granularity=group: expected channel or tensor
// MODE: insert-quant: mode=guess: expected quantize, simulate or dynamic
// IO: insert-quant: io=int: expected float or quantized

func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %y = nn.matmul %x, %x {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
