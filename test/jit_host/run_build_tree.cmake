# The example hosts of libqrt, against a folder in which qopt was built and that nobody installed. Variables:
# run_pkg_config.cmake's.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)

run(0 text ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${BINARY_DIR} -DCMAKE_BUILD_TYPE=Release)
run(0 text ${CMAKE_COMMAND} --build ${WORK}/build --target devices run_artifact)
run(0 text ${BINARY_DIR}/bin/qrun compile ${MODELS}/lenet.onnx -o ${WORK}/lenet.qart)
run(0 text ${WORK}/build/devices ${WORK}/lenet.qart)
expect("${text}" " f32 1x10")
run(0 text ${WORK}/build/run_artifact ${WORK}/lenet.qart host)
expect("${text}" "host: .*x1x28x28.* f32 1x10: ")
