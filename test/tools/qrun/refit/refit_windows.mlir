// Another window of the same sizes is another network's, whichever device it was compiled for: a kernel's choice does not tell it.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: qrun compile lying.mlir --device=host -o host.qart && not qrun refit host.qart standing.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: qrun compile lying.mlir --device=opencl --float-order=direct -o opencl.qart && not qrun refit opencl.qart standing.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: not qrun refit host.qart moved.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not qrun refit opencl.qart moved.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not ls none.qart

// WEIGHTS: qart: the model does not fit {{.*}}layer 'c': its weights have another type or shape: f32 4x2x3x5 before, f32 4x2x5x3 now
// WINDOW: qart: the model does not fit {{.*}}layer 'c': it computes something else: window {kernel 3x5, padBegin 1x2} before, window {kernel 3x5, padBegin 2x1} now

//--- lying.mlir
!x = tensor<?x2x8x8xf32, #nn.dims<N>>
!y = tensor<?x4x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x2x3x5xf32>
  %y = nn.conv2d %x, %w {nn.name = "c", pads = array<i64: 1, 2, 1, 2>} : (!x, tensor<4x2x3x5xf32>) -> !y
  return %y : !y
}
//--- standing.mlir
!x = tensor<?x2x8x8xf32, #nn.dims<N>>
!y = tensor<?x4x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x2x5x3xf32>
  %y = nn.conv2d %x, %w {nn.name = "c", pads = array<i64: 2, 1, 2, 1>} : (!x, tensor<4x2x5x3xf32>) -> !y
  return %y : !y
}
//--- moved.mlir
!x = tensor<?x2x8x8xf32, #nn.dims<N>>
!y = tensor<?x4x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x2x3x5xf32>
  %y = nn.conv2d %x, %w {nn.name = "c", pads = array<i64: 2, 1, 0, 3>} : (!x, tensor<4x2x3x5xf32>) -> !y
  return %y : !y
}
