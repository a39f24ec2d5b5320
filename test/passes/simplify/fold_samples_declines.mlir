// RUN: qopt %s --fold-constants | FileCheck %s
// What is not the same for each sample stays: places that count samples, a neighbour's row, rows that are taken of two samples at
// once, sums along the batch, and rows by the places of samples of another symbol.
// CHECK: nn.iota {{.*}}"counted"
// CHECK: nn.add {{.*}}"shown"
// CHECK: nn.gather {{.*}}"neighbours"
// CHECK: nn.reshape {{.*}}"halves"
// CHECK: nn.cum_sum {{.*}}"summed"
// CHECK: nn.gather {{.*}}"others"

!n = tensor<?xi64, #nn.dims<N>>
!t = tensor<?x2xf32, #nn.dims<N>>
!o = tensor<?x2xf32, #nn.dims<M>>
func.func @main(%x: !t {nn.name = "x"}, %y: !o {nn.name = "y"}) -> (!n, !t, tensor<2x?xf32, #nn.dims<N>>, !t, !o) {
  %one = nn.constant {nn.name = "one"} dense<1> : tensor<1xi64>
  %row = nn.constant {nn.name = "row"} dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %counted = nn.iota {nn.name = "counted", axis = 0 : i64, start = 0 : i64, step = 1 : i64} : () -> !n
  %shown = nn.add %counted, %one {nn.name = "shown"} : (!n, tensor<1xi64>) -> !n
  %back = nn.sub %counted, %one {nn.name = "back"} : (!n, tensor<1xi64>) -> !n
  %neighbours = nn.gather %x, %back {nn.name = "neighbours", axis = 0 : i64} : (!t, !n) -> !t
  %rows = nn.expand %row {nn.name = "rows"} : (tensor<1x2xf32>) -> !t
  %halves = nn.reshape %rows {nn.name = "halves"} : (!t) -> tensor<2x?xf32, #nn.dims<N>>
  %summed = nn.cum_sum %rows {nn.name = "summed", axis = 0 : i64} : (!t) -> !t
  %places = nn.iota {nn.name = "places", axis = 0 : i64, start = 0 : i64, step = 1 : i64} : () -> tensor<?xi64, #nn.dims<M>>
  %others = nn.gather %x, %places {nn.name = "others", axis = 0 : i64} : (!t, tensor<?xi64, #nn.dims<M>>) -> !o
  %both = nn.add %others, %y {nn.name = "both"} : (!o, !o) -> !o
  return %shown, %neighbours, %halves, %summed, %both : !n, !t, tensor<2x?xf32, #nn.dims<N>>, !t, !o
}
