// An index outside is told with what it had to be below, and its layer once.
// RUN: %encode_onnx < %S/../Inputs/gather.textproto > %t.onnx
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:3:1,2,3 i=i8:2:7,9
// RUN: %python %S/../../Inputs/make_array.py %t.below.npz x=f4:3:1,2,3 i=i8:2:0,-4
// RUN: not qrun run %t.onnx --input=%t.npz 2>&1 | FileCheck %s
// RUN: not qrun run %t.onnx --input=%t.npz --device=reference 2>&1 | FileCheck %s
// RUN: not qrun run %t.onnx --input=%t.below.npz 2>&1 | FileCheck %s --check-prefix=BELOW

// CHECK-NOT: layer{{.*}}layer
// CHECK: {{^}}{{error: layer 'pick'|layer 'pick': error}}: an index lies outside its tensor: 7 is not in [0, 3){{$}}
// BELOW: an index lies outside its tensor: -1 is not in [0, 3), even from the end
