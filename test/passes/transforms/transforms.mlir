// The Graph Transform Tool's names run on a module of any origin, in their order.
// RUN: qopt %s --transforms='strip_unused_nodes, remove_nodes(op=Identity) fold_constants(ignore_errors=true) fold_batch_norms rename_node(old_node_name=y, new_node_name="top") sort_by_execution_order' 2>&1 | FileCheck %s
// RUN: qopt %s --transforms='rename_node(ignore_errors=true old_node_name=none new_node_name=z) round_weights(num_steps=4)' 2>&1 | FileCheck %s --check-prefix=IGNORE
// RUN: not qopt %s --transforms='rename_node(old_node_name=none, new_node_name=z)' 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: qopt %s --transforms='fold_constants(exclude_op=Add)' | FileCheck %s --check-prefix=EXCEPT
// RUN: not qopt %s --transforms='strip_unused_nodes(type=int32)' 2>&1 | FileCheck %s --check-prefix=TYPE

// CHECK: remark: remove_nodes finds nothing to do
// CHECK: remark: sort_by_execution_order finds nothing to do: the import did it
// CHECK: func.func @main({{.*}}) -> (tensor<?x2xf32{{.*}}> {nn.name = "top"})
// CHECK-NOT: nn.add
// CHECK: nn.matmul {{.*}}nn.name = "top"
// IGNORE: warning: rename-layer: no layer and no input 'none'
// IGNORE: remark: round-weights
// FAIL: error: rename-layer: no layer and no input 'none'
// EXCEPT: nn.add {{.*}}nn.name = "sum"
// TYPE: error: strip_unused_nodes: the input 'x' is f32, not int32
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %a = nn.constant {nn.name = "a"} dense<1.0> : tensor<2x2xf32>
  %sum = nn.add %a, %a {nn.name = "sum"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = nn.constant {nn.name = "c"} dense<3.0> : tensor<2xf32>
  %m = nn.matmul %x, %sum {nn.name = "m"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %y = nn.mul %m, %c {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
