# A pass plugin, built out of tree and loaded. Variables: test/out_of_tree.cmake's.

include(${CMAKE_CURRENT_LIST_DIR}/../out_of_tree.cmake)
build_project()

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
