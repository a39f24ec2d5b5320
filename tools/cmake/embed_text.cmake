# Script of qopt_embed_text: writes ${OUT}.h and ${OUT}.cpp with the text of ${FILES}.
# Compilers limit one string literal to 64 KiB, but concatenate adjacent ones: a literal per chunk.

list(LENGTH FILES count)
file(WRITE ${OUT}.h "#pragma once
#include <array>
#include <string_view>

namespace qopt::embedded {
#ifndef QOPT_EMBEDDED_FILE
#define QOPT_EMBEDDED_FILE
struct File {
  std::string_view name, text;
};
#endif
extern const std::array<File, ${count}> ${BASE};
} // namespace qopt::embedded
")

set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  if(text MATCHES "\\)_qopt_\"")
    message(FATAL_ERROR "${file}: contains the raw string's own end mark")
  endif()
  string(LENGTH "${text}" length)
  set(literals "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 16000 chunk)
    string(APPEND literals "R\"_qopt_(${chunk})_qopt_\"\n")
    math(EXPR at "${at} + 16000")
  endwhile()
  if(length EQUAL 0)
    set(literals "\"\"")
  endif()
  string(APPEND rows "    File{\"${name}\", ${literals}},\n")
endforeach()
file(WRITE ${OUT}.cpp "#include \"${OUT}.h\"

namespace qopt::embedded {
const std::array<File, ${count}> ${BASE} = {{
${rows}}};
} // namespace qopt::embedded
")
