// A value that only a bound reads has the bound's steps once it is quantized: both sides are
// compared behind the bound. Steps of 1/64 and 1/128, of which all values are: nothing differs.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,2:-1,0.5,1.5,-0.25
// RUN: qopt %s --insert-quant=region=all --fold-dequant -o %t.q.mlir
// RUN: FileCheck %s --check-prefix=STEPS < %t.q.mlir
// RUN: qrun compare %s %t.q.mlir --input=%t.x.npy | FileCheck %s
// RUN: qrun compare %t.q.mlir %s --input=%t.x.npy | FileCheck %s
// Bits are what they are.
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.q.mlir --input=%t.x.npy --exact 2>&1 | FileCheck %s --check-prefix=EXACT

// The other model has no such bound any more, and steps that begin where it does; or below it.
// RUN: qrun compare %s %S/../Inputs/without_relu.mlir --input=%t.x.npy | FileCheck %s --check-prefix=TAKEN
// RUN: sed 's/<u8/<i8/' %S/../Inputs/without_relu.mlir > %t.signed.mlir
// RUN: qrun compare %s %t.signed.mlir --input=%t.x.npy --sort=error --svg=%t.svg | FileCheck %s --check-prefix=SIGNED
// RUN: FileCheck %s --check-prefix=CHART < %t.svg
// RUN: %python -c "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])" %t.svg
// RUN: not qrun compare %s %t.signed.mlir --input=%t.x.npy --svg=%s 2>&1 | FileCheck %s --check-prefix=SOURCE

// STEPS: nn.name = "sum", {{.*}}u8:f32, 1.562500e-02
// STEPS: nn.name = "turned<", {{.*}}u8:f32, 7.812500e-03
// CHECK-DAG: sum {{ *}}{{f32 / qu8|qu8 / f32}} {{ *}}0 {{ *}}inf {{ *}}1.000000 {{ *}}0.000 {{ *}}0 of 4 {{ *}}relu
// CHECK-DAG: more {{ *}}{{f32 / qu8|qu8 / f32}} {{ *}}0 {{ *}}inf {{.*}} 0 of 4 {{ *}}clip
// CHECK-DAG: turned< {{ *}}{{f32 / qu8|qu8 / f32}} {{ *}}0 {{ *}}inf {{.*}} 0 of 4 {{ *}}clip
// CHECK: 3 values are compared after the relu or clip that column 'behind' names
// TAKEN: sum {{ *}}f32 / qu8 {{ *}}0 {{ *}}inf {{.*}} 0 of 4 {{ *}}relu
// -2, 1, 3 and -0.5 against what ends at 127/64.
// SIGNED: first at
// SIGNED-NOT: behind
// SIGNED: sum {{ *}}f32 / qi8 {{ *}}1.02 {{.*}} 1 of 4 {{ *}}[1,0]
// SIGNED-NEXT: 1 values in both
// CHART: >sum</text><rect {{.*}} dB</text>
// EXACT: error: --exact: 'sum' differs
// SOURCE: is read here: write to another file

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.range = #nn.range<-1.984375, 1.984375>}) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<2x?xf32, #nn.dims<N>>) {
  %s = nn.add %x, %x {nn.name = "sum", nn.range = #nn.range<-3.984375, 3.984375>} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %r = nn.relu %s {nn.name = "relu", nn.range = #nn.range<0.0, 3.984375>} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %m = nn.add %x, %x {nn.name = "more", nn.range = #nn.range<-3.984375, 3.984375>} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %t = nn.transpose %m {nn.name = "turned<", permutation = array<i64: 1, 0>} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>
  %c = nn.clip %t {min = 0.0 : f32, max = 1.9921875 : f32, nn.name = "clip", nn.range = #nn.range<0.0, 1.9921875>} : (tensor<2x?xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>
  return %r, %c : tensor<?x2xf32, #nn.dims<N>>, tensor<2x?xf32, #nn.dims<N>>
}
