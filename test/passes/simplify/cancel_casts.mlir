// RUN: qopt %s --cancel-conversions --split-input-file | FileCheck %s

// Through a type that holds every value: back again is nothing.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  return %[[X:.*]], %[[Y:.*]], %{{.*}}, %{{.*}} :
func.func @main(%x: tensor<4xf16> {nn.name = "x"}, %y: tensor<4xui8> {nn.name = "y"}, %e: tensor<4xf8E4M3FN> {nn.name = "e"}, %b: tensor<4xi1> {nn.name = "b"}) -> (tensor<4xf16>, tensor<4xui8>, tensor<4xf8E4M3FN>, tensor<4xi1>) {
  %0 = nn.cast %x {nn.name = "x0"} : (tensor<4xf16>) -> tensor<4xf32>
  %1 = nn.cast %0 {nn.name = "x1"} : (tensor<4xf32>) -> tensor<4xf16>
  %2 = nn.cast %y {nn.name = "y0"} : (tensor<4xui8>) -> tensor<4xi16>
  %3 = nn.cast %2 {nn.name = "y1"} : (tensor<4xi16>) -> tensor<4xui8>
  %4 = nn.cast %e {nn.name = "e0"} : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  %5 = nn.cast %4 {nn.name = "e1"} : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %6 = nn.cast %b {nn.name = "b0"} : (tensor<4xi1>) -> tensor<4xi32>
  %7 = nn.cast %6 {nn.name = "b1"} : (tensor<4xi32>) -> tensor<4xi1>
  return %1, %3, %5, %7 : tensor<4xf16>, tensor<4xui8>, tensor<4xf8E4M3FN>, tensor<4xi1>
}

// -----

// Values, signs or infinities would be lost on the way.
// CHECK-LABEL: func.func @lossy
// CHECK-COUNT-8: nn.cast
func.func @lossy(%x: tensor<4xf32> {nn.name = "x"}, %y: tensor<4xi8> {nn.name = "y"}, %e: tensor<4xf8E5M2> {nn.name = "e"}, %h: tensor<4xf16> {nn.name = "h"}) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xf8E5M2>, tensor<4xf16>) {
  %0 = nn.cast %x {nn.name = "x0"} : (tensor<4xf32>) -> tensor<4xf16>
  %1 = nn.cast %0 {nn.name = "x1"} : (tensor<4xf16>) -> tensor<4xf32>
  %2 = nn.cast %y {nn.name = "y0"} : (tensor<4xi8>) -> tensor<4xui8>
  %3 = nn.cast %2 {nn.name = "y1"} : (tensor<4xui8>) -> tensor<4xi8>
  %4 = nn.cast %e {nn.name = "e0"} : (tensor<4xf8E5M2>) -> tensor<4xf32>
  %5 = nn.cast %4 {nn.name = "e1"} : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %6 = nn.cast %h {nn.name = "h0", saturate = true} : (tensor<4xf16>) -> tensor<4xf32>
  %7 = nn.cast %6 {nn.name = "h1"} : (tensor<4xf32>) -> tensor<4xf16>
  return %1, %3, %5, %7 : tensor<4xf32>, tensor<4xi8>, tensor<4xf8E5M2>, tensor<4xf16>
}

// -----

// A cast to its own type that saturates makes numbers of infinities: it is no identity.
// CHECK-LABEL: func.func @own_types
// CHECK-NEXT:  %[[E:.*]] = nn.cast %arg0
// CHECK-NEXT:  %[[H:.*]] = nn.cast %arg1 {{.*}}saturate = true
// CHECK-NEXT:  return %[[E]], %[[H]], %arg2, %arg1 :
func.func @own_types(%e: tensor<1xf8E5M2> {nn.name = "e"}, %h: tensor<1xf16> {nn.name = "h"}, %n: tensor<1xf8E4M3FN> {nn.name = "n"}) -> (tensor<1xf8E5M2>, tensor<1xf16>, tensor<1xf8E4M3FN>, tensor<1xf16>) {
  %0 = nn.cast %e {nn.name = "e0"} : (tensor<1xf8E5M2>) -> tensor<1xf8E5M2>
  %1 = nn.cast %h {nn.name = "h0", saturate = true} : (tensor<1xf16>) -> tensor<1xf16>
  %2 = nn.cast %n {nn.name = "n0"} : (tensor<1xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %3 = nn.cast %h {nn.name = "h1"} : (tensor<1xf16>) -> tensor<1xf16>
  return %0, %1, %2, %3 : tensor<1xf8E5M2>, tensor<1xf16>, tensor<1xf8E4M3FN>, tensor<1xf16>
}
