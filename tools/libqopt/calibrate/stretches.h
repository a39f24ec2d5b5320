// A long network in parts that follow one another, so that what is measured of it takes memory of a
// part's length.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include <string>
#include <vector>

namespace qopt {

/// A part, a network itself: constants that it reads are its own, what else it reads are its
/// arguments. Tensors lie in slots; the first are the network's arguments.
struct Stretch {
  Module module;
  std::vector<size_t> inputs;  // the slots of its arguments
  std::vector<size_t> outputs; // the slots that its results fill
  std::vector<size_t> done;    // the slots that no later part reads
};

struct Stretches {
  std::vector<Stretch> parts;
  size_t slots = 0;
  /// Says of a part that could not be cut and is longer than asked for how long it is, and why;
  /// else empty.
  std::string whyLong = {};
};

/// Parts of about `most` operations each, or the whole, of which then nothing else is said. They
/// are cut where all that is read on both sides has samples along its first dimension, as the input
/// that counts them, or is fixed.
Stretches cutIntoStretches(mlir::ModuleOp module, size_t most);

} // namespace qopt
