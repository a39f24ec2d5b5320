// A value that is kept as it is and also stored in another form, as a norm's result that a residual
// reads as floats and the next product as bytes: whoever makes it stores both.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

namespace qopt {

/// An elementwise node that reads one buffer alone, element by element, and writes another that
/// lies alike becomes part of the call that makes what it reads (CallEpilogue::auxiliary), the
/// first such node of a call. On a device with kernels only where each kernel that the call has
/// without it makes auxiliary results: no call changes its kernel for them.
void makeAuxiliaryResults(qrt::Program &calls, const qrt::DeviceDescription &device);

} // namespace qopt
