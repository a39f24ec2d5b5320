// --quiet leaves the result, and nothing on standard error but errors.
// RUN: qrun quantize %S/../../models/mlp.onnx --data=%S/../../models/digits_dev.npz -o %t.mlirbc --quiet --min-sqnr=1 > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: count 0 < %t.err
// RUN: qrun quantize %S/../../models/mlp.onnx --data=%S/../../models/digits_dev.npz -o %t.mlirbc --quiet --json > %t.json 2> %t.err
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: count 0 < %t.err

// The same speaks without it.
// RUN: qrun quantize %S/../../models/mlp.onnx --data=%S/../../models/digits_dev.npz -o %t.mlirbc --json 2>&1 >%t.json | FileCheck %s --check-prefix=LOUD
// RUN: not qrun run --quiet %t.none.mlir 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: $ qrun eval
// CHECK: integer
// JSON: "written": true
// LOUD: $ qrun calibrate
// LOUD: remark:
// ERROR: none.mlir: error: cannot open
