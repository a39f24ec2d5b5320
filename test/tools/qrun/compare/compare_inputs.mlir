// Two models are compared on what both take: other sizes, orders or noise are refused.
// RUN: %python %S/../../Inputs/make_array.py %t.ab.npz a=f4:1,2:1,2 b=f4:1,2:3,5
// RUN: sed 's/x2xf32/x3xf32/g' %s > %t.sizes.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.sizes.mlir 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: sed 's/%a: \(.*\) {nn.name = "a"}, %b: \(.*\) {nn.name = "b"}/%b: \1 {nn.name = "b"}, %a: \2 {nn.name = "a"}/' %s > %t.order.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.order.mlir 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: sed 's/"b"}/"b", nn.preprocess = #nn.preprocess<mean = [10.0], std = [4.0]>}/' %s > %t.raw.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.raw.mlir 2>&1 | FileCheck %s --check-prefix=NOISE
// RUN: qrun compare %s %t.raw.mlir --input=%t.ab.npz --preprocessed | FileCheck %s --check-prefix=SAME
// RUN: sed 's/"b"}/"image"}/' %s > %t.names.mlir
// RUN: qrun compare %s %t.names.mlir 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: sed 's/, %b: .*"b"}) ->/) ->/; s/%a, %b/%a, %a/' %s > %t.one.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.one.mlir 2>&1 | FileCheck %s --check-prefix=COUNT

// SIZES: error: the two models have different inputs: {{.*}}compare_inputs.mlir takes 'a' (f32 8x2), 'b' (f32 8x2), {{.*}}sizes.mlir takes 'a' (f32 8x3), 'b' (f32 8x3); --batch or --shape
// ORDER: error: the two models have different inputs: {{.*}}; they stand in another order
// NOISE: error: the two models have different inputs: {{.*}} 'b' (f32 8x2, raw); no noise is the same for both: give --input or --data
// SAME: 1 values in both, 0 not equal
// NAMES: note: inputs are paired in their order: {{.*}} 'b' (f32 8x2), {{.*}} 'image' (f32 8x2)
// NAMES: 1 values in both, 0 not equal
// COUNT: error: the two models have different inputs: {{.*}}one.mlir takes 'a' (f32 8x2){{$}}

func.func @main(%a: tensor<?x2xf32, #nn.dims<N>> {nn.name = "a"}, %b: tensor<?x2xf32, #nn.dims<N>> {nn.name = "b"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.sub %a, %b {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
