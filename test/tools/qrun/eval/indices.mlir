// Integers, several a sample, are indices: equal or not, never near each other, and no scores. Of 4 samples with 2 places of
// a largest value each, 5 of 8 places differ where the values are turned round; they have no SQNR.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:4,2,2:1,2,3,4,1,0,4,5,1,1,0,3,0,0,0,0
// RUN: sed 's/nn.relu/nn.neg/' %s > %t.neg.mlir
// RUN: qrun eval %t.neg.mlir --against=%s --data=%t.npz | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.neg.mlir --against=%s --data=%t.npz --max-flips=4 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.neg.mlir --against=%s --data=%t.npz --min-sqnr=1 2>&1 | FileCheck %s --check-prefix=SQNR
// RUN: qrun eval %t.neg.mlir --against=%s --data=%t.npz --max-flips=5 | count 1
// RUN: qrun eval %t.neg.mlir --against=%s --data=%t.npz --json > %t.json
// RUN: %python %S/../Inputs/read_json.py %t.json "[(o['flips'], o['samples'], o['indices'], o['sqnr_db']) for o in document['results'][1]['outputs']]" | FileCheck %s --check-prefix=JSON
// RUN: %python %S/../../Inputs/make_array.py %t.labelled.npz x=f4:2,2,2:1,2,3,4,1,0,4,5 labels=i8:2:0,1
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --data=%t.labelled.npz 2>&1 | FileCheck %s --check-prefix=LABELS

// CHECK: {{^}}indices that differ: 5 of 8
// CHECK-NOT: SQNR
// GATE: error: {{.*}}neg.mlir: 5 of the 8 indices differ, more than --max-flips=4
// SQNR: error: {{.*}}--min-sqnr needs outputs of numbers, and there are none
// JSON: [(5, None, 8, None)]
// LABELS: error: {{.*}}output 'y' of shape 2x2 is several integers for each sample, which are no scores; name another with --output-name

func.func @main(%x: tensor<?x2x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xi64, #nn.dims<N>> {
  %r = nn.relu %x {nn.name = "r"} : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %y = nn.arg_max %r {axis = 2 : i64, nn.name = "y"} : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2xi64, #nn.dims<N>>
  return %y : tensor<?x2xi64, #nn.dims<N>>
}
