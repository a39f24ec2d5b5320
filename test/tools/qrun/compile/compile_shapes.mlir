// Sizes beside the batch are a program each, the weights are there once; a run goes where it fits.
// RUN: not qrun compile %s -o %t.qart 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: qrun compile %s -o %t.qart --shape=x:?x3x64 --shape=x:2x5x64 | FileCheck %s
// RUN: qrun compile %s -o %t.one.qart --shape=x:?x3x64
// RUN: %python -c "import os,sys; a,b=map(os.path.getsize,sys.argv[1:]); print('once' if a-b<16384 else 'twice', b>16384)" %t.qart %t.one.qart | FileCheck %s --check-prefix=ONCE
// RUN: %python %S/../../Inputs/make_array.py %t.3.npy f4:1,3,64:$(seq -s, 192) && %python %S/../../Inputs/make_array.py %t.5.npy f4:2,5,64:$(seq -s, 640)
// RUN: %python %S/../../Inputs/make_array.py %t.4.npy f4:1,4,64:$(seq -s, 256)
// RUN: qrun run %s --input=%t.3.npy --output=%t.y.npy && qrun run %t.qart --input=%t.3.npy --output=%t.z.npy && cmp %t.y.npy %t.z.npy
// RUN: qrun run %s --input=%t.5.npy --output=%t.y.npy && qrun run %t.qart --input=%t.5.npy --output=%t.z.npy && cmp %t.y.npy %t.z.npy
// RUN: not qrun run %t.qart --input=%t.4.npy 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not qrun bench %t.qart --iterations=1 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: qrun bench %t.qart --iterations=1 --shape=x:?x3x64 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: not qrun bench %t.qart --iterations=1 --shape=x:?x4x64 2>&1 | FileCheck %s --check-prefix=OTHER

// OPEN: compile_shapes.mlir: error: one program does not serve every size of x of NxSx64: give --shape=x:SIZES
// CHECK: host: x Nx3x64
// CHECK-NEXT: host: x 2x5x64
// ONCE: once True
// NONE: .qart: has no program on host for inputs of 1x4x64; it has host: x Nx3x64; host: x 2x5x64; qrun compile --shape= makes others
// BENCH: sizes x[0], x[1] are open; give --shape=x:SIZES
// CHOSEN: {{\.qart +host +1}}
// OTHER: has no program of these shapes; it has host: x Nx3x64; host: x 2x5x64

func.func @main(%x: tensor<?x?x64xf32, #nn.dims<N, S>> {nn.name = "x"}) -> tensor<?x?x64xf32, #nn.dims<N, S>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<64x64xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x?x64xf32, #nn.dims<N, S>>, tensor<64x64xf32>) -> tensor<?x?x64xf32, #nn.dims<N, S>>
  return %y : tensor<?x?x64xf32, #nn.dims<N, S>>
}
