#include "runtime/drivers/kernels/queue_count.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace qrt::kernels {

constexpr unsigned mostQueues = 32;

Expected<unsigned> queueCount(unsigned own) {
  const char *text = std::getenv("QOPT_QUEUES");
  if (!text)
    return own;
  unsigned count = 0;
  const char *end = text + std::strlen(text);
  auto [stop, error] = std::from_chars(text, end, count);
  if (error != std::errc() || stop != end || count < 1 || count > mostQueues)
    return invalidArgument("QOPT_QUEUES=" + std::string(text) + ": expected a number from 1 to " +
                           std::to_string(mostQueues));
  return count;
}

} // namespace qrt::kernels
