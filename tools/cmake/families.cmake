# Families: a folder of its own in runtime/calls and in lowering/families, called alike, from which lists are generated.
#
# qopt_find_families(<out> <file>)
#   The names of the current folder's folders that hold <file>, in alphabetical order; @ in <file> stands
#   for the folder's name.
# qopt_camel_case(<out> <name>)
#   non_zero → NonZero.

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
