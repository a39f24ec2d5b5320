// A libnvrtc.so.13 for tests: code is the text itself, and what has the word "@wrong" does not
// compile.
#include "runtime/drivers/cuda/nvrtc.h"

#include <cstring>

namespace qrt::cuda {
struct _nvrtcProgram {
  std::string text, options;
  bool isWrong() const { return text.find("@wrong") != std::string::npos; }
  std::string log() const { return isWrong() ? "kernel.cu(1): error: this is wrong" : ""; }
  std::string code() const { return "cubin " + text + options; }
};
} // namespace qrt::cuda
using qrt::cuda::NvrtcProgram;

extern "C" {

int nvrtcVersion(int *major, int *minor) { return *major = 13, *minor = 0, 0; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 2, 0; }
int nvrtcGetSupportedArchs(int *known) { return known[0] = 80, known[1] = 90, 0; }
int nvrtcCreateProgram(NvrtcProgram *program, const char *text, const char *, int,
                       const char *const *, const char *const *) {
  return *program = new qrt::cuda::_nvrtcProgram{text, ""}, 0;
}
int nvrtcDestroyProgram(NvrtcProgram *program) {
  delete *program;
  return *program = nullptr, 0;
}
int nvrtcCompileProgram(NvrtcProgram program, int count, const char *const *options) {
  for (int i = 0; i < count; ++i)
    program->options += std::string(" ") + options[i];
  return program->isWrong() ? 6 : 0;
}
int nvrtcGetProgramLogSize(NvrtcProgram program, size_t *size) {
  return *size = program->log().size() + 1, 0;
}
int nvrtcGetProgramLog(NvrtcProgram program, char *log) {
  return std::strcpy(log, program->log().c_str()), 0;
}
int nvrtcGetCUBINSize(NvrtcProgram program, size_t *size) {
  return *size = program->code().size() + 1, 0;
}
int nvrtcGetCUBIN(NvrtcProgram program, char *code) {
  return std::strcpy(code, program->code().c_str()), 0;
}

} // extern "C"
