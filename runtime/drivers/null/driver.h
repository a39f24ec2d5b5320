// The driver that computes nothing: a guide for new drivers, and what load
// and bookkeeping cost alone.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

Expected<std::unique_ptr<Device>> openNull(std::optional<unsigned>);

} // namespace qrt
