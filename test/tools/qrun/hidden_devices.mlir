// PoCL without a cache lists no device: whoever opens one is told why, and so is the list's reader.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: env -u POCL_CACHE_DIR -u XDG_CACHE_HOME HOME=/dev/null sh %S/../Inputs/expect_code.sh 1 qrun run %s --device=opencl --input=%t.x.npy 2>&1 | FileCheck %s
// RUN: env -u POCL_CACHE_DIR -u XDG_CACHE_HOME HOME=/dev/null qrun devices 2>&1 > %t.out | FileCheck %s --check-prefix=NOTE
// RUN: FileCheck %s --check-prefix=LIST < %t.out
// RUN: qrun devices --json > %t.json
// RUN: %python %S/Inputs/read_json.py %t.json "[(r['device'], r['is_gpu']) for r in document['results']]" | FileCheck %s --check-prefix=JSON
// RUN: qrun devices --best --json > %t.json
// RUN: %python %S/Inputs/read_json.py %t.json "len(document['results'])" | FileCheck %s --check-prefix=BEST

// CHECK: error: {{.*}}: there is no OpenCL device 0: 0 found; platform 'Portable Computing Language' lists none, because it cannot write its cache, /dev/null/.cache/pocl/kcache: set POCL_CACHE_DIR, XDG_CACHE_HOME or HOME to a folder that can be written
// NOTE: note: there is no OpenCL device 0: {{.*}} it cannot write its cache, /dev/null/.cache/pocl/kcache
// LIST: host
// LIST-NOT: opencl
// JSON: [('host', False), {{.*}}('reference', False)]
// BEST: {{^}}1{{$}}
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
