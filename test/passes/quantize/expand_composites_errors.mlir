// RUN: not qopt %s --expand-composites=gone 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: not qopt %s --expand-composites=g,gelu 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not qopt %s --expand-composites=nn.erf 2>&1 | FileCheck %s --check-prefix=OPERATION
// RUN: not qopt %s --expand-composites=e 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: not qopt %s --expand-composites=g,g 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qopt %s --expand-composites=q 2>&1 | FileCheck %s --check-prefix=QUANTIZED
// RUN: not qopt %s --expand-composites=x 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not qopt %s --expand-composites 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: qopt %s --expand-composites=nn.gelu,nn.log_softmax -o %t.mlir 2>&1 | FileCheck %s --check-prefix=STAYS

// GONE: error: expand-composites: 'gone' is no layer of the module
// PREFIX: error: expand-composites: 'gelu' is no layer of the module; the operation is 'nn.gelu'
// OPERATION: error: expand-composites: 'nn.erf' is no composite
// LAYER: error: expand-composites: 'e' is 'nn.erf', which is not a composite: nothing in it can be expanded
// TWICE: error: expand-composites: 'g' is 'nn.mul', which is not a composite: nothing in it can be expanded
// QUANTIZED: error: expand-composites: 'q' is quantized already: expand it before --insert-quant
// INPUT: error: expand-composites: 'x' is no layer
// NONE: expand-composites: names= is missing: name the operations (nn.gelu) or layers to expand
// STAYS: warning: 'q' is not expanded: it is quantized already
!q = !quant.uniform<i8:f32, 0.5>
func.func @main(%x: tensor<4xf32> {nn.name = "x"}, %s: tensor<4x!q> {nn.name = "s"}) -> (tensor<4xf32>, tensor<4x!q>) {
  %g = nn.gelu %x {nn.name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  %e = nn.erf %g {nn.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %q = nn.gelu %s {nn.name = "q"} : (tensor<4x!q>) -> tensor<4x!q>
  return %e, %q : tensor<4xf32>, tensor<4x!q>
}
