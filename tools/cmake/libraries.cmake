# The two shared libraries, and executables on them. Rooms are static libraries, which unit tests link;
# products are made of the same objects, so that nothing is compiled twice.
#
# qopt_add_shared_library(<target> <name> ROOMS room … [LINK shared library …])
#   lib<name>.so of all objects of these rooms, with a versioned SONAME, installed as qopt::<name>.
#   A room that says FACE is compiled with default visibility, and <name>.map beside this file trims
#   that to the project's own names: third parties' and the standard library's templates stay inside.
# qopt_add_executable(<name> SOURCES … [ROOMS room …])
#   An installed executable on libqopt and libqrt, built as bin/<name> in the build folder; ROOMS are
#   rooms of the tools' own, whose objects it takes.
# qopt_link_inside(<target> MAP map [ROOMS room …])
#   A module of another program's process: all objects of both libraries, of ROOMS, and what they need of LLVM's archives
#   are linked into it, and of them it shows what <map> says. qopt_why_not_inside(<variable>) says why that cannot be
#   done here; empty where it can.
#
# A program links rooms or libraries, never both: it would have two of every TypeID and static. CMake
# itself refuses it (the property QOPT_LINKAGE of what is linked must agree).

file(RELATIVE_PATH _qopt_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})

# Called for each room: what it is made of, beside what it links of ours.
function(_qopt_room target third_parties)
  set_target_properties(${target} PROPERTIES
    QOPT_OBJECTS "${target}" QOPT_THIRD_PARTIES "${third_parties}"
    INTERFACE_QOPT_LINKAGE rooms COMPATIBLE_INTERFACE_STRING QOPT_LINKAGE)
endfunction()

# The object files of rooms as a list for add_library.
function(_qopt_objects out rooms)
  set(objects "")
  foreach(room IN LISTS rooms)
    get_target_property(targets ${room} QOPT_OBJECTS) # more than itself: one for each instruction set
    list(TRANSFORM targets REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
    list(APPEND objects ${targets})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# Links a target by its file: who uses the installed library needs to find none of them.
function(_qopt_link_third_parties target rooms)
  foreach(room IN LISTS rooms)
    get_target_property(libraries ${room} QOPT_THIRD_PARTIES)
    foreach(library IN LISTS libraries)
      if(TARGET ${library})
        target_link_libraries(${target} PRIVATE $<TARGET_FILE:${library}>)
      else()
        target_link_libraries(${target} PRIVATE ${library})
      endif()
    endforeach()
  endforeach()
endfunction()

function(qopt_add_shared_library target name)
  cmake_parse_arguments(ARG "" "" "ROOMS;LINK" ${ARGN})
  _qopt_reject_unparsed(${target} "${ARG_UNPARSED_ARGUMENTS}")
  _qopt_objects(objects "${ARG_ROOMS}")
  add_library(${target} SHARED ${objects})
  set(map ${PROJECT_SOURCE_DIR}/tools/cmake/${name}.map)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} LINKER_LANGUAGE CXX LINK_DEPENDS ${map}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
    BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "$ORIGIN"
    QOPT_ROOMS "${ARG_ROOMS}"
    INTERFACE_QOPT_LINKAGE libraries COMPATIBLE_INTERFACE_STRING QOPT_LINKAGE)
  # Calls inside the library go straight; addresses and data stay one for all.
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-Bsymbolic-functions)
  if(NOT QOPT_SANITIZE) # the sanitizers' own symbols come with the executable
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_LINK} PRIVATE Threads::Threads)
  _qopt_link_third_parties(${target} "${ARG_ROOMS}")
  target_compile_features(${target} INTERFACE cxx_std_20)
  _qopt_include_roots(${target} INTERFACE)
  _qopt_export(${target} ${name}-targets ${name})
endfunction()

function(qopt_add_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS" ${ARGN})
  _qopt_reject_unparsed(${name} "${ARG_UNPARSED_ARGUMENTS}")
  _qopt_objects(objects "${ARG_ROOMS}")
  add_executable(${name} ${ARG_SOURCES} ${objects})
  qopt_common_flags(${name})
  _qopt_cold_flags(${name})
  _qopt_include_roots(${name} PRIVATE)
  set_target_properties(${name} PROPERTIES
    QOPT_ROOMS "${ARG_ROOMS}"
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
    LINK_DEPENDS_NO_SHARED ON # a change inside a library is no reason to link again
    BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "$ORIGIN/${_qopt_bin_to_lib}")
  target_link_libraries(${name} PRIVATE qopt_mlir qopt_shared)
  _qopt_link_third_parties(${name} "${ARG_ROOMS}")
  target_precompile_headers(${name} REUSE_FROM qopt_pch)
  _qopt_unite(${name} SMALL_FOLDERS)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

set(QOPT_TRIMMED -Wl,--gc-sections -Wl,--as-needed -Wl,--exclude-libs,ALL CACHE INTERNAL "Of modules in other processes")

function(qopt_why_not_inside out)
  set(${out} "" PARENT_SCOPE)
  if(NOT EXISTS ${LLVM_LIBRARY_DIR}/libMLIRIR.a)
    set(${out} "LLVM's archives are not installed" PARENT_SCOPE)
  endif()
endfunction()

# Sets `out` to the libraries of others that `rooms` link, but for MLIR and LLVM.
function(_qopt_third_parties out rooms)
  set(third_parties "")
  foreach(room IN LISTS rooms)
    get_target_property(of_room ${room} QOPT_THIRD_PARTIES)
    list(APPEND third_parties ${of_room})
  endforeach()
  list(REMOVE_DUPLICATES third_parties)
  list(REMOVE_ITEM third_parties MLIR LLVM)
  set(${out} ${third_parties} PARENT_SCOPE)
endfunction()

# qopt_link_inside links the rooms and LLVM's archives into `target`. The libraries that these
# archives need in turn, as far as a reference is left (qopt_add_static_copies), are static where
# that can be. protobuf, libjpeg and libpng are not, because Debian's archives of them are no code
# for shared objects (docs/decisions/tools/python.md); libzip has no archive there.
function(qopt_link_inside target)
  cmake_parse_arguments(ARG "" "MAP" "ROOMS" ${ARGN})
  _qopt_reject_unparsed(${target} "${ARG_UNPARSED_ARGUMENTS}")
  get_target_property(rooms qopt_shared QOPT_ROOMS)
  get_target_property(rooms_that_run qrt_shared QOPT_ROOMS)
  list(APPEND rooms ${ARG_ROOMS} ${rooms_that_run})
  _qopt_third_parties(third_parties "${rooms}")
  _qopt_objects(objects "${rooms}")
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  list(REMOVE_ITEM third_parties SQLite::SQLite3)
  list(FILTER third_parties EXCLUDE REGEX "/libz\\.so$")
  foreach(library sqlite3 z zstd tinfo)
    find_library(QOPT_MODULE_NEEDS_${library} NAMES lib${library}.a lib${library}.so.1 lib${library}.so.6 ${library})
    mark_as_advanced(QOPT_MODULE_NEEDS_${library})
    list(APPEND third_parties ${QOPT_MODULE_NEEDS_${library}})
  endforeach()
  list(TRANSFORM third_parties REPLACE "^protobuf::libprotobuf$" "$<TARGET_FILE:protobuf::libprotobuf>")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${ARG_MAP})
  target_link_options(${target} PRIVATE ${QOPT_TRIMMED} -Wl,--version-script=${ARG_MAP})
  target_link_libraries(${target} PRIVATE ${objects}
    -Wl,--start-group ${archives} -Wl,--end-group ${third_parties} Threads::Threads ${CMAKE_DL_LIBS})
  add_dependencies(${target} qopt_shared qrt_shared)
endfunction()
