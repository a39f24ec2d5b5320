# Everything the rooms' CMakeLists.txt call. In the top CMakeLists.txt, after project():
#   include(tools/cmake/qopt.cmake)   # options, flags and the functions below
#   qopt_setup_mlir()                 # once, before the first qopt_add_library
# Functions: qopt_add_library qopt_add_tablegen (mlir.cmake),
# qrt_add_library qrt_find_sources qopt_embed_text (runtime.cmake),
# qopt_find_families qopt_camel_case (families.cmake),
# qopt_add_shared_library qopt_add_executable (libraries.cmake),
# qopt_add_gtest qopt_add_benchmark (tests.cmake), qopt_install_package (install.cmake).

include(${CMAKE_CURRENT_LIST_DIR}/options.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/mlir.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/runtime.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/families.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tests.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/install.cmake)
