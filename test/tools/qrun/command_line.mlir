// Exit codes and messages of qrun's command line.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: %python %S/../Inputs/make_array.py %t.wide.npy f4:1,3:1,2,3
// RUN: head -c 100 %t.x.npy > %t.cut.npy
// RUN: sh %S/../Inputs/expect_code.sh 0 qrun --help | FileCheck %s --check-prefix=HELP
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun fly 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun run %s --fast 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun bench %s --iterations=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun compare %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun eval %s --data=%t.npz --max-drop=1 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %t.none.mlir 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun run %s --device=toaster 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=z=%t.x.npy 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.none.npy 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.cut.npy 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.wide.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --output=%t.none/y.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun eval %t.none.mlir --data=%t.none.npz 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun calibrate %t.none.mlir --data=%t.none.npz -o %t.none/y.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun bench %t.none.mlir --json=%t.none/y.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: env QOPT_ISA=mmx sh %S/../Inputs/expect_code.sh 2 qrun devices 2>&1 | FileCheck %s --check-prefix=ISA
// RUN: env QOPT_ISA=mmx sh %S/../Inputs/expect_code.sh 0 qrun --help | FileCheck %s --check-prefix=HELP
// RUN: env QOPT_ISA=baseline qrun devices | FileCheck %s --check-prefix=BASELINE

// HELP: calibrate
// ISA: error: QOPT_ISA=mmx: no instruction set of this processor; it has baseline
// BASELINE: threads, baseline
// NONE: subcommand is required
// WORD: error: fly: no such subcommand
// FLAG: --fast
// RANGE: --iterations
// TWO: error: compare takes two models
// GATE: need --against
// MODEL: none.mlir: error: cannot open
// DEVICE: qrun: error: --device: unknown device 'toaster'; there are host[:threads]
// INPUT: input 'x' is missing: give --input=x=FILE
// NAME: it has: x
// FILE: none.npy: cannot open
// CUT: cut.npy
// SHAPE: wide.npy: has shape 1x3, input 'x' takes Nx2
// WRITE: none/y.npy: cannot write: No such file
// FIRST: none.npz: cannot open

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
