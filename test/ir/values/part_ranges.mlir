// A composite keeps the measured ranges of its parts until it is expanded; a table with keys of parts sets them.
// RUN: qopt %s | FileCheck %s --check-prefix=KEPT
// RUN: qopt %s --expand-composites=g | FileCheck %s
// RUN: sed -e 's/"g", nn.part/"r", nn.part/' -e 's/nn.gelu/nn.relu/' %s > %t.whole.mlir && not qopt %t.whole.mlir 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: sed -e 's/inner = #nn.range<-2.0, 2.0>/inner = 2.0/' %s > %t.number.mlir && not qopt %t.number.mlir 2>&1 | FileCheck %s --check-prefix=NUMBER

// KEPT: nn.gelu %arg0 {nn.name = "g", nn.part_ranges = {inner = #nn.range<-2.000000e+00, 2.000000e+00>}}
// CHECK: nn.mul {{.*}} {nn.name = "g/inner", nn.range = #nn.range<-2.000000e+00, 2.000000e+00>}
// CHECK: nn.erf {{.*}} {nn.name = "g/erf"}
// WHOLE: nn.part_ranges belongs to an operation that has parts
// NUMBER: nn.part_ranges must be a dictionary of #nn.range<min, max>
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %g = nn.gelu %x {nn.name = "g", nn.part_ranges = {inner = #nn.range<-2.0, 2.0>}} : (tensor<2xf32>) -> tensor<2xf32>
  return %g : tensor<2xf32>
}
