# Example hosts, built as embedding.md says, run. Variables: test/out_of_tree.cmake's, and MODELS.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)

run(0 text ${BUILT}/devices)
expect("${text}" "device host: ")

# Programs from a file, in C++ and in C.
run(0 text ${PREFIX}/bin/qrun compile ${MODELS}/lenet.onnx -o ${WORK}/lenet.qart)
run(0 text ${BUILT}/devices ${WORK}/lenet.qart)
expect("${text}" " f32 1x10")
run(0 text ${BUILT}/run_artifact ${WORK}/lenet.qart host)
expect("${text}" "host: .*x1x28x28.* f32 1x10: ")
run(1 text ${BUILT}/run_artifact ${WORK}/none.qart host)
expect("${text}" "none.qart: cannot be opened")

run(0 text ${BUILT}/module_host host)
expect("${text}" "relu: 1 0 3 0")

set(host ${BUILT}/jit_host)
set(calibration ${MODELS}/goldens/lenet.calibration.json)
run(0 text ${host} ${MODELS}/lenet.onnx ${calibration} host)
# 20·25 + 20, 50·500 + 50, 500·800 + 500, 10·500 + 10 floats
expect("${text}" "rank 4, batch any, mean 0; 1724320 bytes, [0-9]+ multiply-adds, hash of 64")
expect("${text}" "class 1 in float, 1 in INT8") # the bar is a one
expect("${text}" "relu: 0 2 0 4 5 0 7 0")

# Ranges of observations, without a file; the weights are a quarter.
run(0 text ${BUILT}/calibrating_host ${MODELS}/lenet.onnx host ${WORK}/kernels.sqlite)
expect("${text}" "class 1, weights of 43[0-9][0-9][0-9][0-9] bytes")

# A whole quantization without a process, and the command's bytes of the same samples.
run(0 text ${BUILT}/quantizing_host ${MODELS}/lenet.onnx ${WORK}/bars.npy ${WORK}/called.mlirbc)
expect("${text}" "4 of 4 layers are integer, 43[0-9]+ bytes of weights instead of 1724320; [0-9]+ of 80 answers differ, ")
expect("${text}" "choose among settings\n")
run(0 text ${PREFIX}/bin/qrun quantize ${MODELS}/lenet.onnx --data=${WORK}/bars.npy -o ${WORK}/told.mlirbc)
run(0 text ${CMAKE_COMMAND} -E compare_files ${WORK}/called.mlirbc ${WORK}/told.mlirbc)

# Other commands' results by calls: the same bytes, the same figures.
run(0 text ${BUILT}/flows_host ${MODELS}/lenet.onnx ${WORK}/called.repaired.mlirbc)
expect("${text}" "100 samples, 0 errors\n4 layers repaired, next: qrun calibrate model.repaired.mlirbc ")
run(0 told ${PREFIX}/bin/qrun repair ${MODELS}/lenet.onnx --data=${WORK}/bars.npy --round --correct-bias
  -o ${WORK}/told.repaired.mlirbc)
run(0 told ${CMAKE_COMMAND} -E compare_files ${WORK}/called.repaired.mlirbc ${WORK}/told.repaired.mlirbc)
run(0 told ${PREFIX}/bin/qrun accuracy ${MODELS}/lenet.onnx --data=${WORK}/bars.npy --json=${WORK}/accuracy.json)
file(READ ${WORK}/accuracy.json document)
string(JSON rows LENGTH "${document}" results)
expect("${rows}" "^10$") # float, and all calibrators but integer attention's
foreach(row RANGE 1 9)
  foreach(name setting weight_bytes)
    string(JSON ${name} GET "${document}" results ${row} ${name})
  endforeach()
  string(JSON flips GET "${document}" results ${row} outputs 0 flips)
  string(JSON sqnr GET "${document}" results ${row} outputs 0 sqnr_db)
  string(REGEX MATCH "^[0-9]+" whole "${sqnr}") # decibels, their digits cut
  if(NOT text MATCHES "row ${setting}: ${flips} flips, ([0-9]+)[.][0-9] dB, ${weight_bytes} bytes\n")
    message(FATAL_ERROR "accuracy by a call has no row '${setting}' of ${flips} flips, ${weight_bytes} bytes: ${text}")
  endif()
  math(EXPR off "${CMAKE_MATCH_1} - ${whole}") # rounded to a digit it may be the next
  expect("${off}" "^[01]$")
endforeach()

# The command measures nothing that a call has measured. (A product of two kernels.)
run(0 devices ${PREFIX}/bin/qrun devices)
if(devices MATCHES "opencl:")
  file(WRITE ${WORK}/small.mlir [=[
!x = tensor<?x16xf32, #nn.dims<N>>
!y = tensor<?x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<16x8xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (!x, tensor<16x8xf32>) -> !y
  return %y : !y
}
]=])
  file(REMOVE ${WORK}/called.sqlite)
  run(0 text ${BUILT}/flows_host ${MODELS}/lenet.onnx ${WORK}/called.repaired.mlirbc ${WORK}/small.mlir ${WORK}/called.sqlite)
  expect("${text}" "^([1-9][0-9]*) measured, 0 remain\n")
  string(REGEX MATCH "^[0-9]+" measured "${text}")
  run(0 text ${PREFIX}/bin/qrun tune ${WORK}/small.mlir --device=opencl --batch=2 --database=${WORK}/called.sqlite)
  expect("${text}" "configurations: 0 measured, ${measured} were known, 0 remain")
endif()

# Errors arrive as messages that name what is wrong.
run(1 text ${host} ${WORK}/none.onnx ${calibration} host)
expect("${text}" "none.onnx")
run(1 text ${host} ${MODELS}/lenet.onnx ${WORK}/none.json host)
expect("${text}" "none.json")
run(1 text ${host} ${MODELS}/lenet.onnx ${calibration} toaster)
expect("${text}" "toaster")
