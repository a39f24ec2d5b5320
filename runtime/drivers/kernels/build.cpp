#include "runtime/drivers/kernels/build.h"

#include "runtime/drivers/kernels/launches.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace qrt::kernels {

/// Calls `work` on up to `count` threads, this one among them.
static void onThreads(size_t count, const std::function<void()> &work) {
  const size_t threads = std::min<size_t>(count, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> helpers;
  helpers.reserve(threads);
  try {
    for (size_t i = 1; i < threads; ++i)
      helpers.emplace_back(work);
  } catch (const std::system_error &) { // then with fewer
  }
  work();
  for (std::thread &thread : helpers)
    thread.join();
}

Status buildAll(const Program &program, const DeviceDescription &device, const LoadOptions &options,
                const std::function<Status(size_t)> &build) {
  const size_t count = program.kernels.size();
  if (options.progress && count)
    options.progress(0, count);
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0, failed = count; // the first kernel at fault: the same whoever compiles it
  Status failure;
  std::exception_ptr thrown; // by the caller's progress, or for want of memory: the first
  auto buildNext = [&](size_t i) {
    Status status = build(i);
    std::lock_guard lock(mutex);
    if (!status.ok() && i < failed) {
      failed = i;
      next = count;
      failure = {status.code(),
                 "layer '" + layerOf(program, i) + "' on " + device.name + ": " + status.message()};
    }
    if (options.progress)
      options.progress(++done, count);
  };
  onThreads(count, [&] {
    try {
      for (size_t i = next++; i < count; i = next++)
        buildNext(i);
    } catch (...) { // a thread's own stack must not let it go
      std::lock_guard lock(mutex);
      thrown = thrown ? thrown : std::current_exception();
      next = count;
    }
  });
  if (thrown)
    std::rethrow_exception(thrown);
  return failure;
}

} // namespace qrt::kernels
