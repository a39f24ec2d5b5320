// A finite number that a narrower input has no place for is an error that names the sample, not an infinity: 65519 rounds to
// f16's largest, 65520 does not. An infinity that stands in the file is one.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:3,2:1,2,65519,-65519,3,65520
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.npz 2>&1 | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npz -o %t.json 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npz --every=2 --batch=1 -o %t.json 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %python %S/../../Inputs/make_array.py %t.f64.npz x=f8:2,2:1,2,3,-1e39
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.f64.npz -o %t.json 2>&1 | FileCheck %s --check-prefix=F64
// RUN: %python %S/../../Inputs/make_array.py %t.inf.npy f4:1,2:65519,-inf
// RUN: qrun run %s --input=%t.inf.npy --output=%t.y.npy
// RUN: od -A n -t x2 -j 128 %t.y.npy | FileCheck %s --check-prefix=KEPT

// CHECK: error: {{.*}}.npz:x: input 'x' would be 65520 at [2,1], which is beyond the largest number of f16; correct the sample, or how it is scaled (--mean, --std)
// SAMPLE: error: {{.*}}.npz, sample 2: input 'x' would be 65520 at [1], which is beyond the largest number of f16;
// F64: error: {{.*}}.npz, sample 1: input 'x' would be -1e+39 at [1], which is beyond the largest number of f32;
// KEPT: fbff 7c00

func.func @main(%x: tensor<?x2xf16, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf16, #nn.dims<N>> {
  %y = nn.neg %x {nn.name = "y"} : (tensor<?x2xf16, #nn.dims<N>>) -> tensor<?x2xf16, #nn.dims<N>>
  return %y : tensor<?x2xf16, #nn.dims<N>>
}
