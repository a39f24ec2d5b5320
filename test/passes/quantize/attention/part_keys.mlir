// A calibration that has a range of a part that an operation does not have is refused, as for any value that is not there; a part's range
// waits for who takes the operation apart.
// RUN: echo '{"version": 2, "ranges": {"att": [-1, 1], "att/probabilites": [0, 0.25]}}' > %t.wrong.json
// RUN: not qopt %s --insert-quant="calibration=%t.wrong.json attention=integer" 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not qopt %s --insert-quant="calibration=%t.wrong.json" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: echo '{"version": 2, "ranges": {"att": [-1, 1], "att/probabilities": [0, 0.25]}}' > %t.right.json
// RUN: qopt %s --insert-quant="calibration=%t.right.json attention=integer" --fold-dequant 2>&1 | FileCheck %s
// RUN: sed 's/"att\/probabilities": .0, 0.25./"x\/y": [0, 1]/' %t.right.json > %t.none.json
// RUN: not qopt %s --insert-quant="calibration=%t.none.json" 2>&1 | FileCheck %s --check-prefix=NONE
// WRONG: error: calibration file '{{.*}}': 'att' has no part 'probabilites'; did you mean 'att/probabilities'?
// APART: error: calibration file '{{.*}}': the module has no value 'att/probabilites'; did you mean 'att/probabilities'?
// CHECK: nn.quantize {{.*}} -> tensor<1x2x3x3x!quant.uniform<u8:f32, 9.803922{{[0-9]*}}E-4>>
// NONE: error: calibration file '{{.*}}': the module has no value 'x/y'

!x = tensor<1x2x3x4xf32>
func.func @main(%x: !x {nn.name = "x", nn.range = #nn.range<-2.0, 2.0>}) -> !x {
  %y = nn.attention %x, %x, %x {nn.name = "att", scale = 0.5 : f32, softcap = 0.0 : f32} : (!x, !x, !x) -> !x
  return %y : !x
}
