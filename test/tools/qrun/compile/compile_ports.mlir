// A file describes its inputs and outputs as the model does: steps, pictures, lengths.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,2:0.5,-2,300,1
// RUN: qrun compile %s -o %t.qart
// RUN: qrun run %s --input=%t.x.npy --output=%t.y.npy && qrun run %t.qart --input=%t.x.npy --output=%t.z.npy
// RUN: cmp %t.y.npy %t.z.npy && od -A n -t d1 -j 128 %t.z.npy | FileCheck %s

// RUN: qrun compile %S/../run/lengths.mlir -o %t.lengths.qart
// RUN: %python %S/../../Inputs/make_array.py %t.l.npy f4:2,2:0,5,0,7
// RUN: qrun run %t.lengths.qart --input=%t.l.npy --output=%t.l.out.npy
// RUN: od -A n -t d8 -j 128 %t.l.out.npy | FileCheck %s --check-prefix=LENGTH

// RUN: %python %S/../../Inputs/make_png.py %t.red.png 8x4:200,10,20
// RUN: qopt %S/../eval/label.mlir --mean=0 --std=255 --resize=4 --channels=bgr -o %t.label.mlirbc && qrun compile %t.label.mlirbc -o %t.label.qart
// RUN: qrun label %t.label.mlirbc %t.red.png > %t.label.txt 2>&1 && qrun label %t.label.qart %t.red.png > %t.label.qart.txt 2>&1
// RUN: cmp %t.label.txt %t.label.qart.txt && FileCheck %s --check-prefix=LABEL < %t.label.qart.txt

// CHECK: 1 0 127 2
// LENGTH: 0 1
// LENGTH-NEXT: 1 1
// LENGTH-NOT: -1
// LABEL: scores:
// LABEL: red.png {{ *}}2

!q = !quant.uniform<i8:f32, 0.5>
func.func @main(%x: tensor<?x2x!q, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x!q, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2x!q, #nn.dims<N>>) -> tensor<?x2x!q, #nn.dims<N>>
  return %y : tensor<?x2x!q, #nn.dims<N>>
}
