# Installs qopt to a scratch prefix, builds the plugin project against it as a user would, and loads it.
# Variables: BUILD (qopt's build folder), SOURCE (this folder), WORK (scratch), MLIR_DIR, GENERATOR, BUILD_TYPE, CXX_FLAGS.

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

set(qopt ${WORK}/prefix/bin/qopt ${SOURCE}/Inputs/relus.mlir)
set(plugin --load-pass-plugin=${WORK}/build/merge_relus.so)

# The second pair stays: the first of it is a result too. Ours and the plugin's run in one pipeline.
run(0 text ${qopt} ${plugin} "--pass-pipeline=builtin.module(merge-relus{explain=true},merge-duplicates)")
expect("${text}" "remark: 'd' has another consumer")
expect("${text}" "nn.relu %arg0 {nn.absorbed = \\[\"a\"\\], nn.name = \"b\"}")
expect("${text}" "nn.relu %[0-9]+ {nn.name = \"d\"}")
expect("${text}" "nn.relu %[0-9]+ {nn.name = \"e\"}")

# Without the plugin, and with a library that is none: errors, and no output.
run(2 text ${qopt} "--pass-pipeline=builtin.module(merge-relus)")
expect("${text}" "merge-relus")
file(WRITE ${WORK}/broken.so "no library")
run(1 text ${qopt} --load-pass-plugin=${WORK}/broken.so)
expect("${text}" "broken.so")
