// Samples and labels are checked by themselves: the scores are the samples, so predictions are
// known.
// RUN: %python %S/../../Inputs/make_array.py %t.good.npz images=f4:3,2:1,0,0,1,2,0.5 labels=i8:3:0,1,0
// RUN: qrun lint-data %s --data=%t.good.npz 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %python %S/../../Inputs/make_array.py %t.bad.npz images=f4:4,2:1,0,nan,1,1,0,-4,3 labels=i8:3:0,1,2
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.bad.npz --device=reference | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.bad.npz --batch=2 --json | FileCheck %s --check-prefix=JSON

// Off by one: sixteen samples of two classes, numbered from 1; a copy under the same label is a warning.
// RUN: %python %S/../../Inputs/make_array.py %t.one.npz images=f4:17,2:1,0,0,1,2,0,0,2,3,0,0,3,4,0,0,4,5,0,0,5,6,0,0,6,7,0,0,7,8,0,0,8,8,0 kinds=i8:17:1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.one.npz --labels=kinds | FileCheck %s --check-prefix=SHIFT
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.one.npz --labels=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.good.npz --output-name=x 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: qrun lint-data %s --data=%t.good.npz --output-name=y --quiet

// Infinities of a mask are none of its business.
// RUN: %python %S/../../Inputs/make_array.py %t.mask.npz x=f4:4,2:1,0,0,1,3,0.5,2,2 mask=f4:4,2:0,-inf,0,0,-inf,0,0,0
// RUN: qrun lint-data %S/../Inputs/masked.mlir --data=%t.mask.npz | FileCheck %s --check-prefix=MASK

// A layer's own NaN; a warning alone exits with 0.
// RUN: sed 's/nn.relu/nn.sqrt/' %s > %t.sqrt.mlir
// RUN: %python %S/../../Inputs/make_array.py %t.negative.npy f4:2,2:1,0,4,-1
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %t.sqrt.mlir --data=%t.negative.npy | FileCheck %s --check-prefix=LAYER
// RUN: %python %S/../../Inputs/make_array.py %t.twice.npy f4:2,2:1,0,1,0
// RUN: qrun lint-data %s --data=%t.twice.npy | FileCheck %s --check-prefix=TWICE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.twice.npy --output-name=zz 2>&1 | FileCheck %s --check-prefix=OUTPUT

// GOOD: lint-data 3/3
// GOOD-NOT: {{error|warning}}:
// GOOD: 3 samples: 0 errors, 0 warnings
// GOOD-NEXT: note: no batch norm knows the inputs
// BAD: error: label-count: {{.*}}bad.npz: holds 3 labels for 4 samples; give each
// BAD-NEXT: error: non-finite: {{.*}}bad.npz, sample 1: 'x': holds a NaN; remove the sample
// BAD-NEXT: error: label-range: {{.*}}bad.npz, sample 2: label 2 names none of the output's 2 classes, 0 to 1 (1 in all
// BAD-NEXT: error: contradiction: {{.*}}bad.npz, sample 0 (label 0): the same sample is {{.*}}bad.npz, sample 2 (label 2)
// BAD-NEXT: 4 samples: 4 errors, 0 warnings
// JSON: "samples": 4,
// JSON: "errors": 4,
// JSON: "name": "non-finite",
// JSON-NEXT: "tensor": "x",
// SHIFT: error: label-range: {{.*}}one.npz, sample 1: label 2 names none {{.*}} (8 in all
// SHIFT: error: label-shift: accuracy is 0.0 %, and 100.0 % with labels minus 1; subtract 1
// SHIFT: warning: duplicate: {{.*}}one.npz, sample 14: is there again as {{.*}}one.npz, sample 16; keep one
// NONE: no such array; the file has: images, kinds
// OUTPUT: has no output {{.*}}; it has: y{{$}}
// MASK: 4 samples: 0 errors, 0 warnings
// LAYER: error: non-finite: {{.*}}negative.npy, sample 1: 'y': the layer computes a NaN;
// TWICE: warning: duplicate: {{.*}}twice.npy, sample 0:
// TWICE: 2 samples: 0 errors, 1 warning{{$}}

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
