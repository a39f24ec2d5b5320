# The compile side: everything that includes MLIR.
#
# qopt_setup_mlir()
#   Finds MLIR 22.1, defines qopt_mlir (headers as SYSTEM, NDEBUG, both dylibs) and the shared
#   precompiled header. A macro, because LLVM's CMake modules set variables for their caller.
# qopt_add_library(<name> SOURCES a.cpp … [LINK lib …] [LINK_PRIVATE lib …] [DEPENDS tablegen_target …]
#                  [EXPORT_AS name] [NO_INSTALL])
#   A room's static library on MLIR. LINK lists our own libraries (the room's arrow) and is public;
#   LINK_PRIVATE is for third parties. Installed as qopt::<name>, or qopt::<EXPORT_AS>,
#   unless NO_INSTALL: for what only tests or tools link.
# qopt_add_executable(<name> SOURCES … LINK … [PLUGINS])
#   An installed executable on MLIR, built as bin/<name> in the build folder. PLUGINS: exports its
#   symbols, and those of every library in LINK as a whole, so that a pass plugin finds them.
# qopt_add_tablegen(<target> <file.td> <"-gen-x …"> <out.inc> [<"-gen-y …"> <out.inc>]… )
#   Runs mlir-tblgen; the outputs lie in the build folder at the .td's place, so
#   #include "ir/nn_ops.h.inc" works. Name <target> under DEPENDS of the library that includes them;
#   libraries that link that one wait for it by themselves.

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
  # What a pass plugin compiles against: the loading executable provides every symbol.
  # NDEBUG because sizeof(mlir::Pass::Statistic) differs without it, and Debian's libraries have it.
  add_library(qopt_plugin INTERFACE)
  target_include_directories(qopt_plugin SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(qopt_plugin INTERFACE NDEBUG)
  target_compile_features(qopt_plugin INTERFACE cxx_std_20)
  _qopt_include_roots(qopt_plugin INTERFACE)
  _qopt_export(qopt_plugin qopt-targets plugin)

  add_library(qopt_mlir INTERFACE)
  target_link_libraries(qopt_mlir INTERFACE qopt_plugin MLIR LLVM)
  _qopt_export(qopt_mlir qopt-targets mlir)

  # One precompiled header for the compile side: a unit costs about half with it.
  set(stub ${PROJECT_BINARY_DIR}/tools/cmake/mlir_pch.cpp)
  if(NOT EXISTS ${stub})
    file(WRITE ${stub} "// holds the precompiled header\n")
  endif()
  add_library(qopt_pch STATIC EXCLUDE_FROM_ALL ${stub})
  qopt_common_flags(qopt_pch)
  _qopt_mlir_flags(qopt_pch)
  target_link_libraries(qopt_pch PRIVATE qopt_mlir)
  target_precompile_headers(qopt_pch PRIVATE ${PROJECT_SOURCE_DIR}/tools/cmake/mlir_pch.h)
endfunction()

# Compile-side code is not hot (its loops live in runtime/numerics): -O1 saves a fifth of a unit.
function(_qopt_mlir_flags target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(qopt_add_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "EXPORT_AS" "SOURCES;LINK;LINK_PRIVATE;DEPENDS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  add_library(${name} STATIC ${ARG_SOURCES})
  qopt_common_flags(${name})
  _qopt_mlir_flags(${name})
  _qopt_include_roots(${name} PUBLIC)
  target_link_libraries(${name} PUBLIC qopt_mlir ${ARG_LINK} PRIVATE ${ARG_LINK_PRIVATE})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_precompile_headers(${name} REUSE_FROM qopt_pch)
  if(NOT ARG_NO_INSTALL)
    _qopt_export(${name} qopt-targets "${ARG_EXPORT_AS}")
  endif()
endfunction()

function(qopt_add_executable name)
  cmake_parse_arguments(ARG "PLUGINS" "" "SOURCES;LINK" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  add_executable(${name} ${ARG_SOURCES})
  qopt_common_flags(${name})
  _qopt_mlir_flags(${name})
  _qopt_include_roots(${name} PRIVATE)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_link_libraries(${name} PRIVATE qopt_mlir ${ARG_LINK})
  if(ARG_PLUGINS)
    # The libraries' objects themselves: an archive would give only what the executable asks for.
    set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
    foreach(library IN LISTS ARG_LINK)
      target_sources(${name} PRIVATE $<TARGET_OBJECTS:${library}>)
    endforeach()
  endif()
  target_precompile_headers(${name} REUSE_FROM qopt_pch)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
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
endfunction()

function(_qopt_reject_unparsed name arguments)
  if(arguments)
    message(FATAL_ERROR "${name}: unknown arguments: ${arguments}")
  endif()
endfunction()
