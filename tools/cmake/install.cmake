# qopt_install_package()
#   Call once, at the end of the top CMakeLists.txt. Installs the rooms' headers, generated ones too,
#   under include/qopt, and the CMake package `qopt`: COMPONENTS qrt needs no MLIR, COMPONENTS qopt
#   finds it.

include(CMakePackageConfigHelpers)

function(qopt_install_package)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/qopt)
  foreach(room importers ir lowering passes runtime tools/libqopt)
    foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
      install(DIRECTORY ${root}/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/qopt/${room} OPTIONAL
        FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
    endforeach()
  endforeach()
  # What the rooms link privately: the kernel cache, the ONNX importer.
  set(QOPT_QRT_DEPENDS SQLite3)
  set(QOPT_QOPT_DEPENDS Protobuf)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/qopt-config.cmake.in
    ${PROJECT_BINARY_DIR}/qopt-config.cmake INSTALL_DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/qopt-config.cmake ${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    DESTINATION ${destination})
  install(EXPORT qrt-targets NAMESPACE qopt:: DESTINATION ${destination})
  install(EXPORT qopt-targets NAMESPACE qopt:: DESTINATION ${destination})
endfunction()
