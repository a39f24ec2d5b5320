// A NaN is refused before anything runs, an infinity is warned of: masks are made of it.
// RUN: rm -f %t.y.npy
// RUN: %python %S/../../Inputs/make_array.py %t.nan.npz x=f4:3,2:1,2,3,nan,5,nan
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.nan.npz --output=%t.y.npy 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not ls %t.y.npy
// RUN: qrun run %s --input=%t.nan.npz --allow-nan --output=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s --check-prefix=FED
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s --other-device=reference --input=%t.nan.npz 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: %python %S/../../Inputs/make_array.py %t.inf.npy f4:1,2:-inf,2
// RUN: qrun run %s --input=%t.inf.npy --output=%t.y.npy 2>&1 | FileCheck %s --check-prefix=INF
// RUN: %python %S/../../Inputs/make_array.py %t.f64.npy f8:1,2:nan,2
// RUN: not qrun run %s --input=%t.f64.npy 2>&1 | FileCheck %s --check-prefix=F64

// An archive's names count where there is a choice; where there is none it is said. Colons may be in them.
// RUN: %python %S/../../Inputs/make_array.py %t.named.npz images=f4:1,2:1,2
// RUN: qrun run %s --input=%t.named.npz 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: %python %S/../../Inputs/make_array.py %t.colon.npz x:0=f4:1,2:1,-2 y:0=f4:1,2:3,4
// RUN: qrun run %s --input=%t.colon.npz:x:0 --output=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s --check-prefix=COLON
// RUN: qrun run %s --input=x=%t.colon.npz:y:0 --output=%t.out.npz:y:0
// RUN: %python -c "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())" %t.out.npz | FileCheck %s --check-prefix=KEY
// RUN: not qrun run %s --input=%t.colon.npz:z:0 2>&1 | FileCheck %s --check-prefix=NONE

// NAN: error: {{.*}}nan.npz:x: holds NaN at [1,1], 2 of 6 values; --allow-nan
// FED: -1 -2 -3 {{-?}}nan
// INF: warning: {{.*}}inf.npy: holds an infinity at [0,0], 1 of 2 values
// F64: error: {{.*}}f64.npy: holds NaN at [0,0], 1 of 2 values
// NAMED: note: {{.*}}named.npz: its array 'images' is taken for input 'x'
// NAMED-NOT: note:
// COLON: -1 2
// KEY: ['y:0.npy']
// NONE: colon.npz:z:0: no such array; the file has: x:0, y:0

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.neg %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
