// A full disk is one error, for each thing that qrun writes.
// RUN: %python %S/../Inputs/make_array.py %t.npz images=f4:2,2:1,0,0,1 labels=i8:2:0,1
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npz -o /dev/full 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun bench %s --iterations=1 --json=/dev/full 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 1 sh -c 'qrun eval %s --data=%t.npz > /dev/full' 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 1 sh -c 'qrun devices > /dev/full' 2>&1 | FileCheck %s

// CHECK: error: {{/dev/full|standard output}}: cannot write: No space left on device

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
