// .qart files in memory, for tests that read or break them.
#pragma once

#include "runtime/format/artifact_header.h"
#include "test/runtime/format/programs.h"

namespace qrt::test {

/// What a file says of a program: a device of its target's name, its ports.
ArtifactEntry entryOf(const Program &program);

/// A file of these programs.
std::string artifactOf(const std::vector<Program> &programs);
/// The same of everyCall and launches, with a compiled kernel and with all that a port may say.
std::string fullArtifact();

/// Sums and sizes made to fit what was changed, as far as there is something to sum: or these would
/// refuse nearly everything before it is looked at.
void mendSums(std::string &bytes);

/// Reads the bytes from where a file may lie, a multiple of 64.
Expected<ArtifactFile> readArtifact(const std::string &bytes, std::string name = "net.qart");

} // namespace qrt::test
