// Samples of different sizes: what they agree on is bound, the rest stays open; a batch holds samples of one shape.
// RUN: rm -rf %t && mkdir -p %t/d %t/same
// RUN: %python %S/../../Inputs/make_array.py %t/d/a.npy f4:2,1,2,3:1,2,3,4,5,6,-1,-2,-3,-4,-5,-6
// RUN: %python %S/../../Inputs/make_array.py %t/d/b.npy f4:1,1,2,2:7,0,0,1
// RUN: %python %S/../../Inputs/make_array.py %t/d/c.npy f4:1,2,4:1,0,0,1,0,0,-9,0
// RUN: qrun calibrate %s --data=%t/d -o %t/1.json 2>&1 | FileCheck %s --check-prefix=BAR
// RUN: qrun calibrate %s --data=%t/d --batch=1 --device=reference -o %t/2.json
// RUN: diff %t/1.json %t/2.json
// RUN: FileCheck %s --check-prefix=RANGES < %t/1.json
// RUN: qrun calibrate %s --data=%t/d --calibrator=moving-average -o %t/3.json
// RUN: FileCheck %s --check-prefix=MEANS < %t/3.json
// RUN: qrun calibrate %s --data=%t/d --calibrator=entropy --but-every=3 -o %t/4.json
// RUN: FileCheck %s --check-prefix=TWO < %t/4.json
// RUN: cp %t/d/a.npy %t/same/a.npy && %python %S/../../Inputs/make_array.py %t/same/b.npy f4:1,2,3:7,0,0,1,0,0
// RUN: qrun eval %s --data=%t/same --against=%s | FileCheck %s --check-prefix=EVAL
// RUN: %python %S/../../Inputs/make_array.py %t/d/e.npy f4:1,2,2,2:7,0,0,1,7,0,0,1
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t/d -o %t/no.json 2>&1 | FileCheck %s --check-prefix=WRONG

// BAR: calibrate {{.*}}4/4
// RANGES: "samples": 4
// RANGES: "x": [
// RANGES-NEXT: -9,
// RANGES-NEXT: 7
// Of minima 1, -6, 0, -9 and maxima 6, -1, 7, 1.
// MEANS: "x": [
// MEANS-NEXT: -3.5,
// MEANS-NEXT: 3.25
// The second and the third: all of one file's rest, and another's.
// TWO: "samples": 2
// TWO: "x": [
// EVAL: SQNR: exact
// WRONG: e.npy: has shape 1x2x2x2; samples for input 'x' have shape 1x2x?, one sample or with a leading sample dimension

func.func @main(%x: tensor<?x1x?x?xf32, #nn.dims<N, H, W>> {nn.name = "x"}) -> tensor<?x1x?x?xf32, #nn.dims<N, H, W>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x1x?x?xf32, #nn.dims<N, H, W>>) -> tensor<?x1x?x?xf32, #nn.dims<N, H, W>>
  return %y : tensor<?x1x?x?xf32, #nn.dims<N, H, W>>
}
