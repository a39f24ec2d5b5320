// A network of fixed batch beside one of open batch: both are fed runs of the fixed one; fewer samples than are asked for are told.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:6,2:1,2,3,4,5,6,7,8,9,10,11,12
// RUN: qopt %s --shape=x:1x2 -o %t.one.mlir
// RUN: qrun compare %t.one.mlir %s --data=%t.npz --batch=4 2>&1 | FileCheck %s
// RUN: qrun compare %s %t.one.mlir --data=%t.npz 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun compare %s %t.one.mlir | FileCheck %s --check-prefix=NOISE
// RUN: qopt %s --shape=x:3x2 -o %t.three.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %t.three.mlir %t.one.mlir --data=%t.npz 2>&1 | FileCheck %s --check-prefix=UNLIKE
// Those of a list alone; a page's commands say them, and how many samples a run takes.
// RUN: qrun compare %s %t.three.mlir --data=%t.npz --chosen=1,3-4 --json | FileCheck %s --check-prefix=CHOSEN
// RUN: qrun report %t.one.mlir --data=%t.npz --chosen=1,3-4 --timed-batch=2 -o %t.html --quiet --json | FileCheck %s --check-prefix=PAGE

// CHECK: a run takes 1 sample: the first 1 of the 4 that are asked for are fed
// CHECK: 0 of 2
// QUIET-NOT: a run takes
// QUIET: 0 of 2
// NOISE: 0 of 2
// UNLIKE: three.mlir takes 3 samples a run, and {{.*}}one.mlir 1: runs of unlike batches cannot be compared; import both with one, by --shape
// CHOSEN: "shape": [
// CHOSEN-NEXT: 3,
// PAGE: "qrun report {{.*}} --chosen=1,3,4 --timed-batch=2
// PAGE-NEXT: "qrun bench {{[^ ]*}} --per-layer"

!x = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %r = nn.relu %x {nn.name = "r"} : (!x) -> !x
  return %r : !x
}
