// The bench's command line, and its device code, kept in files by its text's hash.
#pragma once

#include "test/lowering/kernels/tensor_core/resnet50.h"

#include <map>
#include <string>
#include <thread>
#include <vector>

namespace qopt::test {

struct Options {
  std::string root = ".", cache = "/tmp/tensor_core_cache", csv;
  bool compileOnly = false, check = false;
  std::vector<Numbers> types = {Numbers::Bytes};
  int openClFrom = 1 << 30, every = 1;
  std::vector<int> batches = {1, 8, 32, 128};
  int processes = int(std::thread::hardware_concurrency());
};

/// As --types= has it.
const char *nameOf(Numbers numbers);
Options parseOptions(int argc, char **argv);

/// Returns the device code of the kernel `text`; empty if it did not compile.
std::vector<char> deviceCode(const Options &options, const std::string &text);
/// Texts and what to call them; those that are there already are not compiled again.
void compileAll(const Options &options, const std::map<std::string, std::string> &texts);

} // namespace qopt::test
