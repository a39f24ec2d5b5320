// The driver that computes nothing: a guide for new drivers, and a measure of the cost of loading
// and bookkeeping.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

Expected<std::unique_ptr<Device>> openNull(std::optional<unsigned>);

} // namespace qrt
