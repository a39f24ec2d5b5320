// Steps, whose states go on: y = x + sum, which becomes the next sum.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:4,2:1,10,2,20,3,30,4,40
// RUN: %python %S/../../Inputs/make_array.py %t.sum.npy f4:1,2:100,200
// RUN: qrun run %s --steps --input=%t.x.npy --output=y=%t.y.npy --output=sum.next=%t.end.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s
// RUN: od -A n -t f4 -j 128 %t.end.npy | FileCheck %s --check-prefix=END
// RUN: qrun run %s --steps --reset=0,2 --input=%t.x.npy --input=sum=%t.sum.npy --output=y=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s --check-prefix=RESET
// RUN: not qrun run %s --steps --reset=4 --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not qrun run %s --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun run %s --reset=1 --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=ALONE

// CHECK: 1 10 3 30
// CHECK: 6 60 10 100
// END: 10 100
// RESET: 101 210 103 230
// RESET: 103 230 107 270
// BEYOND: --reset=4: there are steps 0 to 3
// ONCE: input 'sum' is missing
// ALONE: --reset requires --steps

func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}, %sum: tensor<1x2xf32> {nn.name = "sum"})
    -> (tensor<1x2xf32> {nn.name = "y"}, tensor<1x2xf32> {nn.name = "sum.next"}) {
  %y = nn.add %x, %sum {nn.name = "add"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y, %y : tensor<1x2xf32>, tensor<1x2xf32>
}
