# A pass plugin, built as passes.md says, loaded. Variables: test/out_of_tree.cmake's.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)

set(tool ${PREFIX}/bin/qopt)
set(qopt ${tool} ${SOURCE}/project/Inputs/relus.mlir)
set(plugin --load-pass-plugin=${BUILT}/example_passes.so)

# The second pair stays: the first of it is a result too. Ours and the plugin's run in one pipeline.
run(0 text ${qopt} ${plugin} "--pass-pipeline=builtin.module(merge-relus{explain=true},merge-duplicates)")
expect("${text}" "remark: 'd' has another consumer")
expect("${text}" "nn.relu %arg0 {nn.absorbed = \\[\"a\"\\], nn.name = \"b\"}")
expect("${text}" "nn.relu %[0-9]+ {nn.name = \"d\"}")
expect("${text}" "nn.relu %[0-9]+ {nn.name = \"e\"}")

# 127, 2.4, -3.6 and 0.5 in steps of 127/127: to be found by the library's own loops, in the
# constants of the module that the tool read.
run(0 text ${tool} ${SOURCE}/Inputs/weights.mlir ${plugin} --round-to-steps)
expect("${text}" "0000FE4200000040000080C000000000")
run(0 text ${tool} ${SOURCE}/Inputs/weights.mlir ${plugin} --round-to-steps --merge-duplicates)
expect("${text}" "nn.constant")

# Without the plugin, and with a library that is none: errors, and no output.
run(2 text ${qopt} "--pass-pipeline=builtin.module(merge-relus)")
expect("${text}" "merge-relus")
file(WRITE ${WORK}/broken.so "no library")
run(1 text ${qopt} --load-pass-plugin=${WORK}/broken.so)
expect("${text}" "broken.so")
