// The reader of JSON recurses: a file that nests without end is refused before it is read.
// RUN: %python -c "import sys; open(sys.argv[1], 'w').write('[' * 100000)" %t.json
// RUN: not qopt %s --insert-quant=calibration=%t.json 2>&1 | FileCheck %s
// RUN: %python -c "import sys; open(sys.argv[1], 'w').write('{\"version\": 1, \"ranges\": {\"' + '[' * 100 + '\": [0, 1]}}')" %t.json
// RUN: not qopt %s --insert-quant=calibration=%t.json 2>&1 | FileCheck %s --check-prefix=KEY

// CHECK: no calibration: it nests more than 64 levels
// Brackets in a key are no levels.
// KEY-NOT: levels
// KEY: the module has no value '{{\[+}}'
func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}) -> tensor<1x2xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
