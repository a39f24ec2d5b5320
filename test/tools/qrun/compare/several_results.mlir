// Every result has its key: ranges measured by it, given back by it, compared by it.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,4:1,2,3,4,-5,6,7,8
// RUN: qrun calibrate %s --data=%t.x.npy -o %t.json
// RUN: FileCheck %s < %t.json
// RUN: qrun calibrate %s --data=%t.x.npy -o %t.ref.json --device=reference
// RUN: diff %t.json %t.ref.json
// RUN: qopt %s --insert-quant="calibration=%t.json" --fold-dequant -o %t.q.mlir
// RUN: FileCheck %s --check-prefix=QUANT < %t.q.mlir
// RUN: qrun compare %s %t.q.mlir --input=%t.x.npy | FileCheck %s --check-prefix=COMPARE
// RUN: qrun compare %t.q.mlir --other-device=reference --exact | FileCheck %s --check-prefix=EXACT

// CHECK: "s": [
// CHECK-NEXT: -5,
// CHECK-NEXT: 1
// CHECK: "s:1": [
// CHECK-NEXT: 2,
// CHECK-NEXT: 8
// QUANT: nn.split {{.*}} nn.range = [#nn.range<-5{{.*}}, 1{{.*}}>, #nn.range<2{{.*}}, 8{{.*}}>]
// COMPARE-DAG: {{^ *}}s {{ *}}
// COMPARE-DAG: {{^ *}}s:1 {{ *}}
// EXACT: 0 not equal bit by bit

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) {
  %a = nn.add %x, %x {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %s:2 = nn.split %x {axis = 1 : i64, sizes = array<i64: 1, 3>, nn.name = "s"} : (tensor<?x4xf32, #nn.dims<N>>) -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>)
  %p:2 = nn.split %a {axis = 1 : i64, sizes = array<i64: 1, 3>, nn.name = "p"} : (tensor<?x4xf32, #nn.dims<N>>) -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>)
  %y = nn.sub %s#0, %p#0 {nn.name = "y"} : (tensor<?x1xf32, #nn.dims<N>>, tensor<?x1xf32, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %z = nn.add %s#1, %p#1 {nn.name = "z"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y, %z : tensor<?x1xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>
}
