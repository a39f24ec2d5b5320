// --mean and --std become nn.preprocess of the image argument.
// RUN: qopt %s --mean=1,2,3 --std=4 | FileCheck %s
// RUN: qopt %models/lenet.onnx --mean=0 --std=255 --mlir-elide-resource-strings-if-larger=8 | FileCheck %s --check-prefix=LENET
// RUN: %python %S/../Inputs/expect_code.py 1 qopt %s --mean=1,2 --std=4 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: %python %S/../Inputs/expect_code.py 2 qopt %s --mean=a --std=4 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: %python %S/../Inputs/expect_code.py 2 qopt %s --mean=0 --std=0 2>&1 | FileCheck %s --check-prefix=ZERO

// CHECK: nn.preprocess = #nn.preprocess<mean = [1{{.*}}, 2{{.*}}, 3{{.*}}], std = [4{{.*}}, 4{{.*}}, 4{{.*}}]>
// LENET: nn.preprocess = #nn.preprocess<mean = [0{{.*}}], std = [2{{.*}}]>
// COUNT: error: --mean and --std give 2 and 2 values
// NUMBER: error: --mean and --std take numbers
// ZERO: error: --std takes numbers above zero

func.func @main(%x: tensor<1x3x2x2xf32> {nn.name = "x"}) -> tensor<1x3x2x2xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %y : tensor<1x3x2x2xf32>
}
