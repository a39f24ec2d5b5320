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

# By file where it is a target: who uses the installed library needs to find none of them.
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
