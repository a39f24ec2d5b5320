// Arguments that name nothing, or something twice, or something else.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: %python %S/../../Inputs/make_array.py %t.x.npz x=f4:1,2:1,-2
// RUN: cp %t.x.npy %t.long.npy && echo more >> %t.long.npy
// RUN: not qrun run %s --input==%t.x.npy 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not qrun run %s --input=%t.x.npz: 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not qrun run %s --input=pixel=%t.x.npy 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not qrun run %s --input=pixels=%t.x.npy --input=pixels=%t.x.npz 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qrun run %s --input=%t.long.npy 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun run %s --output==%t.y.npy 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun run %s --output=%t.y.npz: 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not qrun run %s --input=%t.x.npy --output=score=%t.y.npy 2>&1 | FileCheck %s --check-prefix=SCORE
// RUN: not qrun run %s --input=%t.x.npy --shape=pixel:1x2 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun run %s --shape=a:1 --shape=a:2 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: sh %S/../../Inputs/expect_code.sh 2 qopt %s --bind=a=1 --bind=a=true 2>&1 | FileCheck %s --check-prefix=BINDS
// RUN: not qrun run %s --input=%t.x.npy --device=host:0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not qrun run %s --input=%t.x.npy --device=hots 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: qrun --help | FileCheck %s --check-prefix=HELP

// INPUT: --input=={{.*}}: names no input: write NAME=FILE, or FILE
// KEY: x.npz:: expected x.npy, x.npz or x.npz:KEY
// NEAR: the model has no input 'pixel'; it has: pixels; did you mean 'pixels'?
// TWICE: input 'pixels' is given twice
// LONG: long.npy: has 5 bytes behind the data of its shape 1x2
// OUTPUT: expected [NAME=]y.npy, y.npz or y.npz:KEY
// SCORE: the model has no output 'score'; it has: scores; did you mean 'scores'?
// SHAPE: --shape names 'pixel' with 2 sizes, which is no input of that rank; it has: pixels; did you mean 'pixels'?
// SHAPES: --shape names 'a' twice
// BINDS: --bind names 'a' twice
// ZERO: qrun: error: --device: host:0: expected host:threads with 1 to 1024; 'host' alone uses what there is
// DEVICE: unknown device 'hots'; there are host[:threads], cuda[:index], opencl[:index], reference
// HELP: Devices: host[:threads], cuda[:index], opencl[:index], reference

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "pixels"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "scores"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
