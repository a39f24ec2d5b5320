// libcuda, found at run time: what the bench needs of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace qopt::test {

struct LaunchSize {
  int groups[3] = {1, 1, 1}, items = 1, localBytes = 0, cluster = 1;
};

class CudaDevice {
public:
  using Memory = uint64_t;
  using Kernel = void *;

  /// Null where there is no driver or no device.
  static CudaDevice *find();

  std::string name() const;
  int multiprocessors() const;
  Memory allocate(int64_t bytes);
  void release(Memory memory);
  void write(Memory to, const void *from, int64_t bytes);
  void read(void *to, Memory from, int64_t bytes);
  void set(Memory to, uint8_t value, int64_t bytes);
  Kernel load(const std::vector<char> &code, const std::string &entry, int localBytes);
  int registersOf(Kernel kernel);
  int spilledBytesOf(Kernel kernel);

  /// In stream order; `dependent`: may begin while the one before ends.
  void launch(Kernel kernel, const LaunchSize &size, void **arguments, bool dependent);
  void synchronize();
  /// Makes one graph of what `launches` launches, and returns the µs of each of `runs` runs of it.
  std::vector<double> timeGraph(const std::function<void()> &launches, int runs);
};

} // namespace qopt::test
