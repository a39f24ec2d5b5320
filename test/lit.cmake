# The lit tests: every *.mlir and *.pbtxt under test/ that is not in a folder Inputs, or in test/numerics, whose
# files numerics_check runs. One ctest entry per room (lit.<room>), which lit spreads over the cores itself.

configure_file(${CMAKE_CURRENT_LIST_DIR}/lit.site.cfg.py.in
  ${PROJECT_BINARY_DIR}/test/lit.site.cfg.py @ONLY)

include(ProcessorCount)
ProcessorCount(_cores)
set(_lit ${QOPT_LLVM_TOOLS_DIR}/lit)
if(NOT EXISTS ${_lit})
  message(FATAL_ERROR "lit not found at ${_lit}: install llvm-22-tools")
endif()

file(GLOB_RECURSE _lit_files RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/*.mlir ${CMAKE_CURRENT_LIST_DIR}/*.pbtxt)
list(FILTER _lit_files EXCLUDE REGEX "(^|/)Inputs/|^numerics/")
list(TRANSFORM _lit_files REPLACE "/.*" "" OUTPUT_VARIABLE _lit_rooms)
list(REMOVE_DUPLICATES _lit_rooms)
foreach(_room IN LISTS _lit_rooms)
  add_test(NAME lit.${_room} COMMAND ${_lit} -sv -j${_cores}
    --xunit-xml-output ${QOPT_TEST_RESULTS}/lit.${_room}.xml ${PROJECT_BINARY_DIR}/test/${_room})
  set_tests_properties(lit.${_room} PROPERTIES PROCESSORS ${_cores} TIMEOUT 600)
endforeach()

# The lints are tests too; their scripts are a tool.
add_subdirectory(${PROJECT_SOURCE_DIR}/tools/lint ${PROJECT_BINARY_DIR}/test/lint)
