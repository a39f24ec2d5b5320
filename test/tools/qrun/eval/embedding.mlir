// An output that ends in no scores is an embedding: it has cosines and nearest others, and no flips. What the user states wins.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../Inputs/vectors.py %t/x.npz
// RUN: cd %t && qrun quantize %s --data=x.npz --weight-bits=3 --weight-bits8=b --no-repair -o q.mlir > out 2> err
// RUN: FileCheck %s --check-prefix=TABLE < %t/out
// RUN: FileCheck %s --check-prefix=NOTE < %t/err
// RUN: cd %t && qrun eval q.mlir --against=%s --data=x.npz 2> err | FileCheck %s --check-prefix=EVAL
// RUN: cd %t && qrun eval q.mlir --against=%s --data=x.npz --judge=classes --max-flips=40 2>&1 | FileCheck %s --check-prefix=CLASSES
// RUN: cd %t && qrun eval q.mlir --against=%s --data=x.npz --judge=values 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: cd %t && qrun eval q.mlir --against=%s --data=x.npz --json > json
// RUN: %python %S/../Inputs/read_json.py %t/json "[(o['flips'], o['steps'], 0.9 < o['least_cosine'] <= o['mean_cosine'] < 1, o['neighbours'], 0 < o['moved_neighbours'] < 40) for o in document['results'][1]['outputs']]" | FileCheck %s --check-prefix=JSON
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun eval q.mlir --against=%s --data=x.npz --min-cosine=0.99999 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=x.npz --min-cosine=0.9999 --weight-bits=3 --weight-bits8=b --no-repair -o g.mlir 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=x.npz --judge=values --min-cosine=0.9 -o n.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 1 qrun eval q.mlir --against=%s --data=x.npz --judge=embedding --max-flips=3 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: cd %t && qrun report %s q.mlir --data=x.npz -o r.html > /dev/null 2>&1 && FileCheck %s --check-prefix=PAGE < r.html

// TABLE: 32 samples judge, batch 32 on host; SQNR, cosines and nearest others are against float
// TABLE: model {{.*}} SQNR {{ *}}cosine {{ *}}other nearest {{ *}}integer layers
// TABLE: integer {{.*}} dB {{ *}}0.9{{[0-9]*}}, least 0.9{{[0-9]*}} {{ *}}{{[0-9]+}} of 32 {{ *}}2 of 2
// NOTE: note: {{.*}}: output 'y' is judged as an embedding, as it ends in no scores; --judge=classes counts flips
// EVAL-NOT: flips
// EVAL: SQNR: {{.*}} dB
// EVAL-NEXT: cosine: 0.9{{[0-9]*}}, least 0.9{{[0-9]*}}
// EVAL-NEXT: samples with another nearest one: {{[0-9]+}} of 40
// CLASSES: flips: {{[0-9]+}} of 40
// CLASSES-NOT: cosine
// VALUES-NOT: {{flips|cosine}}
// VALUES: SQNR: {{.*}} dB
// JSON: [(None, None, True, 40, True)]
// GATE: error: q.mlir: the least cosine of a sample in output 'y' is 0.9{{[0-9]*}}, less than --min-cosine=0.99999
// CHOSEN: integer (mixed, {{[a-z-]*}}), 1 float
// CHOSEN: error: {{.*}}: no choice of float layers stays within the bound: the least cosine of a sample in output 'y' is 0.9{{[0-9]*}}, less than --min-cosine=0.9999
// NONE: error: {{.*}}: --min-cosine needs an output that is judged as an embedding, and there is none; --judge=embedding judges one so
// BOTH: --judge=embedding: accuracy, labels, --max-drop and --max-flips are of classes; leave one of the two out
// PAGE: other nearest

!x = tensor<?x16xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[0.246, 0.484, 0.590, 0.885, 0.480, 0.845, -0.942, -0.069, 0.887, 0.298, 0.802, -0.774, -0.062, -0.507, 0.088, 0.148],
    [-0.974, -0.567, -0.441, 0.833, 0.531, -0.681, 0.594, -0.722, 0.235, -0.747, -0.996, 0.743, -0.581, -0.569, 0.965, 0.745],
    [-0.421, 0.923, 0.078, 0.356, -0.590, 0.882, 0.381, 0.933, 0.787, -0.402, -0.278, -0.668, -0.709, -0.870, -0.397, 0.206],
    [-0.993, 0.356, -0.324, -0.380, 0.637, -0.039, -0.368, -0.038, 0.409, -0.886, 0.950, -0.954, 0.500, 0.690, -0.964, 0.575],
    [-0.268, 0.157, -0.982, -0.907, -0.638, 0.910, -0.607, 0.511, 0.859, 0.884, -0.311, -0.290, 0.049, 0.551, -0.784, 0.497],
    [0.594, 0.719, -0.927, 0.892, -0.818, -0.319, 0.222, 0.836, -0.320, 0.848, 0.090, -0.375, -0.366, -0.645, -0.844, -0.702],
    [0.378, 0.993, -0.677, -0.903, 0.973, 0.067, -0.188, -0.525, 0.188, 0.653, -0.089, -0.156, -0.889, 0.832, -0.935, -0.013],
    [0.677, -0.739, 0.463, 0.900, 0.261, 0.576, -0.787, -0.131, -0.702, 0.689, -0.410, -0.094, 0.999, 0.705, 0.952, -0.093],
    [-0.024, 0.459, -0.042, -0.418, -0.192, -0.707, -0.246, 0.977, 0.920, 0.254, -0.001, -0.323, -0.822, -0.455, 0.564, 0.735],
    [-0.277, 0.572, 0.550, 0.389, 0.328, 0.519, -0.273, 0.409, -0.438, -0.029, 0.539, 0.382, -0.412, 0.891, 0.299, 0.161],
    [-0.977, 0.094, -0.499, 0.343, -0.074, 0.633, 0.295, 0.595, -0.304, 0.288, 0.476, 0.656, -0.300, 0.686, 0.740, 0.377],
    [0.952, 0.913, 0.036, 0.059, -0.668, 0.673, 0.875, -0.046, 0.383, 0.439, 0.461, -0.656, 0.561, 0.162, 0.331, -0.158],
    [0.247, 0.549, 0.274, 0.441, -0.945, -0.680, -0.118, 0.300, -0.562, 0.372, 0.262, -0.916, -0.057, -0.548, -0.892, -0.733],
    [-0.365, -0.637, -0.613, -0.929, -0.069, -0.239, 0.224, 0.180, -0.524, 0.806, -0.999, -0.189, -0.443, -0.180, -0.770, 0.663],
    [-0.252, -0.928, 0.227, -0.810, 0.090, -0.321, 0.162, 0.917, 0.637, -0.162, 0.626, 0.285, -0.261, -0.716, 0.192, 0.128],
    [0.914, 0.936, 0.217, -0.298, 0.787, -0.998, -0.784, 0.132, 0.230, -0.719, 0.259, 0.783, -0.248, -0.137, -0.547, -0.417]]> : tensor<16x16xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<16x16xf32>) -> !x
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  %b = nn.matmul %r, %w {nn.name = "b"} : (!x, tensor<16x16xf32>) -> !x
  %l = nn.reduce_l2 %b {axes = array<i64: 1>, keep_dims, nn.name = "l"} : (!x) -> tensor<?x1xf32, #nn.dims<N>>
  %y = nn.div %b, %l {nn.name = "y"} : (!x, tensor<?x1xf32, #nn.dims<N>>) -> !x
  return %y : !x
}
