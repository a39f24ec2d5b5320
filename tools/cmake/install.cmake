# qopt_install_package()
#   Call once, at the end of the top CMakeLists.txt. Installs the headers of the rooms that the two
#   libraries show, generated ones too, under include/qopt, the CMake package `qopt`, which the
#   build folder is, too, qrt.pc for pkg-config, the pages under share/doc/qopt, and under share/qopt/examples what they work on; QOPT_TUNING_DATABASE, where it is
#   set, as share/qopt/tuning.sqlite.

include(CMakePackageConfigHelpers)

# Paths in it begin where it lies: a prefix may be moved.
function(_qopt_install_pkg_config destination)
  file(RELATIVE_PATH QRT_PC_TO_PREFIX ${CMAKE_INSTALL_PREFIX}/${destination} ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/qrt.pc.in ${PROJECT_BINARY_DIR}/qrt.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/qrt.pc DESTINATION ${destination})
endfunction()

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
    export(EXPORT ${set}-targets NAMESPACE qopt:: FILE ${PROJECT_BINARY_DIR}/${set}-targets.cmake)
  endforeach()
  _qopt_install_pkg_config(${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  set(QOPT_TUNING_DATABASE "" CACHE FILEPATH "A database of qrun tune's, to be installed beside the library")
  if(QOPT_TUNING_DATABASE)
    install(FILES ${QOPT_TUNING_DATABASE} DESTINATION ${CMAKE_INSTALL_DATADIR}/qopt RENAME tuning.sqlite)
  endif()
  set(examples ${CMAKE_INSTALL_DATADIR}/qopt/examples)
  set(models ${PROJECT_SOURCE_DIR}/test/models)
  install(FILES ${models}/lenet.onnx ${models}/digits_calibration.npz ${models}/digits_dev.npz
    ${models}/tiny.onnx ${models}/tiny_calibration.npz ${models}/tiny_dev.npz ${models}/tiny_signal.npy
    DESTINATION ${examples})
  install(DIRECTORY ${models}/digits DESTINATION ${examples})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/test/jit_host/project/ DESTINATION ${examples}/host)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/test/plugin/project/ DESTINATION ${examples}/plugin)
  foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}) # the built reference pages, too
    install(DIRECTORY ${root}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
  endforeach()
endfunction()
