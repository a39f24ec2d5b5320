# For scripts that build a project against the installed package as a user would.
# Variables: BUILD (qopt's build folder), SOURCE (the test's folder; the project is project/ in it),
# WORK (scratch), MLIR_DIR, GENERATOR, BUILD_TYPE, CXX_FLAGS.

# run(CODE OUT COMMAND…): the command's output; fails unless it exits with CODE.
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

# Installs to WORK/prefix and builds the project in WORK/build.
function(build_project)
  file(REMOVE_RECURSE ${WORK})
  run(0 log ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
  run(0 log ${CMAKE_COMMAND} -S ${SOURCE}/project -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DMLIR_DIR=${MLIR_DIR} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
  run(0 log ${CMAKE_COMMAND} --build ${WORK}/build)
endfunction()
