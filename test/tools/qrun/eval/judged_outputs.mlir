// Every output is judged, the worst first: a gate that the first output passes fails on the second. --output-name chooses.
// RUN: %python %S/../../Inputs/make_array.py %t.npz images=f4:4,2:1,0,0,1,-2,-1,3,4 labels=i8:4:0,1,1,0
// RUN: sed 's/nn.neg/nn.relu/' %s > %t.other.mlir
// RUN: qrun eval %t.other.mlir --against=%s --data=%t.npz | FileCheck %s --check-prefix=TOLD
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.other.mlir --against=%s --data=%t.npz --min-sqnr=30 2>&1 | FileCheck %s --check-prefix=NOISE
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.other.mlir --against=%s --data=%t.npz --max-flips=0 2>&1 | FileCheck %s --check-prefix=FLIPS
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun eval %t.other.mlir --against=%s --data=%t.npz --max-drop=0 2>&1 | FileCheck %s --check-prefix=DROP
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun eval %t.other.mlir --against=%s --data=%t.npz --min-sqnr=30 --max-flips=0 --output-name=y | FileCheck %s --check-prefix=ONE
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.other.mlir --against=%s --data=%t.npz --min-sqnr=30 --output-name=z --output-name=y 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun eval %t.other.mlir --data=%t.npz --output-name=zz 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun eval %t.other.mlir --data=%t.npz --output-name=y,z 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun eval %t.other.mlir --data=%t.npz --output-name=y --output-name=y 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: qrun eval %t.other.mlir --against=%s --data=%t.npz --table | FileCheck %s --check-prefix=TABLE
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.other.mlir --against=%s --data=%t.npz --min-sqnr=30 --json 2> %t.err > %t.json
// RUN: %python %S/../Inputs/read_json.py %t.json "[(r['top_1']['output'], [(o['name'], o['flips'], o['exact']) for o in r['outputs']], len(r['broken'])) for r in document['results']]" | FileCheck %s --check-prefix=JSON
// RUN: sed 's/(tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {$/tensor<?x2xf32, #nn.dims<N>> {/; s/return %y, %z : tensor<?x2xf32, #nn.dims<N>>, /return %y : /' %s > %t.first.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.first.mlir --against=%s --data=%t.npz 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: sed 's/"y"/"q"/; s/%y/%q/g' %t.other.mlir > %t.renamed.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.renamed.mlir --against=%s --data=%t.npz --max-flips=0 2>&1 | FileCheck %s --check-prefix=RENAMED

// TOLD: other.mlir on host: accuracy 50.00 % (2 of 4), of output 'y'
// TOLD: drop: 0.000 points
// TOLD: 2 outputs are judged, the worst first
// TOLD-NEXT: output {{ *}}flips {{ *}}SQNR
// TOLD: z {{ *}}3 of 4 {{ *}}-{{.*}} dB
// TOLD-NEXT: y {{ *}}0 of 4 {{ *}}exact
// TOLD-NOT: {{^SQNR: }}
// NOISE: error: {{.*}}other.mlir: output 'z' has -{{.*}} dB, less than --min-sqnr=30{{$}}
// FLIPS: error: {{.*}}other.mlir: 3 predictions of output 'z' flip, more than --max-flips=0{{$}}
// DROP: note: no gate is about output 'z': --min-sqnr bounds what it loses
// ONE: flips: 0 of 4
// ONE: SQNR: exact
// NAMED: accuracy {{.*}}, of output 'z'
// NAMED: error: {{.*}}: output 'z' has
// UNKNOWN: qrun: error: --output-name: {{.*}}other.mlir: has no output 'zz'; it has: y, z; did you mean 'z'?; see qrun eval --help
// LIST: has no output 'y,z'; it has: y, z; several are named one by one: --output-name=y --output-name=z
// TWICE: qrun: error: --output-name names 'y' twice
// TABLE: 4 samples, batch 32; agreement and SQNR are of the worst of 2 outputs, with the first row
// TABLE: model {{ *}}device {{ *}}accuracy {{ *}}top-5 {{ *}}agreement {{ *}}SQNR {{ *}}worst output
// TABLE: other.mlir {{ *}}host {{ *}}50.00 % {{ *}}- {{ *}}25.00 % {{ *}}-{{.*}} dB {{ *}}z
// JSON: [('y', [('y', 0, True), ('z', 0, True)], 0), ('y', [('z', 3, False), ('y', 0, True)], 1)]
// FEWER: first.mlir: has no output 'z' to be judged beside that of {{.*}}judged_outputs.mlir; it has: y; --output-name says which are judged
// RENAMED: note: {{.*}}renamed.mlir: has no output 'y'; in their order 'q' is judged in their place
// RENAMED: 3 predictions of output 'z' flip

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %z = nn.neg %x {nn.name = "z"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
}
