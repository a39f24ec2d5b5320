// Kernels are measured, a second call has nothing to do, and what was measured decides what is compiled.
// RUN: rm -f %t.sqlite && qrun tune %s --device=opencl --batch=2 --budget=500 --database=%t.sqlite | FileCheck %s
// RUN: qrun tune %s --device=opencl --batch=2 --database=%t.sqlite | FileCheck %s --check-prefix=KNOWN

// Whatever is the fastest here, from now on it is another row than heuristics choose.
// RUN: qopt %s --emit=program --device=opencl | FileCheck %s --check-prefix=HEURISTICS
// RUN: %python %S/../Inputs/make_fastest.py %t.sqlite conv2d.cpu.8x8
// RUN: qopt %s --emit=program --device=opencl --tuning=%t.sqlite 2>&1 | FileCheck %s --check-prefix=TUNED
// RUN: qrun compile %s --device=opencl -o %t.untuned.qart
// RUN: qrun compile %s --device=opencl --tuning=%t.sqlite -o %t.tuned.qart && not cmp %t.untuned.qart %t.tuned.qart
// RUN: qrun compile %s --device=opencl --tuning=%t.sqlite -o %t.again.qart && cmp %t.tuned.qart %t.again.qart
// RUN: qrun bench %s --device=opencl --device-resident --batch=2 --iterations=2 --tuning=%t.sqlite | FileCheck %s --check-prefix=BENCH

// The same integers.
// RUN: %python %S/../../Inputs/make_array.py %t.npy i1:2,2,2,2:1,-2,3,4,5,6,7,8,9,-10,11,12,13,14,15,127
// RUN: qrun run %s --device=opencl --input=%t.npy --output=%t.y.npy
// RUN: qrun run %s --device=opencl --tuning=%t.sqlite --input=%t.npy --output=%t.z.npy && cmp %t.y.npy %t.z.npy

// The user's own and the installed one hold where none is named; the user's own first.
// RUN: rm -rf %t.data && mkdir -p %t.data/qopt && cp %t.sqlite %t.data/qopt/tuning.sqlite
// RUN: env XDG_DATA_HOME=%t.data qrun compile %s --device=opencl -o %t.own.qart && cmp %t.own.qart %t.tuned.qart
// RUN: env XDG_DATA_HOME=%t.data QOPT_TUNING= qrun compile %s --device=opencl -o %t.none.qart && cmp %t.none.qart %t.untuned.qart
// RUN: env XDG_DATA_HOME=%t.data qrun compile %s --device=opencl --tuning= -o %t.none.qart && cmp %t.none.qart %t.untuned.qart
// RUN: %python %S/../Inputs/install_tuning.py %t.installed %t.sqlite %products
// RUN: env LD_LIBRARY_PATH=%t.installed/lib %products/qrun compile %s --device=opencl -o %t.shipped.qart && cmp %t.shipped.qart %t.tuned.qart
// RUN: %python %S/../Inputs/make_fastest.py %t.installed/share/qopt/tuning.sqlite conv2d.cpu.8x4
// RUN: env XDG_DATA_HOME=%t.data LD_LIBRARY_PATH=%t.installed/lib %products/qrun compile %s --device=opencl -o %t.both.qart && cmp %t.both.qart %t.tuned.qart

// A row that there is no more is told.
// RUN: %python %S/../Inputs/make_fastest.py %t.sqlite conv2d.cpu.8x8 conv2d.cpu.16x16
// RUN: qopt %s --emit=program --device=opencl --tuning=%t.sqlite 2>&1 | FileCheck %s --check-prefix=GONE

// CHECK: batch 2: {{[0-9]}} of 1 layers improved; predicted saving {{[0-9.]+}} of {{[0-9.]+}} ms
// CHECK: configurations: {{[0-9]+}} measured, 0 were known, 0 remain
// CHECK-NOT: refused
// KNOWN: configurations: 0 measured, {{[0-9]+}} were known, 0 remain
// HEURISTICS: 'y' {{.*}} by conv2d.cpu.{{[48bytes.]+x(32|16)}} of
// TUNED-NOT: remark
// TUNED: 'y' {{.*}} by conv2d.cpu.8x8 of
// BENCH: tune.mlir {{ *}}opencl
// GONE: tune.mlir:{{.*}}: remark: layer 'y': the measured choice conv2d.cpu.16x16 cannot be taken: there is no such kernel

!x = tensor<?x2x2x2xi8, #nn.dims<N>>
!y = tensor<?x32x2x2xi32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<3> : tensor<32x2x3x3xi8>
  %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<32x2x3x3xi8>) -> !y
  return %y : !y
}
