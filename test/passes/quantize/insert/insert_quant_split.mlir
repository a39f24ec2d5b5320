// RUN: qopt %s --insert-quant="range=s:1=-2:2" --fold-dequant | FileCheck %s
// RUN: not qopt %s --insert-quant="range=s:3=0:1" 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: not qopt %s --insert-quant="range=cut:2=0:1" 2>&1 | FileCheck --check-prefix=MERGED %s
// MISSING: error: insert-quant: range of 's:3': the module has no value 's:3'
// MERGED: error: insert-quant: range of 'cut:2': 'cut:2' was merged into 's'

// All parts have the parameters of what is split, whatever their own ranges and
// consumers; each is dequantized by itself where it is read as float. A range goes
// to the result whose key it names.
// CHECK-LABEL: func.func @main
// CHECK:       %[[A:.*]] = nn.add {{.*}} -> tensor<1x6x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK-NEXT:  %[[S:.*]]:3 = nn.split %[[A]] {{{.*}}nn.name = "s", nn.range = [unit, #nn.range<-2.000000e+00, 2.000000e+00>, unit]{{.*}}} : (tensor<1x6x!quant.uniform<i8:f32, 0.0314{{.*}}>>) -> (tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>, tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>, tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>)
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[S]]#0 {nn.name = "s_dequantize"}
// CHECK-NEXT:  %[[E:.*]] = nn.dequantize %[[S]]#2 {nn.name = "s:2_dequantize"}
// CHECK-NEXT:  %[[M:.*]] = nn.matmul %[[S]]#1, {{.*}} -> tensor<1x2xf32>
// CHECK-NEXT:  return %[[D]], %[[M]], %[[E]]
func.func @main(%x: tensor<1x6xf32> {nn.name = "x", nn.range = #nn.range<-2.0, 2.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<2x2xf32>
  %a = nn.add %x, %x {nn.name = "a", nn.range = #nn.range<-4.0, 4.0>} : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<1x6xf32>
  %s:3 = nn.split %a {axis = 1 : i64, sizes = array<i64: 2, 2, 2>, nn.name = "s", nn.absorbed = ["cut"]} : (tensor<1x6xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
  %m = nn.matmul %s#1, %w {nn.name = "m"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %s#0, %m, %s#2 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
