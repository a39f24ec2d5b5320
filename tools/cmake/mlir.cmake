# The compile side: everything that includes MLIR.
#
# qopt_setup_mlir()
#   Finds MLIR 22.1, defines qopt_mlir (headers as SYSTEM, NDEBUG, both dylibs) and the common
#   precompiled header. A macro, because LLVM's CMake modules set variables for their caller.
# qopt_add_library(<name> SOURCES a.cpp … [LINK lib …] [LINK_PRIVATE lib …] [DEPENDS tablegen_target …]
#                  [FACE])
#   A room's static library on MLIR. LINK lists our own libraries (the room's arrow) and is public;
#   LINK_PRIVATE is for third parties. FACE: libqopt exports what the room shows.
# qopt_add_tablegen(<target> <file.td> <"-gen-x …"> <out.inc> [<"-gen-y …"> <out.inc>]… )
#   Runs mlir-tblgen; the outputs lie in the build folder at the .td's place, so
#   #include "ir/nn_ops.h.inc" works. Name <target> under DEPENDS of the library that includes them;
#   libraries that link that one wait for it by themselves.
# qopt_add_op_shards(<target> <count> <header> …)
#   Compiles what -gen-op-defs -op-shard-count=<count> wrote to ir/nn_ops.cpp.inc in <count> units, each
#   after the headers that its definitions need.

macro(qopt_setup_mlir)
  find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
  list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
  set(MLIR_LINK_MLIR_DYLIB ON)
  set(QOPT_LLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR} CACHE INTERNAL "FileCheck, not, lit")
  find_program(QOPT_MLIR_TBLGEN mlir-tblgen HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)
  mark_as_advanced(QOPT_MLIR_TBLGEN)
  _qopt_mlir_targets()
endmacro()

function(_qopt_mlir_targets)
  # NDEBUG because sizeof(mlir::Pass::Statistic) differs without it, and Debian's libraries have it.
  add_library(qopt_mlir INTERFACE)
  target_include_directories(qopt_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(qopt_mlir INTERFACE NDEBUG)
  target_compile_features(qopt_mlir INTERFACE cxx_std_20)
  target_link_libraries(qopt_mlir INTERFACE MLIR LLVM)

  # One precompiled header for the compile side, the dialect's operations included: a unit costs about
  # half with it.
  _qopt_add_precompiled_header(qopt_pch tools/cmake/mlir_pch.h qopt_mlir)
  add_dependencies(qopt_pch nn_tablegen nn_interfaces_tablegen)
endfunction()

# A target that holds `header`, precompiled for code that is not hot and links `library`; others reuse it.
# The header's name is relative to the project, so that clones in other folders share its cached build.
function(_qopt_add_precompiled_header name header library)
  get_filename_component(stub ${header} NAME_WE)
  set(stub ${PROJECT_BINARY_DIR}/tools/cmake/${stub}.cpp)
  if(NOT EXISTS ${stub})
    file(WRITE ${stub} "// holds the precompiled header\n")
  endif()
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${stub})
  qopt_common_flags(${name})
  _qopt_cold_flags(${name})
  _qopt_include_roots(${name} PRIVATE)
  target_link_libraries(${name} PRIVATE ${library})
  target_precompile_headers(${name} PRIVATE <${header}>)
  _qopt_cache_by_included_files(${name})
endfunction()

# Compile-side code is not hot (its loops live in runtime/numerics): -O1 saves a fifth of a unit.
function(_qopt_cold_flags target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(qopt_add_library name)
  cmake_parse_arguments(ARG "FACE" "" "SOURCES;LINK;LINK_PRIVATE;DEPENDS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  add_library(${name} STATIC ${ARG_SOURCES})
  qopt_common_flags(${name})
  _qopt_cold_flags(${name})
  _qopt_visibility(${name} ${ARG_FACE})
  _qopt_include_roots(${name} PUBLIC)
  target_link_libraries(${name} PUBLIC qopt_mlir ${ARG_LINK} PRIVATE ${ARG_LINK_PRIVATE})
  _qopt_room(${name} "MLIR;LLVM;${ARG_LINK_PRIVATE}")
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_precompile_headers(${name} REUSE_FROM qopt_pch)
  _qopt_unite(${name} SMALL_FOLDERS)
endfunction()

function(qopt_add_tablegen target td)
  get_filename_component(td_path ${td} ABSOLUTE)
  set(outputs "")
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest generator output)
    if(NOT output)
      message(FATAL_ERROR "qopt_add_tablegen(${target}): generators and outputs come in pairs")
    endif()
    separate_arguments(generator)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/${output})
    add_custom_command(OUTPUT ${out}
      COMMAND ${QOPT_MLIR_TBLGEN} ${generator} ${td_path}
        -I${PROJECT_SOURCE_DIR} -I${MLIR_INCLUDE_DIRS} -I${CMAKE_CURRENT_SOURCE_DIR}
        --write-if-changed -o ${out} -d ${out}.d
      DEPENDS ${td_path} ${QOPT_MLIR_TBLGEN}
      DEPFILE ${out}.d
      COMMENT "tablegen ${output}"
      VERBATIM)
    list(APPEND outputs ${out})
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
  add_dependencies(generated_headers ${target})
endfunction()

function(qopt_add_op_shards target count)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
  list(JOIN includes "" includes)
  math(EXPR last "${count} - 1")
  foreach(shard RANGE ${last})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/op_shard${shard}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "${includes}
using namespace mlir;
using namespace qopt::nn;
#define GET_OP_DEFS_${shard}
#include \"ir/nn_ops.cpp.inc\"
")
    target_sources(${target} PRIVATE ${source})
  endforeach()
endfunction()

function(_qopt_reject_unparsed name arguments)
  if(arguments)
    message(FATAL_ERROR "${name}: unknown arguments: ${arguments}")
  endif()
endfunction()
