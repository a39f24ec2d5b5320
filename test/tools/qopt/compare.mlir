// Compares two models as networks: the first difference by its layer, exit code 1.
// RUN: qopt %models/lenet.onnx -o %t.lenet.mlirbc
// RUN: qopt %models/lenet.onnx --compare=%t.lenet.mlirbc | FileCheck %s --check-prefix=FORMATS
// How raw samples become the input is said of both; a module keeps what it says itself.
// RUN: qopt %models/lenet.onnx --mean=1 --std=2 --resize=32 -o %t.mean.mlirbc
// RUN: qopt %t.mean.mlirbc --compare=%models/lenet.onnx --mean=1 --std=2 --resize=32 | FileCheck %s --check-prefix=FORMATS
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %models/lenet.onnx --mean=3 --std=2 --compare=%t.mean.mlirbc | FileCheck %s --check-prefix=MEAN
// RUN: sed 's/"a"/"A"/; s/nn.name = "b"/nn.name = "b", nn.range = #nn.range<0.0, 9.0>/' %s > %t.names.mlir
// RUN: qopt %s --compare=%t.names.mlir | FileCheck %s --check-prefix=NAMES
// The order in which layers stand says nothing, nor does a second copy of a constant.
// RUN: sed '/%a = /d; s/^.*%d = .*/&\n  %e = nn.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n  %a = nn.add %x, %e {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<N>>/' %s > %t.order.mlir
// RUN: qopt %s --compare=%t.order.mlir | FileCheck %s --check-prefix=ORDER
// RUN: sed 's/nn.relu %x/nn.abs %x/' %s > %t.kind.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.kind.mlir | FileCheck %s --check-prefix=KIND
// RUN: sed 's/3.0, 4.0\]/2.5, 4.25]/' %s > %t.weights.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.weights.mlir | FileCheck %s --check-prefix=WEIGHTS
// RUN: sed 's/max = 6.0/max = 5.0/' %s > %t.limit.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.limit.mlir | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: sed 's/nn.sub %a, %d/nn.sub %d, %a/' %s > %t.operands.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.operands.mlir | FileCheck %s --check-prefix=OPERANDS
// RUN: sed '/%a = /d; s/nn.sub %a/nn.sub %x/' %s > %t.less.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.less.mlir | FileCheck %s --check-prefix=ALONE
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %t.less.mlir --compare=%s | FileCheck %s --check-prefix=SECOND
// RUN: sed 's/"x"/"image"/' %s > %t.input.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --compare=%t.input.mlir | FileCheck %s --check-prefix=INPUT
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --compare=%t.txt 2>&1 | FileCheck %s --check-prefix=FORMAT

// FORMATS: the same network, of 8 layers
// MEAN: different: input 0: {{.*}}mean = [3.{{.*}} / {{.*}}mean = [1.
// NAMES: the same network, of 4 layers
// NAMES: note: 1 layers go by other names, the first is 'a' / 'A'
// NAMES: note: 1 layers have other measured ranges, the first is 'b'
// ORDER: the same network, of 4 layers
// KIND: different: layer 'd' (nn.relu) is layer 'd' (nn.abs) in the second
// WEIGHTS: different: layer 'a' (nn.add): weights 'c' (nn.constant): 2 of 4 values differ, by 0.5 at most: 3 / 2.5 at [2]
// ATTRIBUTE: different: layer 'y' (nn.clip): attribute max is 6.000000e+00 : f32 / 5.000000e+00 : f32
// OPERANDS: different: layer 'b' (nn.sub): operand 0 is 'a' (nn.add) / 'd' (nn.relu)
// ALONE: different: layer 'a' (nn.add) {{.*}}
// SECOND: different: layer 'b' (nn.sub): operand 0 is input 'x' / 'a' (nn.add)
// INPUT: different: input 0: 'x' of {{.*}} / 'image' of
// FORMAT: --compare={{.*}}.txt: cannot tell the format from the name

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %c = nn.constant {nn.name = "c"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a = nn.add %x, %c {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %d = nn.relu %x {nn.name = "d"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %b = nn.sub %a, %d {nn.name = "b"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %y = nn.clip %b {max = 6.0 : f32, min = 0.0 : f32, nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}
