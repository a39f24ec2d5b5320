// An input of fixed size beside one whose batch is free: its array has samples too, dealt out in
// runs of its size, or is the same for all of them.
// RUN: %python %S/../../Inputs/make_array.py %t.dealt.npz a=f4:3,2:1,2,3,4,5,6 b=f4:3,2:10,20,30,40,50,60
// RUN: qrun calibrate %s --data=%t.dealt.npz -o %t.dealt.json
// RUN: FileCheck %s --check-prefix=DEALT < %t.dealt.json
// RUN: qrun calibrate %s --data=%t.dealt.npz -o %t.ref.json --device=reference --batch=2
// RUN: diff %t.dealt.json %t.ref.json
// RUN: %python %S/../../Inputs/make_array.py %t.shared.npz a=f4:1,2:1,2 b=f4:3,2:10,20,30,40,50,60
// RUN: qrun calibrate %s --data=%t.shared.npz -o %t.shared.json
// RUN: FileCheck %s --check-prefix=SHARED < %t.shared.json
// RUN: qrun calibrate %s --data=%t.shared.npz -o %t.ref.json --device=reference --batch=2
// RUN: diff %t.shared.json %t.ref.json
// RUN: %python %S/../../Inputs/make_array.py %t.odd.npz a=f4:2,2:1,2,3,4 b=f4:3,2:10,20,30,40,50,60
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.odd.npz -o %t.no.json 2>&1 | FileCheck %s --check-prefix=ODD

// Row by row: 10 + 1, …, 60 + 6.
// DEALT: "samples": 3
// DEALT: "y": [
// DEALT-NEXT: 11,
// DEALT-NEXT: 66
// All rows + [1, 2].
// SHARED: "samples": 3
// SHARED: "y": [
// SHARED-NEXT: 11,
// SHARED-NEXT: 62
// ODD: odd.npz:b: holds 3 samples where the file's other arrays hold 2

func.func @main(%a: tensor<1x2xf32> {nn.name = "a"}, %b: tensor<?x2xf32, #nn.dims<N>> {nn.name = "b"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.add %b, %a {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<1x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
