# The lit tests: every *.mlir under test/ that is not in a folder Inputs, or in test/numerics, whose
# files numerics_check runs. One ctest entry per room
# (lit.<room>), which lit spreads over the cores itself. A test that REQUIRES shared-data gets an entry
# of its own, so that ctest's summary counts it as skipped where the data is absent.

configure_file(${CMAKE_CURRENT_LIST_DIR}/lit.site.cfg.py.in
  ${PROJECT_BINARY_DIR}/test/lit.site.cfg.py @ONLY)

include(ProcessorCount)
ProcessorCount(_cores)
set(_lit ${QOPT_LLVM_TOOLS_DIR}/lit)
if(NOT EXISTS ${_lit})
  message(FATAL_ERROR "lit not found at ${_lit}: install llvm-22-tools")
endif()

file(GLOB_RECURSE _lit_files RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/*.mlir)
# test/numerics has a runner of its own.
list(FILTER _lit_files EXCLUDE REGEX "(^|/)Inputs/|^numerics/")
set(_lit_rooms "")
set(_lit_own "")
foreach(_file IN LISTS _lit_files)
  string(REGEX REPLACE "/.*" "" _room ${_file})
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/${_file} _needs REGEX "REQUIRES:.*shared-data")
  if(_needs)
    list(APPEND _lit_own ${_file})
  else()
    list(APPEND _lit_rooms ${_room})
  endif()
endforeach()
list(REMOVE_DUPLICATES _lit_rooms)
list(JOIN _lit_own "|" _lit_out)
string(REPLACE "." "\\." _lit_out "${_lit_out}")
if(NOT _lit_out)
  set(_lit_out "^$")
endif()

foreach(_room IN LISTS _lit_rooms)
  add_test(NAME lit.${_room}
    COMMAND ${_lit} -sv -j${_cores} --filter-out "${_lit_out}" ${PROJECT_BINARY_DIR}/test/${_room})
  set_tests_properties(lit.${_room} PROPERTIES PROCESSORS ${_cores} TIMEOUT 600)
endforeach()
foreach(_file IN LISTS _lit_own)
  add_test(NAME lit.${_file} COMMAND ${_lit} -v ${PROJECT_BINARY_DIR}/test/${_file})
  set_tests_properties(lit.${_file} PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "Unsupported *: 1")
endforeach()

# The lints are tests too; their scripts are a tool.
add_subdirectory(${PROJECT_SOURCE_DIR}/tools/lint ${PROJECT_BINARY_DIR}/test/lint)
