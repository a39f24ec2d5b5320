# Tests and benches.
#
# qopt_add_gtest(<name> SOURCES a_test.cpp … [LINK lib …] [MLIR] [TIMEOUT s] [LABELS l …] [SERIAL])
#   A GoogleTest executable, each TEST a ctest entry <name>.<Suite>.<Case>; GTEST_SKIP counts as skipped.
#   MLIR: compiled like the compile side (say it when a source includes MLIR). SERIAL: one process for
#   all its cases, one ctest entry: for suites whose set-up costs more than a case.
# qopt_add_benchmark(<name> SOURCES … [LINK lib …] [MLIR])
#   A Google Benchmark executable, built by the target `bench` and run by `./run bench`.
# QOPT_TEST_DATA_DIR (public name of ../shared/data) is compiled into every test: where it does not
# exist, a test that needs it says so and skips.

find_package(GTest REQUIRED)
find_package(benchmark QUIET)
include(GoogleTest)
get_filename_component(QOPT_TEST_DATA_DIR ${PROJECT_SOURCE_DIR}/../shared/data ABSOLUTE)
add_custom_target(bench)

function(_qopt_test_executable name mlir)
  qopt_common_flags(${name})
  _qopt_include_roots(${name} PRIVATE)
  target_compile_definitions(${name} PRIVATE
    QOPT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" QOPT_BINARY_DIR="${PROJECT_BINARY_DIR}"
    QOPT_TEST_DATA_DIR="${QOPT_TEST_DATA_DIR}")
  if(mlir)
    _qopt_mlir_flags(${name})
    target_link_libraries(${name} PRIVATE qopt_mlir)
    target_precompile_headers(${name} REUSE_FROM qopt_pch)
  endif()
endfunction()

function(qopt_add_gtest name)
  cmake_parse_arguments(ARG "MLIR;SERIAL" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  _qopt_test_executable(${name} "${ARG_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  set(properties TIMEOUT ${ARG_TIMEOUT})
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  if(ARG_SERIAL)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES ${properties})
  else()
    gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      PROPERTIES ${properties})
  endif()
endfunction()

function(qopt_add_benchmark name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;LINK" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT benchmark_FOUND)
    message(STATUS "${name}: Google Benchmark not found, not built")
    return()
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  _qopt_test_executable(${name} "${ARG_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} benchmark::benchmark_main)
  add_dependencies(bench ${name})
  set_property(GLOBAL APPEND PROPERTY QOPT_BENCHMARKS ${name})
endfunction()

# Reads the symbols of the objects that qrt_add_isa_sources made; call once, after all rooms.
function(qopt_add_isa_object_test)
  get_property(targets GLOBAL PROPERTY QRT_ISA_TARGETS)
  if(NOT targets OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return() # unoptimised code emits every inline function out of line
  endif()
  set(objects "")
  foreach(target IN LISTS targets)
    list(APPEND objects "$<TARGET_OBJECTS:${target}>")
  endforeach()
  add_test(NAME isa_objects
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/lint/isa_objects.py ${CMAKE_NM} ${objects}
    COMMAND_EXPAND_LISTS)
endfunction()
