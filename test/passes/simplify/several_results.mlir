// RUN: qopt %s --merge-duplicates --strip-unused | FileCheck %s
// RUN: qopt %s --fold-constants | FileCheck --check-prefix=FOLD %s

// Equal splits are one, which has the ranges of both, result by result; the one whose
// results nobody reads goes.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  %[[K:.*]] = nn.constant
// CHECK-NEXT:  %[[A:.*]]:2 = nn.split %arg0 {{{.*}}nn.absorbed = ["b"], nn.name = "a", nn.range = [#nn.range<0{{.*}}, 1{{.*}}>, #nn.range<2{{.*}}, 3{{.*}}>]
// CHECK-NEXT:  nn.sub %[[A]]#0, %[[A]]#1
// CHECK-NEXT:  %[[P:.*]]:2 = nn.split %[[K]]
// CHECK-NEXT:  return {{.*}}, %[[A]]#1, %[[P]]#0, %[[P]]#1

// Each constant has the key and the range of the value that it is.
// FOLD:       %[[P0:.*]] = nn.constant {nn.name = "parts"} {{.*}} : tensor<1xf32>
// FOLD-NEXT:  %[[P1:.*]] = nn.constant {nn.name = "parts:1", nn.range = #nn.range<0{{.*}}, 9{{.*}}>} {{.*}} : tensor<2xf32>
// FOLD:       return {{.*}}, %[[P0]], %[[P1]]
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xf32>) {
  %k = nn.constant {nn.name = "k"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "a", nn.range = [#nn.range<0.0, 1.0>, unit]} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %b:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "b", nn.range = [#nn.range<5.0, 6.0>, #nn.range<2.0, 3.0>]} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %unused:2 = nn.split %k {axis = 0 : i64, sizes = array<i64: 2, 1>, nn.name = "unused"} : (tensor<3xf32>) -> (tensor<2xf32>, tensor<1xf32>)
  %y = nn.sub %a#0, %b#1 {nn.name = "y"} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %parts:2 = nn.split %k {axis = 0 : i64, sizes = array<i64: 1, 2>, nn.name = "parts", nn.range = [unit, #nn.range<0.0, 9.0>]} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  return %y, %a#1, %parts#0, %parts#1 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xf32>
}
