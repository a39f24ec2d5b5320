// Other weights into the programs of a .qart file (docs/decisions/runtime/refit.md). A model that
// runs takes them by qrt::Artifact::refit, or by name by qrt::Model::refit.
#pragma once

#include "tools/libqopt/artifact.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// The sizes of inputs that an entry's program was compiled for, for LoadOptions::shapes: what is
/// open in it stays open.
std::vector<LoadOptions::Shape> shapesOf(const qrt::ArtifactEntry &entry);

/// A clone of the network with an entry's sizes, for refit() of that entry.
qrt::Expected<Module> withShapesOf(mlir::ModuleOp module, const qrt::ArtifactEntry &entry);

/// The changes to one program of a file.
struct RefittedEntry {
  CompiledEntry compiled;
  size_t kernels = 0, changedKernels = 0; // whose texts hold other numbers than before
  size_t droppedBinaries = 0;             // compiled kernels of those, which lay in the file
};

/// The entry with the weights of `module`, the same network: as compileEntry makes it for the
/// entry's device, float order, libraries and choices of kernels, neither of which need be here, so
/// that a file of these programs is what qrun compile would write. Folded constants, multipliers,
/// biases, tables and bounds are computed anew. Kernels that were compiled into the file stay where
/// their text does. Refused, naming the first layer that is another: what has another plan
/// (qrt::checkSamePlan), which is a network to compile.
qrt::Expected<RefittedEntry> refit(const qrt::Artifact &artifact, size_t entry,
                                   mlir::ModuleOp module);
/// The same of a module that may leave sizes open which the entry states: for OpenOptions.
qrt::Expected<CompiledEntry> refittedEntry(const qrt::Artifact &artifact, size_t entry,
                                           mlir::ModuleOp module);

} // namespace qopt
