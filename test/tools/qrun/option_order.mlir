// A model may stand after an option that may be repeated, other options after it.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:2,2:1,-2,-3,4
// RUN: %python %S/../Inputs/make_array.py %t.npz images=f4:2,2:1,0,0,1 labels=i8:2:0,1
// RUN: qrun run --input=%t.x.npy %s --device=host | FileCheck %s --check-prefix=SUMMARY
// RUN: qrun run --input=%t.x.npy --output=%t.y.npy %s --device=host && ls %t.y.npy
// RUN: qrun eval --device=host %s --data=%t.npz | FileCheck %s --check-prefix=EVAL
// RUN: qrun compare --input=%t.x.npy %s %s --device=host | FileCheck %s --check-prefix=COMPARE
// RUN: qrun bench --batch=1,2 %s --iterations=1 | FileCheck %s --check-prefix=BENCH
// RUN: qrun bench --device=host --device=reference %s --iterations=1 | FileCheck %s --check-prefix=DEVICES

// SUMMARY: y: f32 2x2, largest at 0 1
// EVAL: accuracy 100.00 % (2 of 2)
// COMPARE: 1 values in both
// BENCH: host {{ *}}1
// BENCH: host {{ *}}2
// DEVICES: host {{ *}}1
// DEVICES: reference {{ *}}1

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
