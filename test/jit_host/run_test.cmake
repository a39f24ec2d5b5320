# An example host, built out of tree and run. Variables: test/out_of_tree.cmake's, and MODELS.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)
build_project()

set(host ${WORK}/build/jit_host)
set(calibration ${MODELS}/goldens/lenet.calibration.json)
run(0 text ${host} ${MODELS}/lenet.onnx ${calibration} host)
expect("${text}" "class 1 in float, 1 in INT8") # the bar is a one
expect("${text}" "relu: 0 2 0 4 5 0 7 0")

# Errors arrive as messages that name what is wrong.
run(1 text ${host} ${WORK}/none.onnx ${calibration} host)
expect("${text}" "none.onnx")
run(1 text ${host} ${MODELS}/lenet.onnx ${WORK}/none.json host)
expect("${text}" "none.json")
run(1 text ${host} ${MODELS}/lenet.onnx ${calibration} toaster)
expect("${text}" "toaster")
