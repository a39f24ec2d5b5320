# Tests and benches.
#
# qopt_add_gtest(<name> SOURCES a_test.cpp … [LINK lib …] [ROOMS room …] [MLIR] [TIMEOUT s] [LABELS l …])
#   A GoogleTest executable, each TEST a ctest entry <name>.<Suite>.<Case>; GTEST_SKIP counts as skipped.
#   MLIR: compiled like the compile side (say it when a source includes MLIR). LINK a shared library
#   (qrt_shared, qopt_with_mlir) for what it shows, a room for what it hides; never both
#   (libraries.cmake). ROOMS: the tools' own rooms, whose objects it takes.
# qopt_add_benchmark(<name> SOURCES … [LINK lib …] [MLIR])
#   A Google Benchmark executable, built by the target `bench` and run by `./run bench`.
# Sources of both see the string macros QOPT_SOURCE_DIR, QOPT_BINARY_DIR (qopt and qrun are in its bin/)
# and QOPT_TEST_DATA_DIR: ../shared/data beside the checkout; where that is absent, a test that needs it
# says so and skips. The lit tests are test/lit.cmake's.

# Debian's own has the packages of packages.txt; another may stand before it on PATH.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
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
  set_target_properties(${name} PROPERTIES LINK_DEPENDS_NO_SHARED ON)
  if(mlir)
    _qopt_mlir_flags(${name})
    target_link_libraries(${name} PRIVATE qopt_mlir)
    target_precompile_headers(${name} REUSE_FROM qopt_pch)
  endif()
endfunction()

function(qopt_add_gtest name)
  cmake_parse_arguments(ARG "MLIR" "TIMEOUT" "SOURCES;LINK;ROOMS;LABELS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  _qopt_objects(objects "${ARG_ROOMS}")
  add_executable(${name} ${ARG_SOURCES} ${objects})
  _qopt_test_executable(${name} "${ARG_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  _qopt_link_third_parties(${name} "${ARG_ROOMS}")
  set(properties TIMEOUT ${ARG_TIMEOUT})
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    NO_PRETTY_VALUES PROPERTIES ${properties}) # a pretty value may be an address, another in each run
endfunction()

function(qopt_add_benchmark name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;LINK" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT benchmark_FOUND)
    message(STATUS "${name}: Google Benchmark not found, not built")
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  _qopt_test_executable(${name} "${ARG_MLIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} benchmark::benchmark_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  add_dependencies(bench ${name})
  set_property(GLOBAL APPEND PROPERTY QOPT_BENCHMARKS ${name})
endfunction()

# Runs when the whole tree has been read.
function(_qopt_finish_tests)
  get_property(benchmarks GLOBAL PROPERTY QOPT_BENCHMARKS)
  list(TRANSFORM benchmarks PREPEND "bin/")
  list(JOIN benchmarks "\n" lines)
  file(WRITE ${PROJECT_BINARY_DIR}/benchmarks.txt "${lines}\n")

  # Unoptimised code emits every inline function out of line: the check is for release builds.
  get_property(targets GLOBAL PROPERTY QRT_ISA_TARGETS)
  if(targets AND CMAKE_BUILD_TYPE STREQUAL "Release")
    list(TRANSFORM targets REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
    add_test(NAME isa_objects
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/lint/isa_objects.py ${CMAKE_NM} ${targets}
      COMMAND_EXPAND_LISTS)
  endif()
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL _qopt_finish_tests)
