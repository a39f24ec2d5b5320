// An operator that the interpreter has no kernel for on these elements is refused with the types that it takes and a remedy.
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s
// RUN: not ls %t.tflite

// CHECK: error: this has no form in TFLite:
// CHECK-NEXT: nn.sign: on INT8, where the interpreter's SIGN takes FLOAT32, INT32; leave the layer float (--insert-quant="float=LAYER …"), or cast its operands, in signs
// CHECK-NOT: nn.abs

!q = !quant.uniform<i8:f32, 0.5>
func.func @main(%x: tensor<2x3x!q> {nn.name = "x"}) -> tensor<2x3x!q> attributes {nn.fixed_point = "tflite"} {
  %a = nn.abs %x {nn.name = "magnitudes"} : (tensor<2x3x!q>) -> tensor<2x3x!q>
  %s = nn.sign %a {nn.name = "signs"} : (tensor<2x3x!q>) -> tensor<2x3x!q>
  return %s : tensor<2x3x!q>
}
