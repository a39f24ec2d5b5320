// Parts of the samples, calibrated apart, are what all of them are; what cannot be merged is said.
// RUN: %python %S/../../Inputs/make_array.py %t.all.npy f4:4,2:1,2,-3,4,5,6,7,-8
// RUN: %python %S/../../Inputs/make_array.py %t.a.npy f4:2,2:5,6,7,-8
// RUN: %python %S/../../Inputs/make_array.py %t.b.npy f4:2,2:1,2,-3,4
// RUN: qrun calibrate %s --data=%t.all.npy --calibrator=entropy -o %t.all.json
// RUN: qrun calibrate %s --data=%t.a.npy --partial -o %t.a.json
// RUN: qrun calibrate %s --data=%t.b.npy --partial -o %t.b.json
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.b.npy --calibrator=auto --partial -o %t.no.json 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: qrun merge %t.a.json %t.b.json -o %t.limits.json
// RUN: qrun calibrate %s --data=%t.a.npy --calibrator=entropy --limits=%t.limits.json --partial -o %t.ea.json
// RUN: qrun calibrate %s --data=%t.b.npy --calibrator=entropy --limits=%t.limits.json --partial -o %t.eb.json
// RUN: qrun merge %t.eb.json %t.ea.json -o %t.merged.json
// RUN: diff %t.all.json %t.merged.json
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.ea.json %t.b.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=METHODS
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.a.json %t.all.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=RANGES
// RUN: qrun calibrate %s --data=%t.a.npy -o %t.c.json --json=%t.document.json
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.a.json %t.document.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=DOCUMENT
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.a.npy --limits=%t.limits.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=LIMITS
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.a.npy --calibrator=median -o %t.no.json 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: cp %t.a.json %t.copy.json
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.a.json %t.b.json %t.copy.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ls %t.no.json

// METHODS: the parts were measured by different methods
// AUTO: error: --partial is for calibrators whose parts merge, not auto
// DOCUMENT: document.json: is a document of --json, no calibration table; give the table
// RANGES: all.json: holds ranges alone; write it with --partial
// TWICE: error: {{.*}}copy.json: its samples are those of {{.*}}a.json: they would count twice
// LIMITS: --limits is for calibrators that count magnitudes, which min-max does not
// UNKNOWN: --calibrator=median: there are min-max, moving-average, percentile, mse, entropy, auto

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %n = nn.neg %x {nn.name = "n"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %n : tensor<?x2xf32, #nn.dims<N>>
}
