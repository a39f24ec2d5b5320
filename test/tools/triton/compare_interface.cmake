# This compiles interface.cpp with Triton's headers: it succeeds where what tools/triton states is what they say.
if(NOT EXISTS ${HEADERS}/triton/core/tritonbackend.h)
  message(STATUS "skipped: ${HEADERS} has no triton/core/tritonbackend.h (the folder include of github.com/triton-inference-server/core belongs there)")
  return()
endif()
execute_process(
  COMMAND ${CXX} -std=c++20 -fsyntax-only -I${ROOT} -isystem ${HEADERS} ${CMAKE_CURRENT_LIST_DIR}/interface.cpp
  COMMAND_ERROR_IS_FATAL ANY)
