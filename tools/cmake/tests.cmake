# Tests and benches.
#
# qopt_add_gtest(<name> SOURCES a_test.cpp … [LINK lib …] [ROOMS room …] [MLIR] [SHARDS n] [TIMEOUT s]
#                [LABELS l …])
#   A GoogleTest executable as one ctest entry <name>, or as <name>.1 … <name>.n, which share its cases.
#   MLIR: compiled like the compile side (say it when a source includes MLIR). LINK a shared library
#   (qrt_shared, qopt_with_mlir) for what it shows, a room for what it hides; never both
#   (libraries.cmake). ROOMS: the tools' own rooms, whose objects it takes.
# qopt_add_cases(<entry> COMMAND executable argument … [TIMEOUT s] [CONFIGURATIONS c …])
#   An entry of an executable of GoogleTest's cases, however it was built. test/run_cases.py runs it,
#   names the cases that fail and the one that is not done after TIMEOUT (by default 600 s), and counts
#   those that are skipped.
# qopt_links_kernels_fast(<entry> …)
#   Entries that build kernels on PoCL: they are linked without libraries (test/kernel_linker.cpp), and of its functions PoCL
#   reads those that our kernels and CLBlast's call (test/pocl), unless $OCL_ICD_VENDORS names other platforms when ctest runs.
# qopt_builds_many_kernels(<entry> …)
#   Entries most of whose time PoCL's compiler takes: it neither optimizes nor prepares loops for its
#   vectorizer there, too (test/pocl/quick_compiler.cpp). With -C long they run as they do for users (docs/decisions/lowering/pocl-functions.md).
# qopt_takes_long(<seconds> <entry> …)
#   The first run of a build tree knows no times: entries that take long (of two idle cores) begin first.
# qopt_add_benchmark(<name> SOURCES … [LINK lib …] [MLIR])
#   A Google Benchmark executable, built by the target `bench` and run by `./run bench`.
# qopt_add_static_copies(<tool> …)
#   Tools of the products once more, linked of the same objects with LLVM's archives: the linker of a shared libMLIR
#   takes five times as long to start one as the tool takes (docs/decisions/house/tests.md). QOPT_TEST_TOOLS is their
#   folder; where there are no archives, that of the products.
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
get_filename_component(QOPT_TEST_DATA_DIR ${PROJECT_SOURCE_DIR}/../shared/data ABSOLUTE)
set(QOPT_TEST_RESULTS ${PROJECT_BINARY_DIR}/test/results)
add_custom_target(bench)

function(qopt_add_cases entry)
  cmake_parse_arguments(ARG "" "TIMEOUT" "COMMAND;CONFIGURATIONS" ${ARGN})
  _qopt_reject_unparsed(${entry} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  math(EXPR ends "${ARG_TIMEOUT} + 30") # where run_cases.py itself hangs
  list(POP_FRONT ARG_COMMAND executable)
  set(configurations "")
  if(ARG_CONFIGURATIONS)
    set(configurations CONFIGURATIONS ${ARG_CONFIGURATIONS})
  endif()
  add_test(NAME ${entry} ${configurations}
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/test/run_cases.py --limit=${ARG_TIMEOUT}
      ${QOPT_TEST_RESULTS}/${entry}.cases $<TARGET_FILE:${executable}> ${ARG_COMMAND})
  set_tests_properties(${entry} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${ends})
endfunction()

function(qopt_takes_long seconds)
  set_tests_properties(${ARGN} PROPERTIES COST ${seconds})
endfunction()

# PoCL links each kernel by clang's driver, which looks for `ld` in COMPILER_PATH first. It starts 5,000 times: static, it starts fastest.
find_program(QOPT_LD_OF_KERNELS NAMES ld.bfd ld.gold REQUIRED)
set(_kernel_linker ${PROJECT_BINARY_DIR}/test/kernel_linker)
add_executable(kernel_linker ${PROJECT_SOURCE_DIR}/test/kernel_linker.cpp)
set_target_properties(kernel_linker PROPERTIES OUTPUT_NAME ld RUNTIME_OUTPUT_DIRECTORY ${_kernel_linker})
target_compile_definitions(kernel_linker PRIVATE QOPT_KERNEL_LINKER="${QOPT_LD_OF_KERNELS}")
target_compile_options(kernel_linker PRIVATE -fno-sanitize=all)
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LINK_OPTIONS -static)
check_cxx_source_compiles("int main() { return 0; }" QOPT_LINKS_STATICALLY)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
target_link_options(kernel_linker PRIVATE -fno-sanitize=all $<$<BOOL:${QOPT_LINKS_STATICALLY}>:-static>)
include(${PROJECT_SOURCE_DIR}/test/pocl/pocl.cmake)
function(qopt_links_kernels_fast)
  set(changes COMPILER_PATH=path_list_prepend:${_kernel_linker})
  set_property(GLOBAL APPEND PROPERTY QOPT_TESTS_ON_POCL ${ARGN}) # test/pocl/CMakeLists.txt
  foreach(entry IN LISTS ARGN)
    string(REGEX REPLACE "\\..*" "" executable ${entry})
    if(TARGET ${executable})
      add_dependencies(${executable} kernel_linker)
      if(TARGET pocl_of_tests)
        add_dependencies(${executable} pocl_of_tests)
      endif()
    endif()
    set_property(TEST ${entry} APPEND PROPERTY LABELS opencl)
    set_property(TEST ${entry} APPEND PROPERTY ENVIRONMENT_MODIFICATION ${changes})
  endforeach()
endfunction()
function(qopt_builds_many_kernels)
  qopt_links_kernels_fast(${ARGN})
  foreach(entry IN LISTS ARGN)
    set_property(TEST ${entry} APPEND PROPERTY ENVIRONMENT_MODIFICATION
      POCL_EXTRA_BUILD_FLAGS=set:-cl-opt-disable POCL_WORK_GROUP_METHOD=set:loops)
    if(QOPT_TEST_POCL_QUICK)
      set_property(TEST ${entry} APPEND PROPERTY ENVIRONMENT_MODIFICATION OCL_ICD_VENDORS=set:${QOPT_TEST_POCL_QUICK})
    endif()
  endforeach()
  qopt_takes_long(40 ${ARGN})
endfunction()

# Tests without MLIR share one precompiled header: GoogleTest and the program as plain data are most of a unit.
_qopt_add_precompiled_header(qopt_tests_pch test/tests_pch.h GTest::gtest)

function(_qopt_test_executable name mlir)
  qopt_common_flags(${name})
  _qopt_include_roots(${name} PRIVATE)
  target_compile_definitions(${name} PRIVATE
    QOPT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" QOPT_BINARY_DIR="${PROJECT_BINARY_DIR}"
    QOPT_TEST_DATA_DIR="${QOPT_TEST_DATA_DIR}")
  set_target_properties(${name} PROPERTIES LINK_DEPENDS_NO_SHARED ON)
  if(mlir)
    _qopt_cold_flags(${name})
    target_link_libraries(${name} PRIVATE qopt_mlir)
    target_precompile_headers(${name} REUSE_FROM qopt_pch)
  endif()
  _qopt_unite(${name} SMALL_FOLDERS)
endfunction()

function(qopt_add_gtest name)
  cmake_parse_arguments(ARG "MLIR" "SHARDS;TIMEOUT" "SOURCES;LINK;ROOMS;LABELS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  _qopt_objects(objects "${ARG_ROOMS}")
  add_executable(${name} ${ARG_SOURCES} ${objects})
  _qopt_test_executable(${name} "${ARG_MLIR}")
  _qopt_cold_flags(${name}) # a test's own loops are short, and compiling them at -O3 is not
  if(NOT ARG_MLIR)
    target_precompile_headers(${name} REUSE_FROM qopt_tests_pch)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  _qopt_link_third_parties(${name} "${ARG_ROOMS}")
  set(entries ${name})
  if(ARG_SHARDS)
    set(entries "")
    foreach(shard RANGE 1 ${ARG_SHARDS})
      list(APPEND entries ${name}.${shard})
    endforeach()
  endif()
  set(shard 0)
  foreach(entry IN LISTS entries)
    qopt_add_cases(${entry} COMMAND ${name} TIMEOUT ${ARG_TIMEOUT})
    set_tests_properties(${entry} PROPERTIES LABELS "${ARG_LABELS}")
    if(ARG_SHARDS)
      set_tests_properties(${entry} PROPERTIES
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${shard}")
      math(EXPR shard "${shard} + 1")
    endif()
  endforeach()
endfunction()

# LLVM's archives need further libraries. These come with LLVM's shared library, without a package
# of headers, so that they are looked for by the names of their files.
set(QOPT_TEST_TOOLS ${PROJECT_BINARY_DIR}/bin)
function(qopt_add_static_copies)
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  set(llvm_needs "")
  foreach(library z zstd tinfo)
    find_library(QOPT_LLVM_NEEDS_${library} NAMES ${library} lib${library}.so.1 lib${library}.so.6)
    mark_as_advanced(QOPT_LLVM_NEEDS_${library})
    list(APPEND llvm_needs ${QOPT_LLVM_NEEDS_${library}})
  endforeach()
  if(QOPT_SANITIZE OR NOT "${archives}" MATCHES "/libMLIRIR\\.a" OR NOT "${archives}" MATCHES "/libLLVMSupport\\.a"
      OR "${llvm_needs}" MATCHES "NOTFOUND")
    return()
  endif()
  set(QOPT_TEST_TOOLS ${PROJECT_BINARY_DIR}/test/bin)
  set(QOPT_TEST_TOOLS ${QOPT_TEST_TOOLS} PARENT_SCOPE)
  foreach(tool IN LISTS ARGN)
    set(rooms "")
    set(libraries "")
    foreach(part ${tool} qopt_shared qrt_shared)
      get_target_property(of_part ${part} QOPT_ROOMS)
      list(APPEND rooms ${of_part})
    endforeach()
    foreach(room IN LISTS rooms)
      get_target_property(of_room ${room} QOPT_THIRD_PARTIES)
      list(APPEND libraries ${of_room})
    endforeach()
    list(REMOVE_DUPLICATES libraries)
    list(REMOVE_ITEM libraries MLIR LLVM)
    _qopt_objects(objects "${rooms}")
    add_executable(${tool}_static $<TARGET_OBJECTS:${tool}> ${objects})
    set_target_properties(${tool}_static PROPERTIES LINKER_LANGUAGE CXX
      OUTPUT_NAME ${tool} RUNTIME_OUTPUT_DIRECTORY ${QOPT_TEST_TOOLS})
    target_link_options(${tool}_static PRIVATE -Wl,--gc-sections -no-pie)
    target_link_libraries(${tool}_static PRIVATE -Wl,--start-group ${archives} -Wl,--end-group
      ${libraries} ${llvm_needs} Threads::Threads ${CMAKE_DL_LIBS})
  endforeach()
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
