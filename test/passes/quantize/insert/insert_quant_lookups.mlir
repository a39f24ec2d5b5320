// A table that is constant is no weights, whether the batch is known or not, and a copy that folds stays float:
// so does a product with it.
// RUN: qopt %s --insert-quant="range=e=-1:1,y=-1:1,x=-1:1,z=-1:1,p=-1:1,q=-1:1 explain=true" --fold-dequant 2>&1 | FileCheck %s

// CHECK-DAG: remark: 'e' stays float: it looks up rows of a constant table
// CHECK-DAG: remark: 'known' stays float: all of its operands are constants: --fold-constants computes it
// CHECK-DAG: remark: 'z' stays float: its weights are repeated for each sample
// CHECK-DAG: remark: 'q' stays float: it does not lie between integer layers with weights
// CHECK: %[[E:.*]] = nn.gather {{.*}}"e"{{.*}} -> tensor<?x2x2xf32
// CHECK: nn.quantize %[[E]] {{.*}} -> tensor<?x2x2x!quant.uniform<i8:f32, 0.0078740157186985015>

func.func @main(%ids: tensor<?x2xi32, #nn.dims<N>> {nn.name = "ids"}, %x: tensor<2x2x2xf32> {nn.name = "x"})
    -> (tensor<?x2x2xf32, #nn.dims<N>>, tensor<2x2x2xf32>, tensor<?x2x2xf32, #nn.dims<N>>) {
  %t = nn.constant {nn.name = "t"} dense<[[1.0, 2.0], [-100.0, 0.5], [0.25, 0.125]]> : tensor<3x2xf32>
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[[1.0, 2.0], [-1.0, 0.5]]]> : tensor<1x2x2xf32>
  %e = nn.gather %t, %ids {axis = 0 : i64, nn.name = "e"} : (tensor<3x2xf32>, tensor<?x2xi32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %y = nn.matmul %e, %w {nn.name = "y"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %known = nn.expand %v {nn.name = "known"} : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
  %z = nn.matmul %x, %known {nn.name = "z"} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %p = nn.expand %v {nn.name = "p"} : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %q = nn.matmul %p, %p {nn.name = "q"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  return %y, %z, %q : tensor<?x2x2xf32, #nn.dims<N>>, tensor<2x2x2xf32>, tensor<?x2x2xf32, #nn.dims<N>>
}
