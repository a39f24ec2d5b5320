# Families: a folder of its own in runtime/calls and in lowering/families, called alike, from which lists are generated.
#
# qopt_find_families(<out> <file>)
#   The names of the current folder's folders that hold <file>, in alphabetical order; @ in <file> stands
#   for the folder's name.
# qopt_camel_case(<out> <name>)
#   non_zero → NonZero.
# qopt_generate_variant(<header> NAME V [PREFIX p] [SUFFIX s])
#   Generates <header> in the current folder's build tree: `qrt::V`, the variant of a struct of each folder F that holds F/F.h, called
#   p, F in camel case, s.

function(qopt_find_families out file)
  string(REPLACE "@" "*" pattern "${file}")
  file(GLOB paths CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */${pattern})
  set(families "")
  foreach(path IN LISTS paths)
    get_filename_component(family ${path} DIRECTORY)
    string(REPLACE "@" "${family}" own "${file}")
    if(path STREQUAL "${family}/${own}")
      list(APPEND families ${family})
    endif()
  endforeach()
  set(${out} ${families} PARENT_SCOPE)
endfunction()

function(qopt_camel_case out name)
  string(REPLACE "_" ";" words "${name}")
  set(camel "")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND camel "${first}${rest}")
  endforeach()
  set(${out} ${camel} PARENT_SCOPE)
endfunction()

function(qopt_generate_variant header)
  cmake_parse_arguments(ARG "" "NAME;PREFIX;SUFFIX" "" ${ARGN})
  _qopt_reject_unparsed(${header} "${ARG_UNPARSED_ARGUMENTS}")
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  qopt_find_families(kinds @.h)
  set(includes "")
  set(structs "")
  foreach(kind IN LISTS kinds)
    qopt_camel_case(name ${kind})
    string(APPEND includes "#include \"${folder}/${kind}/${kind}.h\"\n")
    list(APPEND structs "${ARG_PREFIX}${name}${ARG_SUFFIX}")
  endforeach()
  list(JOIN structs ", " structs)
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT [[
// Generated of the folders of @folder@.
#pragma once

@includes@
#include <variant>

namespace qrt {

using @ARG_NAME@ = std::variant<@structs@>;

} // namespace qrt
]])
endfunction()
