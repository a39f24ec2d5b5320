# The C host with what pkg-config says of an installed libqrt. Variables: PREFIX, BINARY_DIR, CC, PKG_CONFIG, MODELS,
# WORK, SANITIZE.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)

if(NOT PKG_CONFIG OR SANITIZE)
  message("skipped: pkg-config is not found, or libqrt needs the sanitizers' libraries")
  return()
endif()
file(GLOB_RECURSE files ${PREFIX}/qrt.pc)
get_filename_component(folder "${files}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})
run(0 flags ${PKG_CONFIG} --cflags --libs qrt)
run(0 libraries ${PKG_CONFIG} --variable=libdir qrt)
string(STRIP "${flags}" flags)
string(STRIP "${libraries}" libraries)
separate_arguments(flags UNIX_COMMAND "${flags}")
run(0 text ${CC} -std=c11 ${CMAKE_CURRENT_LIST_DIR}/project/run_artifact.c ${flags} -Wl,-rpath,${libraries}
  -o ${WORK}/run_artifact)
run(0 text ${PREFIX}/bin/qrun compile ${MODELS}/lenet.onnx -o ${WORK}/lenet.qart)
run(0 text ${WORK}/run_artifact ${WORK}/lenet.qart host)
expect("${text}" "host: .*x1x28x28.* f32 1x10: ")
