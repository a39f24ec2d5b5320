# PoCL as tests load it: the installed library by a path of the build folder, where it finds, in place of its own, a header that costs
# nothing to leave out and libraries of the functions that our kernels call alone (docs/decisions/lowering/pocl-functions.md). Bodies
# of functions, compiler and all else are those of the installed one.
# QOPT_TEST_POCL is the folder for OCL_ICD_VENDORS; empty where PoCL is not the one platform here, or lies otherwise. QOPT_TEST_POCL_QUICK
# is that of a PoCL that compiles without optimizing (quick_compiler.cpp); the same one where this PoCL calls LLVM otherwise.
set(QOPT_TEST_POCL "")
set(QOPT_TEST_POCL_QUICK "")
file(GLOB _platforms /etc/OpenCL/vendors/*.icd)
list(LENGTH _platforms _count)
if(NOT _count EQUAL 1 OR DEFINED ENV{OCL_ICD_VENDORS})
  return()
endif()
file(STRINGS ${_platforms} _libpocl LIMIT_COUNT 1)
find_library(QOPT_LIBPOCL NAMES ${_libpocl})
mark_as_advanced(QOPT_LIBPOCL)
get_filename_component(_libraries "${QOPT_LIBPOCL}" DIRECTORY)
get_filename_component(_data "${_libraries}/../../share/pocl" REALPATH)
if(NOT _libpocl MATCHES "libpocl" OR NOT EXISTS ${_libraries}/pocl OR NOT EXISTS ${_data}/include/opencl-c.h)
  return()
endif()

set(_root ${PROJECT_BINARY_DIR}/test/pocl)
get_filename_component(_libpocl "${_libpocl}" NAME)
file(MAKE_DIRECTORY ${_root}/lib/any ${_root}/share/pocl/include ${_root}/vendors)
file(GLOB _names RELATIVE ${_libraries} ${_libraries}/libpocl.so.*)
foreach(_name IN LISTS _names)
  file(CREATE_LINK ${_libraries}/${_name} ${_root}/lib/any/${_name} SYMBOLIC)
endforeach()
file(CREATE_LINK ${_libraries}/pocl ${_root}/lib/any/pocl SYMBOLIC)
file(CONFIGURE OUTPUT ${_root}/vendors/pocl.icd CONTENT "${_root}/lib/any/${_libpocl}\n")

# Clang reads the 18,000 lines that the guard leaves out token by token.
file(GLOB _headers RELATIVE ${_data}/include ${_data}/include/*.h)
list(REMOVE_ITEM _headers opencl-c.h)
foreach(_header IN LISTS _headers)
  file(CREATE_LINK ${_data}/include/${_header} ${_root}/share/pocl/include/${_header} SYMBOLIC)
endforeach()
file(CONFIGURE OUTPUT ${_root}/share/pocl/include/opencl-c.h
  CONTENT "#ifndef _OPENCL_H_\n#include \"${_data}/include/opencl-c.h\"\n#endif\n")

# Processors without AVX2 read the whole library.
set(_declarations ${PROJECT_SOURCE_DIR}/lowering/kernels/common/opencl_functions.h)
set(_trim ${PROJECT_SOURCE_DIR}/test/pocl/trim_library.py)
set(_trimmed "")
file(GLOB _functions RELATIVE ${_data} ${_data}/*.bc)
foreach(_library IN LISTS _functions)
  set(_out ${_root}/share/pocl/${_library})
  if(_library MATCHES "-avx(2|512)\\.bc$")
    add_custom_command(OUTPUT ${_out}
      COMMAND ${Python3_EXECUTABLE} -B ${_trim} ${QOPT_LIBPOCL} ${_declarations} ${_data}/${_library} ${_out}
      DEPENDS ${_trim} ${_declarations} ${_data}/${_library} COMMENT "trimming ${_library}" VERBATIM)
    list(APPEND _trimmed ${_out})
  else()
    file(CREATE_LINK ${_data}/${_library} ${_out} SYMBOLIC)
  endif()
endforeach()
add_custom_target(pocl_of_tests ALL DEPENDS ${_trimmed})
set(QOPT_TEST_POCL ${_root}/vendors)
set(QOPT_TEST_POCL_QUICK ${_root}/vendors)

set(_imported PassManagerBuilder25populateModulePassManagerERNS_6legacy15PassManagerBaseE TargetMachine19getTargetIRAnalysisEv)
foreach(_function IN LISTS _imported)
  file(STRINGS ${QOPT_LIBPOCL} _found LIMIT_COUNT 1 REGEX "_ZNK?4llvm[0-9]+${_function}")
  if(NOT _found)
    return()
  endif()
endforeach()
add_library(pocl_quick MODULE ${PROJECT_SOURCE_DIR}/test/pocl/quick_compiler.cpp)
set_target_properties(pocl_quick PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${_root}/lib/any BUILD_RPATH "$ORIGIN"
  CXX_VISIBILITY_PRESET hidden)
target_compile_options(pocl_quick PRIVATE -fno-sanitize=all)
target_link_options(pocl_quick PRIVATE -fno-sanitize=all -Wl,--no-as-needed)
target_link_libraries(pocl_quick PRIVATE ${QOPT_LIBPOCL})
add_dependencies(pocl_of_tests pocl_quick)
file(CONFIGURE OUTPUT ${_root}/quick_vendors/pocl.icd CONTENT "${_root}/lib/any/libpocl_quick.so\n")
set(QOPT_TEST_POCL_QUICK ${_root}/quick_vendors)
