// Smoothing renames `a`, `b` and what lies between layers. Options and results name layers as the model does that is given, be they
// stated or chosen for a bound; commands name them as the files do that they read, and give the same bytes.
// RUN: rm -rf %t && mkdir -p %t/float %t/few %t/bound %t/again && %python %S/../Inputs/leaning_samples.py %t/l.npy 200
// RUN: cd %t/float && qrun quantize %s --data=../l.npy --choose-samples=0 --smooth=0.5 --float=a,r2 --keep -o q.mlir > out && FileCheck %s --check-prefix=FLOAT < out
// RUN: cd %t/few && qrun quantize %s --data=../l.npy --choose-samples=0 --smooth=0.5 --weight-bits=4 --keep -o q.mlir > out && FileCheck %s --check-prefix=FEW < out
// RUN: cd %t/bound && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=../l.npy --choose-samples=0 --smooth=0.5 --min-sqnr=60 -o q.mlir --json=q.report > out 2> told
// RUN: FileCheck %s --check-prefix=BOUND < %t/bound/out
// RUN: %python %S/../Inputs/read_json.py %t/bound/q.report "{name for r in document['results'] for name in r.get('float_layers', [])} <= {'a', 'b', 'c'}" | FileCheck %s --check-prefix=JSON
// RUN: for k in float few; do cd %t/again && rm -f q.* && grep '^. q' ../$k/out | sed 's/^..//' > steps.sh && sh -e steps.sh > log 2>&1 && diff q.mlir ../$k/q.mlir || exit 1; done
// A name that the model does not have is told before the work.
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t/l.npy --float=a_smoothed -o %t/no.mlir > %t/out 2>&1 && FileCheck %s --check-prefix=WRONG < %t/out && not grep 'qopt \|compile' %t/out

// FLOAT: $ qrun repair q.float.mlirbc {{.*}}--smooth=0.5 {{.*}}--except=a
// FLOAT: float=a,r2_smoothed'
// FEW: --bits8=a,c
// FEW: weight-bits8=a_smoothed,c
// BOUND: integer, 1 float
// JSON: True
// WRONG: --float=a_smoothed: the module has no value 'a_smoothed'

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[0.02, 0.5, 0.01, 0.75], [-0.5, 0.75, 1.0, 0.5], [0.25, -1.0, 0.5, 1.0], [1.0, 0.3, -0.6, 0.9]]> : tensor<4x4xf32>
  %v = nn.constant {nn.name = "v"} dense<[[0.02, 0.51, 0.013, 0.75], [-0.53, 0.75, 1.0, 0.5], [0.25, -1.0, 0.5, 1.0], [1.0, 0.3, -0.6, 0.9]]> : tensor<4x4xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %r = nn.relu %a {nn.name = "r"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %b = nn.matmul %r, %v {nn.name = "b"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %r2 = nn.relu %b {nn.name = "r2"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %c = nn.matmul %r2, %w {nn.name = "c"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  return %c : tensor<?x4xf32, #nn.dims<N>>
}
