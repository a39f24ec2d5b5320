// Parts of the layers are measured apart, and their databases merge into the one of all.
// RUN: rm -f %t.*.sqlite
// RUN: qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=500 --part=0/2 --database=%t.0.sqlite | FileCheck %s
// RUN: qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=500 --part=1/2 --database=%t.1.sqlite | FileCheck %s
// RUN: qrun merge %t.1.sqlite %t.0.sqlite -o %t.all.sqlite --json | FileCheck %s --check-prefix=MERGED
// RUN: qrun tune %S/Inputs/two_products.mlir --device=opencl --batch=2 --budget=500 --database=%t.all.sqlite | FileCheck %s --check-prefix=ALL
// RUN: qrun merge %t.0.sqlite %t.1.sqlite -o %t.other.sqlite && cmp %t.all.sqlite %t.other.sqlite
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun tune %s --device=opencl --part=2/2 --database=%t.2.sqlite 2>&1 | FileCheck %s --check-prefix=PART
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun tune %s --device=opencl --part=2 --database=%t.2.sqlite 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun merge %t.0.sqlite %t.1.sqlite --partial -o %t.3.sqlite 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.0.sqlite %t.1.sqlite -o %t.1.sqlite 2>&1 | FileCheck %s --check-prefix=SOURCE

// CHECK: {{[0-9]}} of 1 layers improved
// CHECK: 0 were known, 0 remain
// MERGED: "rows": {{[0-9]+}},
// MERGED-NEXT: "results": []
// ALL: {{[0-9]}} of 2 layers improved
// ALL: configurations: 0 measured, {{[0-9]+}} were known, 0 remain
// PART: --part: there is no part 2 of 2; the first is 0
// FORM: --part=2: expected K/N, as 0/4
// PARTIAL: --partial is of calibrations
// SOURCE: is read here: write to another file
