# The runtime side: never an LLVM or MLIR header.
#
# qrt_add_library(<name> SOURCES a.cpp … [LINK lib …] [LINK_PRIVATE lib …] [FACE] [SMALL_FOLDERS])
#   A room's static library with no include path but the repository's root. LINK (public): our own
#   rooms; LINK_PRIVATE: third parties. FACE: libqrt exports what the room shows. SMALL_FOLDERS: its small
#   folders are compiled together (_qopt_unite).
# qrt_find_sources(<target> [SMALL_FOLDERS])
#   Adds every .cpp of the current folder's folders to <target>, and of theirs. X.isa.cpp is compiled
#   once per instruction set of QRT_ISAS, with QRT_ISA_NAMESPACE=isa_<name> and QRT_ISA_LEVEL: baseline
#   0, avx2 1, avx512 2, avx512vnni 3, amx 4; X.vnni.isa.cpp, which multiplies bytes, for those of
#   QRT_BYTE_PRODUCT_ISAS, too, which take the rest from avx512. Elsewhere than x86-64 the first is
#   baseline and the others are empty; QRT_MULTI_ISA is 1 or 0 in <target> and in these files. Such a
#   file must define nothing outside its namespace and use no function template or inline function
#   that the compiler might emit out of line: the linker would keep one copy for all paths (test
#   isa_objects reads the symbols).
# qopt_embed_text(<target> <base> FILES f …)
#   Generates <base>.h/.cpp beside the current folder in the build tree and adds them to <target>:
#   namespace qopt::embedded { struct File { std::string_view name, text; }; extern const std::array<File, n> <base>; }
# qopt_generate_registry(<variable> HEADER h FUNCTION f TYPE T NAMESPACE ns FROM name SOURCES folder/a.cpp …)
#   Generates a source that defines `std::vector<T> ns::f()` (declared in h): the result of `T ns::name::<folder>::list()` of
#   each folder that holds a source. <variable> is the generated source. What is found by its folder is in no list.

set(QRT_ISAS baseline)
set(QRT_BYTE_PRODUCT_ISAS "")
set(QRT_TILE_ISAS "")
set(QRT_MULTI_ISA 0)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(QRT_ISAS baseline avx2 avx512)
  set(QRT_BYTE_PRODUCT_ISAS avx512vnni)
  set(QRT_TILE_ISAS amx)
  set(QRT_MULTI_ISA 1)
endif()
set(_qrt_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512dq -mfma -mprefer-vector-width=512)
set(_qrt_level_baseline 0)
set(_qrt_level_avx2 1)
set(_qrt_level_avx512 2)
set(_qrt_level_avx512vnni 3)
set(_qrt_level_amx 4)
set(_qrt_flags_baseline "")
set(_qrt_flags_avx2 -mavx2 -mfma)
set(_qrt_flags_avx512 ${_qrt_avx512})
set(_qrt_flags_avx512vnni ${_qrt_avx512} -mavx512vnni)
set(_qrt_flags_amx ${_qrt_flags_avx512vnni} -mamx-tile -mamx-int8 -mamx-bf16)
set_property(GLOBAL PROPERTY QRT_ISA_TARGETS "")

function(_qrt_flags target face)
  qopt_common_flags(${target})
  _qopt_visibility(${target} ${face})
  target_compile_features(${target} PUBLIC cxx_std_20)
  _qopt_include_roots(${target} PUBLIC)
endfunction()

function(qrt_add_library name)
  cmake_parse_arguments(ARG "FACE;SMALL_FOLDERS" "" "SOURCES;LINK;LINK_PRIVATE" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  add_library(${name} STATIC ${ARG_SOURCES})
  _qrt_flags(${name} ${ARG_FACE})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} Threads::Threads PRIVATE ${ARG_LINK_PRIVATE})
  _qopt_room(${name} "${ARG_LINK_PRIVATE}")
  if(ARG_SMALL_FOLDERS)
    _qopt_unite(${name} SMALL_FOLDERS)
  else()
    _qopt_unite(${name})
  endif()
endfunction()

# Neither of -O3's companions changes a value: nobody reads errno or the exception flags, and without them
# square roots and comparisons stay scalar.
function(_qrt_add_isa_sources target isas sources)
  foreach(isa IN LISTS isas)
    set(objects ${target}_isa_${isa})
    if(NOT TARGET ${objects})
      add_library(${objects} OBJECT)
      _qrt_flags(${objects} FALSE)
      target_compile_options(${objects} PRIVATE ${_qrt_flags_${isa}} -O3 -fno-math-errno -fno-trapping-math)
      target_compile_definitions(${objects} PRIVATE QRT_MULTI_ISA=${QRT_MULTI_ISA}
        QRT_ISA_NAMESPACE=isa_${isa} QRT_ISA_LEVEL=${_qrt_level_${isa}})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
      set_property(TARGET ${target} APPEND PROPERTY QOPT_OBJECTS ${objects})
      set_property(GLOBAL APPEND PROPERTY QRT_ISA_TARGETS ${objects})
    endif()
    target_sources(${objects} PRIVATE ${sources})
  endforeach()
endfunction()

function(qrt_find_sources target)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */*.cpp */*/*.cpp)
  set(of_bytes ${sources})
  set(of_tiles ${sources})
  set(of_isas ${sources})
  list(FILTER sources EXCLUDE REGEX "\\.isa\\.cpp$")
  list(FILTER of_bytes INCLUDE REGEX "\\.vnni\\.isa\\.cpp$")
  list(FILTER of_tiles INCLUDE REGEX "\\.amx\\.isa\\.cpp$")
  list(FILTER of_isas INCLUDE REGEX "\\.isa\\.cpp$")
  list(FILTER of_isas EXCLUDE REGEX "\\.(vnni|amx)\\.isa\\.cpp$")
  target_sources(${target} PRIVATE ${sources})
  target_compile_definitions(${target} PRIVATE QRT_MULTI_ISA=${QRT_MULTI_ISA})
  if(of_isas)
    _qrt_add_isa_sources(${target} "${QRT_ISAS}" "${of_isas}")
  endif()
  if(of_bytes)
    _qrt_add_isa_sources(${target} "${QRT_ISAS};${QRT_BYTE_PRODUCT_ISAS}" "${of_bytes}")
  endif()
  if(of_tiles AND QRT_TILE_ISAS)
    _qrt_add_isa_sources(${target} "${QRT_TILE_ISAS}" "${of_tiles}")
  endif()
  _qopt_unite(${target} ${ARGN})
endfunction()

function(qopt_embed_text target base)
  cmake_parse_arguments(ARG "" "" "FILES" ${ARGN})
  _qopt_reject_unparsed(${base} "${ARG_UNPARSED_ARGUMENTS}")
  set(paths "")
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(path ${file} ABSOLUTE)
    list(APPEND paths ${path})
  endforeach()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${base})
  add_custom_command(OUTPUT ${out}.h ${out}.cpp
    COMMAND ${CMAKE_COMMAND} -DBASE=${base} -DOUT=${out} "-DFILES=${paths}"
      -P ${PROJECT_SOURCE_DIR}/tools/cmake/embed_text.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/tools/cmake/embed_text.cmake
    COMMENT "embed ${base}"
    VERBATIM)
  target_sources(${target} PRIVATE ${out}.cpp ${out}.h)
  add_custom_target(${base}_text DEPENDS ${out}.h)
  add_dependencies(generated_headers ${base}_text)
  set_source_files_properties(${out}.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

function(qopt_generate_registry variable)
  cmake_parse_arguments(ARG "" "HEADER;FUNCTION;TYPE;NAMESPACE;FROM" "SOURCES" ${ARGN})
  _qopt_reject_unparsed(${variable} "${ARG_UNPARSED_ARGUMENTS}")
  set(folders "")
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(declarations "")
  set(calls "")
  foreach(folder IN LISTS folders)
    string(APPEND declarations "namespace ${ARG_FROM}::${folder} {\n${ARG_TYPE} list();\n}\n")
    string(APPEND calls "    ${ARG_FROM}::${folder}::list(),\n")
  endforeach()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${variable}.cpp)
  file(CONFIGURE OUTPUT ${out} CONTENT
    "// Generated by qopt_generate_registry.
#include \"${ARG_HEADER}\"

namespace ${ARG_NAMESPACE} {
${declarations}
std::vector<${ARG_TYPE}> ${ARG_FUNCTION}() {
  return {
${calls}  };
}
} // namespace ${ARG_NAMESPACE}
" @ONLY)
  set(${variable} ${out} PARENT_SCOPE)
endfunction()
