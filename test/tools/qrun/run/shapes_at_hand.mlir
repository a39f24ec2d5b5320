// A model that is refused while its sizes are open is imported with those of the arrays that it is
// given. The values by hand: maxima of 2x2 out of 3x3, at the edges of less.
// RUN: %encode_onnx < %S/../Inputs/ceil_pool.textproto > %t.onnx
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:1,1,3,3:1,2,3,4,5,6,7,8,9
// RUN: %python %S/../../Inputs/make_array.py %t.two.npz images=f4:2,1,3,3:1,2,3,4,5,6,7,8,9,9,8,7,6,5,4,3,2,1 labels=i8:2:3,0
// RUN: qrun run %t.onnx --input=%t.x.npy --output=%t.y.npy 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s
// RUN: qrun run %t.onnx --input=x=%t.x.npy --shape=x:1x1x3x3 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun compare %t.onnx --other-device=reference --input=%t.x.npy --exact
// RUN: qrun compare %t.onnx --other-device=reference --data=%t.two.npz --exact
// RUN: qrun calibrate %t.onnx --data=%t.two.npz -o %t.json
// RUN: FileCheck %s --check-prefix=RANGES < %t.json
// RUN: qrun eval %t.onnx --against=%t.onnx --data=%t.two.npz 2>&1 | FileCheck %s --check-prefix=EVAL

// A model that takes open sizes is imported once; sizes beside the batch then come from the
// samples.
// RUN: sed 's/i: 1/i: 0/' %S/../Inputs/ceil_pool.textproto | %encode_onnx > %t.floor.onnx
// RUN: qrun run %t.floor.onnx --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun calibrate %t.floor.onnx --data=%t.two.npz -o %t.json

// A model that is refused either way is refused once; arrays that do not fit are named.
// RUN: sed 's/MaxPool/MinPool/' %S/../Inputs/ceil_pool.textproto | %encode_onnx > %t.bad.onnx
// RUN: sh %S/../../Inputs/expect_code.sh 3 qrun run %t.bad.onnx --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %python %S/../../Inputs/make_array.py %t.wide.npy f4:1,2,3,3:1,2,3,4,5,6,7,8,9,9,8,7,6,5,4,3,2,1
// RUN: not qrun run %t.onnx --input=%t.wide.npy 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: sh %S/../../Inputs/expect_code.sh 3 qrun bench %t.onnx 2>&1 | FileCheck %s --check-prefix=BENCH

// CHECK: 5 6 8 9
// NOTE: onnx: remark: imported with --shape=x:1x1x3x3: it needs numbers for sizes that it leaves open
// QUIET-NOT: imported with
// QUIET: y: f32 1x1x
// RANGES: "samples": 2
// EVAL: warning: {{.*}}two.npz: its labels are not used
// EVAL: SQNR: exact
// BAD: not supported: MinPool
// BAD-NOT: MinPool
// WIDE: wide.npy: has shape 1x2x3x3, input 'x' takes Nx1xHxW
// BENCH: ceil_mode=1 on images of dynamic size; give --shape
