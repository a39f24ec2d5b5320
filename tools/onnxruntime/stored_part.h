// This turns parts of graphs into the bytes that a compiled model of ONNX Runtime's holds, and
// back. One program for all its sizes is a .qart file with its kernels; a part of which programs
// are made as sizes come, or for the reference, is its rewritten network, as bytecode.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

#include <span>

namespace qopt::ort {

/// Returns the bytes of a part that has its module. Throws a Failure that begins with `place`.
std::string storePart(const CompiledPart &part, const PartOptions &options,
                      const std::string &place);

/// Opens bytes that storePart made, by a version that may be another one; it copies them. Throws a
/// Failure that begins with `name` where they are damaged, of another version, or for other
/// devices. The caller fills in the names of inputs and outputs.
std::shared_ptr<CompiledPart> openPart(std::span<const std::byte> bytes, const std::string &name,
                                       const PartOptions &options);
/// Opens a file in the same way, and maps it where it is a .qart file.
std::shared_ptr<CompiledPart> openPartFile(const std::string &path, const PartOptions &options);

/// Returns a text that says whether a build reads what this one stored: "qopt 0.1.0; parts of
/// format F, schema S, dialect D". F and S are of .qart files and have to be the reader's; D is of
/// bytecode and may be earlier. A model that holds one kind alone is measured by both.
std::string storedVersion();
Compatibility compatibilityOf(std::string_view version);

} // namespace qopt::ort
