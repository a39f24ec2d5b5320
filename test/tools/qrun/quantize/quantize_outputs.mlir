// A network of two outputs to integers: both are judged. In eight bits z's second column is its first one, 1 and 0.003
// being 127 and 0 steps, and y is as good as before: the bound that y alone would hold leaves b float.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:10,2:3.984375,3.984375,1,1,2,1,1,2,3,3,3.984375,3.984375,2,2,1,3,3,1,0.5,1
// RUN: %python %S/../../Inputs/make_array.py %t/off.npz x=f4:2,2:0.301,0.702,1.003,2.104
// RUN: cd %t && qrun quantize %s --data=d.npz --no-repair --calibrator=min-max --scheme=mixed --max-flips=0 -o q.mlir > out
// RUN: FileCheck %s --check-prefix=CHOSEN < %t/out
// RUN: cd %t && qrun quantize %s --data=d.npz --no-repair --calibrator=min-max --scheme=mixed --max-flips=0 --output-name=y -o y.mlir | FileCheck %s --check-prefix=ONE
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=d.npz --output-name=Y -o no.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=d.npz --test=off.npz --no-repair --min-sqnr=200 -o no.mlir 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: cd %t && qrun quantize %s --data=d.npz --no-repair --calibrator=min-max --scheme=mixed --max-flips=0 --mean=113.9 --std=0.1 --preprocessed -o p.mlir --json > json 2> err
// RUN: %python %S/../Inputs/read_json.py %t/json "document['written'], [(r['setting'], r.get('float_layers'), len(r.get('broken', [])), r['integer_layers'], [o['name'] for o in r.get('outputs', [])]) for r in document['results']]" | FileCheck %s --check-prefix=JSON
// RUN: cd %t && ln -s /dev/full full.mlirbc && sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=d.npz --no-repair -o full.mlirbc --json > json 2> full
// RUN: %python %S/../Inputs/read_json.py %t/json "document['written'], len(document['results'])" | FileCheck %s --check-prefix=FULL
// RUN: FileCheck %s --check-prefix=DISK < %t/full
// RUN: FileCheck %s --check-prefix=MEAN < %t/err
// RUN: cd %t && qrun accuracy %s --data=d.npz --grid=schemes | FileCheck %s --check-prefix=ACCURACY
// RUN: cd %t && qrun accuracy %s --data=d.npz --grid=schemes --json > json 2> err
// RUN: %python %S/../Inputs/read_json.py %t/json "document['samples'], document['results'][0]['setting'], sorted(o['name'] for o in document['results'][1]['outputs'])" | FileCheck %s --check-prefix=ROWS
// RUN: not ls %t/no.mlir

// CHOSEN: 8 samples judge, batch 32 on host; flips, drop and SQNR are against float, of the worst of 2 outputs
// CHOSEN-NEXT: model {{ *}}top-1 {{ *}}top-5 {{ *}}flips {{ *}}drop (points, 95 %) {{ *}}SQNR {{ *}}worst output {{ *}}integer layers
// CHOSEN: integer {{ *}}- {{ *}}- {{ *}}{{[1-9]}} {{ *}}- {{.*}} dB {{ *}}z {{ *}}2 of 2
// CHOSEN: integer, 1 float {{ *}}- {{ *}}- {{ *}}0 {{ *}}- {{.*}} 1 of 2
// CHOSEN: float (50.0 % of all multiply-adds): z
// CHOSEN: outputs of the last network, the worst first
// CHOSEN-NEXT: output {{ *}}flips {{ *}}SQNR
// CHOSEN: {{^}}y {{ *}}0 of 8
// CHOSEN: {{^}}z {{ *}}0 of 8
// ONE: $ qrun eval y.mlir --against=y.float.mlirbc --data=d.npz --but-every=5 --output-name=y
// ONE: SQNR {{ *}}integer layers
// ONE: integer {{ *}}- {{ *}}- {{ *}}0 {{ *}}- {{ *}}exact {{ *}}2 of 2
// ONE-NOT: outputs of
// NAME: qrun: error: --output-name: {{.*}}: has no output 'Y'; it has: y, z
// GATE: no choice of float layers stays within the bound: output '{{[yz]}}' has {{.*}} dB, less than --min-sqnr=200
// JSON: (True, [('float', None, 0, 0, []), ('integer', [], 1, 2, ['z', 'y']), ('integer', ['z'], 0, 1, ['y', 'z'])])
// FULL: (False, 2)
// DISK: error: full.mlirbc: cannot write: No space left on device
// MEAN: --mean=113.9 --std=0.1 --fold-constants
// ACCURACY: setting {{.*}} worst output
// ACCURACY: int8 mixed {{.*}} z {{ *}}2 of 2
// ROWS: (8, 'float', ['y', 'z'])

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 1.0], [0.0, 0.003]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %z = nn.matmul %x, %v {nn.name = "z"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
}
