// RUN: qopt %s --round-weights="levels=5 minimum-size=8 explain=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// RUN: qopt %s --round-weights 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not qopt %s --round-weights="levels=2" 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not qopt %s --round-weights="levels=65537" 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not qopt %s --round-weights="minimum-size=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// SAID-DAG: remark: 'w' is rounded to 5 levels: {{[0-9]+}} bytes deflated before, {{[0-9]+}} bytes after
// SAID-DAG: remark: 'same' stays: its values are all the same
// SAID-DAG: warning: 'mask' is not rounded: its values are not all finite
// SAID-DAG: remark: round-weights: 2 constants, 64 bytes: {{[0-9]+}} bytes deflated before, {{[0-9]+}} bytes after
// NONE: remark: round-weights: 0 constants, 0 bytes: 0 bytes deflated before, 0 bytes after
// FEW: round-weights: levels=2 is not from 3 to 65536
// MANY: round-weights: levels=65537 is not from 3 to 65536
// NEGATIVE: round-weights: minimum-size is negative

// -1, 0, -1, 0, 0, 2, 2, 3; smaller ones, integers and halves stay.
// CHECK-DAG: nn.constant {nn.name = "w"} dense_resource<[[W:.*]]> : tensor<8xf32>
// CHECK-DAG: nn.constant {nn.name = "same"} dense<1.000000e-01> : tensor<8xf32>
// CHECK-DAG: nn.constant {nn.name = "small"} dense<[0.{{.*}}, 3.{{.*}}, 1.{{.*}}]> : tensor<3xf32>
// CHECK-DAG: nn.constant {nn.name = "half"} dense<{{.*}}9.997550e-02{{.*}}> : tensor<8xf16>
// CHECK:     [[W]]: "0x40000000000080BF00000000000080BF0000000000000000000000400000004000004040"
func.func @main() -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3xf32>, tensor<8xf16>, tensor<8xi32>) {
  %w = nn.constant {nn.name = "w"} dense<[-1.0, -0.5, -0.6, 0.0, 0.5, 1.5, 2.4, 3.0]> : tensor<8xf32>
  %same = nn.constant {nn.name = "same"} dense<0.1> : tensor<8xf32>
  %mask = nn.constant {nn.name = "mask"} dense<[0.0, 1.0, 2.0, 0xFF800000, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  %small = nn.constant {nn.name = "small"} dense<[0.0, 3.0, 1.1]> : tensor<3xf32>
  %half = nn.constant {nn.name = "half"} dense<[0.0, 1.0, 0.1, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<8xf16>
  %ints = nn.constant {nn.name = "ints"} dense<[0, 1, 2, 3, 4, 5, 6, 70]> : tensor<8xi32>
  return %w, %same, %mask, %small, %half, %ints : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3xf32>, tensor<8xf16>, tensor<8xi32>
}
