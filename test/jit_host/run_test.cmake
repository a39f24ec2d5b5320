# Installs qopt to a scratch prefix, builds the example host against it as a user would, and runs it.
# Variables: BUILD (qopt's build folder), SOURCE (this folder), MODELS, WORK (scratch), MLIR_DIR,
# GENERATOR, BUILD_TYPE, CXX_FLAGS.

function(run expected_code out)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT code EQUAL expected_code)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nexited with ${code}, not ${expected_code}\n${output}${errors}")
  endif()
  set(${out} "${output}${errors}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "no match of\n${pattern}\nin\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(0 log ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(0 log ${CMAKE_COMMAND} -S ${SOURCE}/project -B ${WORK}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DMLIR_DIR=${MLIR_DIR} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
  "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(0 log ${CMAKE_COMMAND} --build ${WORK}/build)

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
