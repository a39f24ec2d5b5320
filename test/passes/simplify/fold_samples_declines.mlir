// RUN: qopt %s --fold-constants | FileCheck %s
// What is not the same for each sample stays: places that count samples, a neighbour's row, rows that are taken of two samples at
// once, and sums along the batch.
// CHECK: nn.iota {{.*}}"counted"
// CHECK: nn.add {{.*}}"shown"
// CHECK: nn.gather {{.*}}"neighbours"
// CHECK: nn.reshape {{.*}}"halves"
// CHECK: nn.cum_sum {{.*}}"summed"

!n = tensor<?xi64, #nn.dims<N>>
!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x"}) -> (!n, !t, tensor<2x?xf32, #nn.dims<N>>, !t) {
  %one = nn.constant {nn.name = "one"} dense<1> : tensor<1xi64>
  %row = nn.constant {nn.name = "row"} dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %counted = nn.iota {nn.name = "counted", axis = 0 : i64, start = 0 : i64, step = 1 : i64} : () -> !n
  %shown = nn.add %counted, %one {nn.name = "shown"} : (!n, tensor<1xi64>) -> !n
  %back = nn.sub %counted, %one {nn.name = "back"} : (!n, tensor<1xi64>) -> !n
  %neighbours = nn.gather %x, %back {nn.name = "neighbours", axis = 0 : i64} : (!t, !n) -> !t
  %rows = nn.expand %row {nn.name = "rows"} : (tensor<1x2xf32>) -> !t
  %halves = nn.reshape %rows {nn.name = "halves"} : (!t) -> tensor<2x?xf32, #nn.dims<N>>
  %summed = nn.cum_sum %rows {nn.name = "summed", axis = 0 : i64} : (!t) -> !t
  return %shown, %neighbours, %halves, %summed : !n, !t, tensor<2x?xf32, #nn.dims<N>>, !t
}
