#include "runtime/drivers/opencl/libraries.h"

#include "runtime/drivers/opencl/libraries/clblast/clblast.h"
#include "runtime/numerics/types/return_if_error.h"

namespace qrt::opencl {

static const Library *const all[] = {&clblast};

const Library *libraryNamed(std::string_view name) {
  for (const Library *library : all)
    if (library->name == name)
      return library;
  return nullptr;
}

std::vector<std::string> libraryNames() {
  std::vector<std::string> names;
  for (const Library *library : all)
    names.emplace_back(library->name);
  return names;
}

std::vector<std::string> foundLibraries() {
  std::vector<std::string> names;
  for (const Library *library : all)
    if (library->find().ok())
      names.emplace_back(library->name);
  return names;
}

Status checkLibraryCall(const LibraryCall &call) {
  const Library *library = libraryNamed(call.library);
  if (!library)
    return {StatusCode::Unsupported, "OpenCL calls no library '" + call.library + "'"};
  QRT_RETURN_IF_ERROR(library->find());
  return library->check(call);
}

} // namespace qrt::opencl
