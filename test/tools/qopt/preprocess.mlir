// --mean and --std become nn.preprocess of the image argument.
// RUN: qopt %s --mean=1,2,3 --std=4 | FileCheck %s
// RUN: qopt %models/lenet.onnx --mean=0 --std=255 --mlir-elide-resource-strings-if-larger=8 | FileCheck %s --check-prefix=LENET
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --mean=1,2 --std=4 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --mean=a --std=4 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --mean=0 --std=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: qopt %s --mean=1,2,3 --std=4 --resize=2x3 --crop=2 --interpolation=bicubic --channels=bgr -o %t.mlir
// RUN: qopt %t.mlir --resize=5 --interpolation=bilinear 2>%t.said | FileCheck %s --check-prefix=MERGED
// RUN: FileCheck %s --check-prefix=REPLACED < %t.said
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --channels=brg 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --crop=3 2>&1 | FileCheck %s --check-prefix=CROP
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --interpolation=bicubic 2>&1 | FileCheck %s --check-prefix=ALONE

// MERGED: nn.preprocess = #nn.preprocess<mean = [1{{.*}}, 2{{.*}}, 3{{.*}}], std = [4{{.*}}, 4{{.*}}, 4{{.*}}], resize = "5", crop = "2x2", channels = "bgr">
// REPLACED: warning: --resize, --interpolation take the place of what input 'x' had
// ORDER: error: --channels=brg: expected rgb or bgr
// CROP: error: {{.*}}nn.preprocess makes pictures of 3x3 for 'tensor<1x3x2x2xf32>'
// ALONE: error: {{.*}}an interpolation needs a resize
// CHECK: nn.preprocess = #nn.preprocess<mean = [1{{.*}}, 2{{.*}}, 3{{.*}}], std = [4{{.*}}, 4{{.*}}, 4{{.*}}]>
// LENET: nn.preprocess = #nn.preprocess<mean = [0{{.*}}], std = [2{{.*}}]>
// COUNT: error: --mean gives 2 and --std 1 values; input 'x' has 3 channels
// NUMBER: error: --mean and --std take numbers
// ZERO: error: --std takes numbers above zero

func.func @main(%x: tensor<1x3x2x2xf32> {nn.name = "x"}) -> tensor<1x3x2x2xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %y : tensor<1x3x2x2xf32>
}
