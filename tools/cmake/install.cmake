# qopt_install_package()
#   Call once, at the end of the top CMakeLists.txt. Installs the headers of the rooms that the two
#   libraries show, generated ones too, under include/qopt, and the CMake package `qopt`.

include(CMakePackageConfigHelpers)

function(qopt_install_package)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/qopt)
  foreach(room ir passes runtime tools/libqopt)
    foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
      install(DIRECTORY ${root}/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/qopt/${room} OPTIONAL
        FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
    endforeach()
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/qopt-config.cmake.in
    ${PROJECT_BINARY_DIR}/qopt-config.cmake INSTALL_DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/qopt-config.cmake ${PROJECT_BINARY_DIR}/qopt-config-version.cmake
    DESTINATION ${destination})
  foreach(set qrt qopt mlir)
    install(EXPORT ${set}-targets NAMESPACE qopt:: DESTINATION ${destination})
  endforeach()
endfunction()
