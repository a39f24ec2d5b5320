# Options and flags that every unit of ours shares.
# QOPT_WERROR (off: a user's newer compiler must not break the build), QOPT_CCACHE (on: used when
# present), QOPT_UNITY (on: the sources of a folder are compiled together, docs/decisions/house/build-time.md),
# QOPT_SANITIZE (empty; the preset asan sets it).
# qopt_common_flags(<target>) applies the flags, _qopt_unite(<target>) groups the sources; the add_*
# functions call both for you.

include(GNUInstallDirs)

option(QOPT_WERROR "Warnings are errors" OFF)
option(QOPT_CCACHE "Compile through ccache when it is installed" ON)
option(QOPT_UNITY "Compile the sources of a folder together, a few at a time" ON)
set(QOPT_SANITIZE "" CACHE STRING "What -fsanitize= gets, for every unit and link: address,undefined")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON) # LLVM's folder is not on the loader's path

# A precompiled header makes ccache decline unless it is told that differing __TIME__ and #defines are fine.
# Checkouts share what lies in the cache: paths below the source folder count as relative ones.
function(_qopt_setup_ccache)
  foreach(lang C CXX)
    set(launcher "${CMAKE_${lang}_COMPILER_LAUNCHER}")
    if(NOT QOPT_CCACHE)
      continue()
    endif()
    if(NOT launcher)
      find_program(QOPT_CCACHE_PROGRAM ccache)
      mark_as_advanced(QOPT_CCACHE_PROGRAM)
      if(NOT QOPT_CCACHE_PROGRAM)
        continue()
      endif()
      set(launcher ${QOPT_CCACHE_PROGRAM})
    endif()
    if(launcher MATCHES "ccache" AND NOT launcher MATCHES "CCACHE_SLOPPINESS")
      set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true ${launcher})
    endif()
    set(CMAKE_${lang}_COMPILER_LAUNCHER "${launcher}" PARENT_SCOPE)
  endforeach()
endfunction()
_qopt_setup_ccache()

# Has ccache look the target up by the bytes of its included files, never by preprocessed text: a precompiled
# header holds its files' checksums, comments included, and g++ takes `#pragma once` by them.
function(_qopt_cache_by_included_files target)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "CCACHE_SLOPPINESS")
    string(REPLACE "CCACHE_SLOPPINESS" "CCACHE_DEPEND=true;CCACHE_SLOPPINESS" launcher "${CMAKE_CXX_COMPILER_LAUNCHER}")
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
  endif()
endfunction()

find_package(Threads REQUIRED)

add_custom_target(generated_headers) # what ./run tidy needs of a build folder

if(QOPT_SANITIZE)
  # No vptr checks: Debian's LLVM is built without RTTI, its objects would all fail.
  add_compile_options(-fsanitize=${QOPT_SANITIZE} -fno-sanitize-recover=undefined -fno-sanitize=vptr)
  add_link_options(-fsanitize=${QOPT_SANITIZE})
endif()

# Warnings (an enumerator that a switch forgets is an error, with `default` too), no contraction of a*b+c, and -fPIC/-pthread everywhere: a precompiled header is only
# reused by units compiled with the same code generation flags and the same predefined macros.
function(qopt_common_flags target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
      -Werror=switch-enum>
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${QOPT_WERROR}>>:-Werror>"
    -ffp-contract=off -fPIC -pthread -fno-semantic-interposition)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # ccache can only cache a unit that uses a precompiled header when -fpch-preprocess is given.
    # ggc-min-heapsize (kB): g++ collects garbage from 1 GB on, not from what the precompiled header takes.
    # -Wno-restrict: g++ 12 sees overlaps in std::string's + that are not there (its bug 105651);
    # -Wno-maybe-uninitialized: and reads of std::optional's value where has_value() was asked.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess -Wno-restrict
      -Wno-maybe-uninitialized> "$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-heapsize=1000000>")
  endif()
endfunction()

# Hides the symbols of a room that is no face: it may call them straight, and no shared library
# shows them.
function(_qopt_visibility target face)
  if(NOT face)
    set_target_properties(${target} PROPERTIES
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# Our headers are included from the repository's root, generated ones from the build folder's.
function(_qopt_include_roots target scope)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/qopt>)
endfunction()

# Installs a library in an export set and gives it the name that users see, in and out of tree.
function(_qopt_export target set as)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${as})
  add_library(qopt::${as} ALIAS ${target})
  if(QOPT_SANITIZE) # whoever links instrumented objects needs the sanitizers' own libraries
    target_link_options(${target} INTERFACE -fsanitize=${QOPT_SANITIZE})
  endif()
  install(TARGETS ${target} EXPORT ${set} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# A unit spends most of its time on headers: sources of one folder share them, some eight, eleven at most,
# so that an edit compiles little more than its own file. With SMALL_FOLDERS those of a folder of three or
# fewer join their parent folder's. A source with options of its own stays alone, and so does a generated one.
function(_qopt_unite target)
  if(NOT QOPT_UNITY)
    return()
  endif()
  # g++ warns of types in unnamed namespaces of what is included, which here are sources.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE
      "#if !defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wsubobject-linkage\"\n#endif")
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(groups "")
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "of_${folder}" own)
    math(EXPR ${own} "0${${own}} + 1")
  endforeach()
  foreach(source IN LISTS sources)
    string(FIND "${source}" "${PROJECT_BINARY_DIR}/" generated) # a folder's name is no pattern
    if(generated EQUAL 0)
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(parent "${folder}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "of_${folder}" own)
    if("SMALL_FOLDERS" IN_LIST ARGN AND ${own} LESS 4)
      set(folder "${parent}")
    endif()
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    list(APPEND ${group} ${source})
    list(APPEND groups ${group})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    list(LENGTH ${group} count)
    math(EXPR batches "(${count} + 4) / 8")
    if(batches EQUAL 0)
      set(batches 1)
    endif()
    set(place 0)
    foreach(source IN LISTS ${group})
      math(EXPR batch "${place} * ${batches} / ${count}")
      math(EXPR place "${place} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
    endforeach()
  endforeach()
endfunction()
