// Parts of graphs as bytes, and back: what a compiled model of ONNX Runtime's holds. One program
// for all its sizes is a .qart file with its kernels; a part of which programs are made as sizes
// come, or for the reference, is its rewritten network, as bytecode.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

#include <span>

namespace qopt::ort {

/// Of a part that has its module. Throws a Failure that begins with `place`.
std::string storePart(const CompiledPart &part, const PartOptions &options,
                      const std::string &place);

/// Bytes that storePart made, by a version that may be another one; they are copied. Throws a
/// Failure that begins with `name` where they are damaged, of another version, or for other
/// devices. The names of inputs and outputs are the caller's.
std::shared_ptr<CompiledPart> openPart(std::span<const std::byte> bytes, const std::string &name,
                                       const PartOptions &options);
/// The same of a file, which is mapped where it is a .qart file.
std::shared_ptr<CompiledPart> openPartFile(const std::string &path, const PartOptions &options);

/// What says whether this build reads what another one stored: "qopt 0.1.0; parts of format F,
/// schema S, dialect D". The first two are of .qart files and have to be this build's; D is of
/// bytecode and may be earlier. A model that holds one kind alone is measured by both.
std::string storedVersion();
Compatibility compatibilityOf(std::string_view version);

} // namespace qopt::ort
