# For scripts that run what the pages embedding.md and passes.md built of the installed examples (test/pages).
# Variables: PREFIX (where qopt is installed), BUILT (the example's build folder), SOURCE (the test's
# folder), WORK (scratch, made anew).
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

# run(CODE OUT COMMAND…): the command's output; fails unless it exits with CODE.
function(run expected_code out)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT code EQUAL expected_code)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nexited with ${code}, not ${expected_code}\n${output}${errors}")
  endif()
  set(${out} "${output}${errors}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "no match of\n${pattern}\nin\n${text}")
  endif()
endfunction()
