#include "test/lowering/kernels/tensor_core/bench_options.h"

#include "test/lowering/kernels/tensor_core/cuda_device.h"
#include "test/nvrtc/nvrtc.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace qopt::test {
namespace {

const std::vector<std::string> compilerOptions = {
    "--gpu-architecture=sm_90a", "--fmad=false", "--prec-div=true",   "--prec-sqrt=true",
    "-DDEPENDENT_LAUNCH",        "--std=c++17",  "--ptxas-options=-v"};

std::string cachePath(const Options &options, const std::string &text) {
  return options.cache + "/" + std::to_string(std::hash<std::string>()(text)) + ".cubin";
}

std::vector<std::string> listOf(const std::string &value) {
  std::vector<std::string> list;
  std::stringstream text(value);
  for (std::string item; std::getline(text, item, ',');)
    list.push_back(item);
  return list;
}

std::vector<Numbers> typesOf(const std::string &value) {
  std::vector<Numbers> types;
  for (const std::string &name : listOf(value))
    for (Numbers numbers : {Numbers::Bytes, Numbers::BytesWithZeros, Numbers::Halves})
      if (name == nameOf(numbers))
        types.push_back(numbers);
  return types;
}

} // namespace

const char *nameOf(Numbers numbers) {
  return numbers == Numbers::Bytes ? "u8" : numbers == Numbers::Halves ? "f16" : "zeros";
}

Options parseOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i], name = argument.substr(0, argument.find('='));
    const std::string value = argument.substr(std::min(argument.size(), name.size() + 1));
    if (name == "--root")
      options.root = value;
    else if (name == "--cache")
      options.cache = value;
    else if (name == "--csv")
      options.csv = value;
    else if (name == "--types")
      options.types = typesOf(value);
    else if (name == "--check")
      options.check = true;
    else if (name == "--compile-only")
      options.compileOnly = true;
    else if (name == "--every")
      options.every = std::stoi(value);
    else if (name == "--opencl")
      options.openClFrom = std::stoi(value);
    else if (name == "--processes")
      options.processes = std::stoi(value);
    else if (name == "--batches") {
      options.batches.clear();
      for (const std::string &batch : listOf(value))
        options.batches.push_back(std::stoi(batch));
    } else {
      std::fprintf(stderr, "unknown option %s\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

std::vector<char> deviceCode(const Options &options, const std::string &text) {
  std::ifstream file(cachePath(options, text), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void compileAll(const Options &options, const std::map<std::string, std::string> &texts) {
  std::filesystem::create_directories(options.cache);
  for (int process = 0; process < options.processes; ++process)
    if (fork() == 0) {
      int number = 0;
      for (const auto &[text, name] : texts) {
        if (number++ % options.processes != process ||
            access(cachePath(options, text).c_str(), R_OK) == 0)
          continue;
        const Compiled compiled = compileCuda(text, compilerOptions);
        const char *used = std::strstr(compiled.log.c_str(), "Used ");
        const char *spilled = std::strstr(compiled.log.c_str(), "bytes stack frame");
        if (compiled.code.empty())
          std::printf("%s: %s\n", name.c_str(), compiled.log.c_str());
        else if (options.compileOnly)
          std::printf("%s: %.20s, %.80s\n", name.c_str(), used ? used : "?",
                      spilled ? spilled : "?");
        std::ofstream(cachePath(options, text), std::ios::binary)
            .write(compiled.code.data(), std::streamsize(compiled.code.size()));
        std::ofstream(cachePath(options, text) + ".name") << name << "\n";
      }
      std::fflush(stdout);
      std::_Exit(0);
    }
  while (wait(nullptr) > 0)
    ;
}

} // namespace qopt::test
