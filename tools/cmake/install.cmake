# qopt_install_package([HEADERS <room> …] [QRT_DEPENDS pkg …] [QOPT_DEPENDS pkg …])
#   Call once, at the end of the top CMakeLists.txt. Installs the rooms' headers, generated ones too
#   (HEADERS, default: all rooms with an API) under include/qopt, and the CMake package `qopt`:
#   COMPONENTS qrt needs no MLIR, COMPONENTS qopt finds it. *_DEPENDS: packages that the rooms'
#   private links need (default: today's).

include(CMakePackageConfigHelpers)

function(qopt_install_package)
  cmake_parse_arguments(ARG "" "" "HEADERS;QRT_DEPENDS;QOPT_DEPENDS" ${ARGN})
  _qopt_reject_unparsed(qopt_install_package "${ARG_UNPARSED_ARGUMENTS}")
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS importers ir lowering passes runtime tools/libqopt)
  endif()
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/qopt)
  foreach(room IN LISTS ARG_HEADERS)
    foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
      if(IS_DIRECTORY ${root}/${room} OR root STREQUAL PROJECT_BINARY_DIR)
        install(DIRECTORY ${root}/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/qopt/${room} OPTIONAL
          FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
      endif()
    endforeach()
  endforeach()
  if(NOT ARG_QRT_DEPENDS)
    set(ARG_QRT_DEPENDS SQLite3) # the kernel cache
  endif()
  if(NOT ARG_QOPT_DEPENDS)
    set(ARG_QOPT_DEPENDS Protobuf) # the ONNX importer
  endif()
  list(JOIN ARG_QRT_DEPENDS " " QOPT_QRT_DEPENDS)
  list(JOIN ARG_QOPT_DEPENDS " " QOPT_QOPT_DEPENDS)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/qopt-config.cmake.in
    ${PROJECT_BINARY_DIR}/qopt-config.cmake INSTALL_DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/qopt-config.cmake ${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    DESTINATION ${destination})
  install(EXPORT qrt-targets NAMESPACE qopt:: DESTINATION ${destination})
  install(EXPORT qopt-targets NAMESPACE qopt:: DESTINATION ${destination})
endfunction()
