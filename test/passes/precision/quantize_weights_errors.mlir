// RUN: not qopt %s --quantize-weights="bits=5" 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not qopt %s --quantize-weights="scheme=signs" 2>&1 | FileCheck %s --check-prefix=SCHEME
// RUN: not qopt %s --quantize-weights="group=-2" 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not qopt %s --quantize-weights="minimum-size=-1" 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not qopt %s --quantize-weights="layers=fsat" 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not qopt %s --quantize-weights="layers=fast" 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not qopt %s --quantize-weights="layers=r" 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not qopt %s --quantize-weights="layers=computed" 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: qopt %s --quantize-weights="minimum-size=1 explain=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir

// BITS: quantize-weights: bits=5 is neither 8 nor 4
// SCHEME: quantize-weights: scheme 'signs' is neither symmetric nor affine
// GROUP: quantize-weights: group is negative
// SIZE: quantize-weights: minimum-size is negative
// NEAR: error: quantize-weights: layers=: no layer is called 'fsat'; did you mean 'fast'?
// SMALL: error: quantize-weights: 'fast': its weights are 1, fewer than minimum-size
// NOTHING: error: quantize-weights: 'r': it has no constant weights
// COMPUTED: error: quantize-weights: 'computed': it has no constant weights
// SAID: warning: 'fast': 1 groups of weights are so small that no normal f32 is their scale: they are stored as zeros
// SAID: warning: 'infinite' keeps its weights: its weights are not all finite
// CHECK: nn.constant {nn.name = "w/steps"} {{.*}} : tensor<1x1x!quant.uniform<i8<-127:127>:f32:1, {1.000000e+00}>>
func.func @main(%x: tensor<1x1xf32> {nn.name = "x"}) -> tensor<1x1xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0e-38> : tensor<1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<0x7F800000> : tensor<1x1xf32>
  %m = nn.matmul %x, %w {nn.name = "fast"} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %r = nn.relu %m {nn.name = "r"} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %n = nn.matmul %r, %v {nn.name = "infinite"} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = nn.matmul %n, %r {nn.name = "computed"} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %o : tensor<1x1xf32>
}
