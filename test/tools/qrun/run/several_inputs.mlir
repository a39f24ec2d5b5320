// The arrays of an archive go to the inputs of their names; f64 is narrowed, with a note.
// RUN: %python %S/../../Inputs/make_array.py %t.ab.npz b=f8:1,2:0.5,3 a=f4:1,2:1,2
// RUN: qrun run %s --input=%t.ab.npz --output=%t.y.npy 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s
// RUN: %python %S/../../Inputs/make_array.py %t.b.npz b=f4:1,2:0.5,3
// RUN: %python %S/../../Inputs/make_array.py %t.a.npy f4:1,2:1,2
// RUN: qrun run %s --input=%t.b.npz --input=%t.a.npy --output=%t.y2.npy
// RUN: cmp %t.y.npy %t.y2.npy
// RUN: %python %S/../../Inputs/make_array.py %t.ac.npz a=f4:1,2:1,2 c=f4:1,2:1,2
// RUN: not qrun run %s --input=%t.ac.npz 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not qrun run %s --input=%t.ab.npz --input=a=%t.a.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qrun run %s --input=%t.ab.npz --input=%t.a.npy 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not qrun run %s --input=%t.a.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %python %S/../../Inputs/make_array.py %t.far.npy f8:1,2:1e39,2
// RUN: not qrun run %s --input=a=%t.far.npy --input=b=%t.a.npy 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: qrun calibrate %s --data=%t.ab.npz -o %t.json 2>&1 | FileCheck %s --check-prefix=DATA

// NOTE: note: {{.*}}ab.npz:b: f64 is narrowed to f32
// CHECK: 0.5 -1
// NAMES: error: {{.*}}ac.npz:c: no input of that name; the model has: a, b; {{.*}}; input 'b' is missing: give --input=b=FILE
// TWICE: error: input 'a' is given twice
// LEFT: the model has no input left for it; it has: a, b
// MISSING: error: input 'b' is missing: give --input=b=FILE
// FAR: far.npy: input '{{.*}}' would be 1e+39 at {{.*}}, which is beyond the largest number of f32
// DATA: note: {{.*}}ab.npz, sample 0: f64 is narrowed to f32

func.func @main(%a: tensor<?x2xf32, #nn.dims<N>> {nn.name = "a"}, %b: tensor<?x2xf32, #nn.dims<N>> {nn.name = "b"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.sub %a, %b {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
