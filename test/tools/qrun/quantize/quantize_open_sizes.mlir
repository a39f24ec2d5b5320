// Sizes that a network leaves open are those of the samples, and the printed commands say so: they give the same files.
// RUN: rm -rf %t && mkdir -p %t/a %t/b
// RUN: %python %S/../../Inputs/make_array.py %t/d.npy f4:5,1,2,2:1,2,3,4,-1,0,5,2,1,1,-3,2,4,4,2,1,0,0,1,5
// RUN: cd %t/a && qrun quantize %s --data=../d.npy --keep -o q.mlir > out 2> told
// RUN: FileCheck %s < %t/a/out
// RUN: FileCheck %s --check-prefix=NOTE < %t/a/told
// RUN: grep '^. q' %t/a/out | sed 's/^..//' > %t/b/steps.sh && cd %t/b && sh -e steps.sh > /dev/null
// RUN: diff %t/a/q.mlir %t/b/q.mlir && diff %t/a/q.json %t/b/q.json
// CHECK: $ qopt {{.*}}quantize_open_sizes.mlir '--shape=x:?x1x2x2' --fold-constants
// NOTE: note: {{.*}}quantize_open_sizes.mlir: its open sizes are fixed to those of the samples, x:?x1x2x2: the integer network takes no other sizes

func.func @main(%x: tensor<?x1x?x?xf32, #nn.dims<N, H, W>> {nn.name = "x"}) -> tensor<?x1x?x?xf32, #nn.dims<N, H, W>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[0.5]]]]> : tensor<1x1x1x1xf32>
  %y = nn.conv2d %x, %w {nn.name = "y"} : (tensor<?x1x?x?xf32, #nn.dims<N, H, W>>, tensor<1x1x1x1xf32>) -> tensor<?x1x?x?xf32, #nn.dims<N, H, W>>
  return %y : tensor<?x1x?x?xf32, #nn.dims<N, H, W>>
}
