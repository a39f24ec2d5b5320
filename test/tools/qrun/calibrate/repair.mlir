// The repairs of a small network, what is told of them, and the mistakes that can be made. The second and the third
// input are always alike: 0.375 of both to the nearest is 0, to one of them 1; the mean of what is left
// over, -0.25·2, is the bias.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:4,3:0,1,1,0,3,3,0,2,2,0,2,2
// RUN: qrun repair %s --data=%t.npy --round --correct-bias -o %t.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: FileCheck %s --check-prefix=ROUNDED < %t.mlir
// RUN: qrun repair %s --data=%t.npy --round --correct-bias --batch=1 -o %t.mlirbc --device=reference
// RUN: qopt %t.mlirbc | diff - %t.mlir
// RUN: qrun repair %s --data=%t.npy --correct-bias --samples=1 --layers=a -o %t.bias.mlir | FileCheck %s --check-prefix=BIAS
// RUN: FileCheck %s --check-prefix=BIASED < %t.bias.mlir
// RUN: qrun repair %s --equalize -o %t.equal.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: qrun repair %s --data=%t.npy --smooth=0.5 -o %t.smooth.mlir 2>&1 | FileCheck %s --check-prefix=SMOOTH
// RUN: qrun repair %s --data=%t.npy --round --except=a,b -o %t.none.mlir | FileCheck %s --check-prefix=NOTHING
// RUN: qopt %s | diff - %t.none.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun repair %s --data=%t.npy -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun repair %s --round -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun repair %s --data=%t.npy --round --layers=c -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun repair %s --data=%t.npy --round --layers=a --except=b -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: qopt %s --insert-quant=range=x=0:3,a=-1:400,r=0:400,b=-400:400 -o %t.int.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun repair %t.int.mlir --data=%t.npy --round -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: %python %S/../../Inputs/make_array.py %t.big.npy f4:2,3:0,1,1,3e38,0,0
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun repair %s --data=%t.big.npy --round -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=INFINITE
// RUN: not ls %t.no.mlir

// BOTH: --{{layers|except}} excludes --{{except|layers}}
// TABLE: repair, pass 1 of 1 4/4
// TABLE: layer {{ *}}error before {{ *}}after {{ *}}ratio {{ *}}largest bias change {{ *}}channels held {{ *}}rows
// TABLE-NEXT: ---
// TABLE-NEXT: a {{ *}}2.531e+00 {{ *}}3.125e-02 {{ *}}0.012 {{ *}}5.000e-01 {{ *}}0 {{ *}}4
// TABLE-NEXT: b {{ *}}0.000e+00 {{ *}}0.000e+00 {{ *}}- {{ *}}0.000e+00 {{ *}}0 {{ *}}4
// TABLE-NEXT: errors:
// TABLE-NOT: fewer rows
// ROUNDED: nn.constant {nn.name = "a_bias"}
// ROUNDED: nn.matmul %{{.*}}, %{{.*}} bias %{{.*}} {nn.name = "a", nn.range
// 127, 0, 1; -0.5
// ROUNDED-DAG: "0x400000000000FE42000000000000803F"
// ROUNDED-DAG: "0x40000000000000BF"
// BIAS: a {{ *}}5.625e-01 {{ *}}0.000e+00 {{ *}}0.000 {{ *}}7.500e-01 {{ *}}0 {{ *}}1
// BIAS: 1 of 1 layers saw fewer rows than a channel has weights
// BIASED: {nn.name = "w"} dense<{{.*}}3.750000e-01
// 0.75
// BIASED: "0x400000000000403F"
// EQUAL: equalized {{ *}}read by {{ *}}least factor {{ *}}greatest
// EQUAL-NEXT: ---
// EQUAL-NEXT: a {{ *}}b {{ *}}2 {{ *}}2
// SMOOTH: --smooth: skipped what a reads: it is not made by a layer, a layer norm or an RMS norm
// SMOOTH: smoothed
// SMOOTH-NEXT: ---
// SMOOTH-NEXT: a {{ *}}b {{ *}}0.2662 {{ *}}0.2662
// NOTHING: nothing was done: it has no convolution or matrix product with constant float weights
// NONE: error: nothing to repair: give --round, --correct-bias, --equalize, --even-channels or --smooth; see
// DATA: error: --round, --correct-bias, --even-channels and --smooth need samples: give --data
// NAME: repair.mlir: no layer 'c' with constant float weights to repair
// INTEGER: is quantized; repair the float network, then quantize it (--insert-quant)
// INFINITE: layer 'b' reads a NaN or an infinity for {{.*}}big.npy, sample 1; check

func.func @main(%x: tensor<?x3xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x1xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[127.0], [0.375], [0.375]]> : tensor<3x1xf32>
  %v = nn.constant {nn.name = "v"} dense<31.75> : tensor<1x1xf32>
  %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<0.0, 4.0>} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3x1xf32>) -> tensor<?x1xf32, #nn.dims<N>>
  %r = nn.relu %a {nn.name = "r"} : (tensor<?x1xf32, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %b = nn.matmul %r, %v {nn.name = "b"} : (tensor<?x1xf32, #nn.dims<N>>, tensor<1x1xf32>) -> tensor<?x1xf32, #nn.dims<N>>
  return %b : tensor<?x1xf32, #nn.dims<N>>
}
