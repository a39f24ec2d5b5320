// A full disk and a kill leave the file that was there, and nothing else.
// RUN: rm -rf %t && mkdir %t && qrun compile %models/mlp.onnx -o %t/net.qart && cp %t/net.qart %t.before
// RUN: ln -sf /dev/full %t.full.qart
// RUN: not qrun compile %s -o %t.full.qart 2>&1 | FileCheck %s
// RUN: %python %S/../Inputs/kill_writer.py %t/net.qart qrun compile %models/lenet.onnx -o %t/net.qart
// RUN: cmp %t/net.qart %t.before && ls %t | count 1

// CHECK: error: {{.*}}.full.qart: cannot write: No space left on device

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
