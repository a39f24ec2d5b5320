// .qart files in memory, for tests that read or break them.
#pragma once

#include "runtime/format/artifact_header.h"
#include "test/runtime/format/programs.h"

namespace qrt::test {

/// Returns a program's entry in a file: a device named as its target, and its ports.
ArtifactEntry entryOf(const Program &program);

/// Returns a file of these programs.
std::string artifactOf(const std::vector<Program> &programs);
/// Returns a file of everyCall and launches, with a compiled kernel and with every field of a port.
std::string fullArtifact();

/// Corrects sums and sizes of changed bytes, as far as there is something to sum: else they would
/// refuse nearly every change before the field itself is checked.
void mendSums(std::string &bytes);

/// Reads the bytes from where a file may lie, a multiple of 64.
Expected<ArtifactFile> readArtifact(const std::string &bytes, std::string name = "net.qart");

} // namespace qrt::test
