// Databases that cannot be used: an error where the user named them, a warning where not; a killed call goes on.
// RUN: qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=0.001 --database=%t.none.sqlite | FileCheck %s --check-prefix=NONE
// RUN: rm -f %t.sqlite && %python %S/../Inputs/kill_tuner.py %t.sqlite qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=500 --database=%t.sqlite
// RUN: qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=500 --database=%t.sqlite | FileCheck %s --check-prefix=RESUMED

// RUN: head -c 5000 %t.sqlite > %t.cut.sqlite
// RUN: not qrun compile %s --device=opencl --tuning=%t.cut.sqlite -o %t.qart 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not qrun tune %s --device=opencl --database=%t.cut.sqlite 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not qrun bench %s --device=opencl --tuning=%s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not qrun tune %s --device=opencl --database=%s 2>&1 | FileCheck %s --check-prefix=ITSELF
// RUN: not qopt %s --emit=program --tuning=%t.absent.sqlite 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: sh %S/../../Inputs/expect_code.sh 1 env QOPT_TUNING=%t.absent.sqlite qrun bench %s 2>&1 | FileCheck %s --check-prefix=ENVIRONMENT
// Who makes the database that the environment names, or compiles nothing, need not have it.
// RUN: rm -f %t.made.sqlite && env QOPT_TUNING=%t.made.sqlite qrun tune %s --device=opencl --batch=2 --database=%t.made.sqlite | FileCheck %s --check-prefix=MADE
// RUN: env QOPT_TUNING=%t.absent.sqlite qrun devices
// RUN: env QOPT_TUNING=%t.absent.sqlite qrun bench %s --device=opencl --batch=2 --iterations=1 --tuning=%t.sqlite
// RUN: env QOPT_TUNING=%t.absent.sqlite qrun bench --tuning= %s --batch=2 --iterations=1
// RUN: not qrun bench %s --device=host:2 --device=reference --tuning=%t.sqlite 2>&1 | FileCheck %s --check-prefix=NOKERNELS
// RUN: qrun bench %s --device=host --device=opencl --batch=2 --iterations=1 --tuning=%t.sqlite
// RUN: rm -rf %t.data && mkdir -p %t.data/qopt && cp %t.cut.sqlite %t.data/qopt/tuning.sqlite
// RUN: env XDG_DATA_HOME=%t.data qrun bench %s --device=opencl --iterations=1 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: qrun compile %s -o %t.qart && not qrun run %t.qart --tuning=%t.sqlite --input=x.npy 2>&1 | FileCheck %s --check-prefix=COMPILED

// A database that the environment names, of another device: of a .qart file, too.
// RUN: cp %t.sqlite %t.other.sqlite && %python -c "import sqlite3; d = sqlite3.connect('%t.other.sqlite'); d.execute('UPDATE measurements SET device = ' + repr('none')); d.commit()"
// RUN: qrun compile %s --device=opencl -o %t.gpu.qart && env QOPT_TUNING=%t.other.sqlite qrun bench %t.gpu.qart --device=opencl --iterations=1 2>&1 | FileCheck %s --check-prefix=OTHER

// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun tune %s --device=host --database=%t.sqlite 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun tune %s --device=reference --database=%t.sqlite 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun tune %s --device=opencl --batch=8,4 --database=%t.sqlite 2>&1 | FileCheck %s --check-prefix=RANGES
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun tune %s --device=opencl --database=%t.sqlite --budget=0 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not qrun tune %t.qart --device=opencl --database=%t.sqlite 2>&1 | FileCheck %s --check-prefix=QART

// NONE: configurations: 0 measured, 0 were known, {{[0-9]+}} remain
// RESUMED-NOT: refused
// RESUMED: configurations: {{[0-9]+}} measured, {{[1-9][0-9]*}} were known, 0 remain
// CUT: error: tuning database {{.*}}.cut.sqlite: is damaged; remove it and tune again
// FOREIGN: error: tuning database {{.*}}tune_files.mlir: is another program's file; name a file of its own
// ITSELF: error: {{.*}}tune_files.mlir
// ABSENT: error: tuning database {{.*}}.absent.sqlite: no such file
// ENVIRONMENT: {{^}}error: tuning database {{.*}}.absent.sqlite: no such file, which QOPT_TUNING names
// MADE: configurations: {{.*}} 0 were known, 0 remain
// NOKERNELS: error: --tuning: 'host:2', 'reference' have no kernels to choose from; it is for cuda and opencl
// OWN: warning: tuning database {{.*}}tuning.sqlite: is damaged; remove it and tune again; kernels are chosen without it
// OWN: tune_files.mlir {{ *}}opencl
// OTHER: warning: tuning database {{.*}}.other.sqlite: measures 'none', and this device is '{{.*}}': kernels are chosen without it
// COMPILED: .qart: error: is compiled already: --tuning has no effect on it; give it to qrun compile
// HOST: error: device 'host' has no kernels to choose from; tune for cuda or opencl
// REFERENCE: --device=reference: the evaluator has no kernels to choose from
// RANGES: --batch: 8 and 4 lie in one range of batches, for which one kernel is chosen; ranges begin at 1, 4, 16, 64
// BUDGET: --budget
// QART: is a compiled file

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
