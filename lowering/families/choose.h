// These choices are made for a whole function before its calls are built: first those of kernels
// that have a say in layouts, then layouts.
#pragma once

#include "lowering/families/op_lowering.h"
#include "runtime/format/device_description.h"

namespace qopt {

/// Returns the calls of operations that draft them, as their preferred kernels would read their
/// inputs; nothing if the device takes no kernels.
DraftsByOp draftCalls(mlir::func::FuncOp function, const qrt::DeviceDescription &device,
                      qrt::FloatOrder order);

/// Gives every computed value the layout that most of its readers wish for.
void chooseLayouts(ProgramBuilder &builder, mlir::func::FuncOp function);

} // namespace qopt
