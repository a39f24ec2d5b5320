// Layers of 8 bits are those that the file calls so, whatever a rescale in the same command calls them: one command does what
// two do, the second of which has the new name.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:6,4,2,2:-0.5,2,1.5,-1,0.25,2,1,3,2,-1.5,2,-2,1,0,1.5,-0.5,-0.5,4,1,1.5,1.5,1,0.5,3,-1,-0.5,3,-1,1.5,0.5,4,-2,3,-1.5,-1,2,-2,0,-2,0,1,2,4,0.5,4,0.5,0.5,4,2,1,-1,0.25,-1.5,-2,-1,1,-0.5,0,3,0.5,3,0,0.5,1.5,0.5,2,0.25,1.5,2,0.5,2,-0.5,0.25,3,-2,0,2,3,4,-1,4,0.25,1.5,2,2,-1.5,4,3,-0.5,3,2,0,0,-1.5,-1.5,1
// RUN: cd %t && qrun repair %s --data=d.npz --even-channels --round --sequential --bits=4 --bits8=c -o both.mlir > log && FileCheck %s < both.mlir
// RUN: cd %t && qrun repair %s --data=d.npz --even-channels -o even.mlir > log && qrun repair even.mlir --data=d.npz --round --sequential --bits=4 --bits8=c_evened -o second.mlir > log && diff both.mlir second.mlir
// RUN: cd %t && qrun repair %s --data=d.npz --even-channels --round --sequential --bits=4 -o few.mlir > log && not diff both.mlir few.mlir

// CHECK: nn.name = "c_evened"

!x = tensor<?x4x2x2xf32, #nn.dims<N>>
!y = tensor<?x2x2x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %wc = nn.constant {nn.name = "wc"} dense<[[[[1.0]],[[0.31]],[[-0.47]],[[0.73]]], [[[0.125]],[[0.04]],[[-0.033]],[[0.07]]]]> : tensor<2x4x1x1xf32>
  %wd = nn.constant {nn.name = "wd"} dense<[[[[0.5]]], [[[3.0]]]]> : tensor<2x1x1x1xf32>
  %c = nn.conv2d %x, %wc {nn.name = "c"} : (!x, tensor<2x4x1x1xf32>) -> !y
  %r = nn.relu %c {nn.name = "r"} : (!y) -> !y
  %d = nn.conv2d %r, %wd {nn.name = "d", groups = 2 : i64} : (!y, tensor<2x1x1x1xf32>) -> !y
  return %d : !y
}
