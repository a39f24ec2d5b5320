#include "tools/triton/served.h"

#include "tools/triton/failure.h"
#include "tools/triton/types.h"

#include <algorithm>

namespace qopt::triton {

using qrt::ArtifactEntry;
using qrt::ArtifactPort;

static int64_t dimOf(const qrt::Extent &size) { return size.isStatic() ? size.at(1) : -1; }

static bool saysLength(const std::vector<ArtifactPort> &ports, size_t output) {
  return std::ranges::any_of(
      ports, [&](const ArtifactPort &port) { return port.length && port.length->count == output; });
}

static std::vector<ServedPort> portsOf(const std::string &file,
                                       const std::vector<ArtifactPort> &ports) {
  std::vector<ServedPort> served;
  for (size_t i = 0; i < ports.size(); ++i) {
    if (saysLength(ports, i))
      continue;
    if (!servedType(ports[i].type))
      fail(TRITONSERVER_ERROR_UNSUPPORTED,
           file + ": '" + ports[i].name + "' is " + std::string(elementTypeName(ports[i].type)) +
               ", a type that Triton has not: cast it in the model");
    ServedPort &port = served.emplace_back(ServedPort{ports[i].name, ports[i].type, {}, i});
    for (const qrt::Extent &size : ports[i].shape)
      port.dims.push_back(dimOf(size));
  }
  return served;
}

/// Opens the sizes in which `ports`, another program's, differ from what is served.
static void join(const std::string &file, std::vector<ServedPort> &served,
                 const std::vector<ServedPort> &ports) {
  const auto isSame = [](const ServedPort &a, const ServedPort &b) {
    return a.name == b.name && a.type == b.type && a.dims.size() == b.dims.size() &&
           a.port == b.port;
  };
  if (!std::ranges::equal(served, ports, isSame))
    fail(TRITONSERVER_ERROR_UNSUPPORTED,
         file +
             ": its programs differ in names, types or ranks of inputs or outputs, and one model "
             "has one of each: compile them into files of their own");
  for (size_t i = 0; i < served.size(); ++i)
    for (size_t d = 0; d < served[i].dims.size(); ++d)
      if (served[i].dims[d] != ports[i].dims[d])
        served[i].dims[d] = -1;
}

/// Returns for one program what Served::largestBatch says.
static int64_t largestBatchOf(const ArtifactEntry &entry) {
  std::vector<ArtifactPort> ports = entry.inputs;
  ports.insert(ports.end(), entry.outputs.begin(), entry.outputs.end());
  const auto grows = [](const ArtifactPort &port) {
    return !port.shape.empty() && port.shape[0] == qrt::Extent{1, 0} && !port.length &&
           std::all_of(port.shape.begin() + 1, port.shape.end(),
                       [](const qrt::Extent &size) { return size.isStatic(); });
  };
  const auto isOne = [](const ArtifactPort &port) {
    return !port.shape.empty() && port.shape[0] == qrt::Extent{0, 1} && !port.length;
  };
  return std::ranges::all_of(ports, grows)   ? qrt::maxBatch
         : std::ranges::all_of(ports, isOne) ? 1
                                             : 0;
}

static bool isPerSample(const qrt::Artifact &artifact) {
  bool isProved = false;
  for (size_t i = 0; i < artifact.entries().size(); ++i) {
    if (artifact.entries()[i].device.takesKernels)
      continue;
    isProved = qrt::isPerSample(*must(artifact.program(i), ""));
    if (!isProved)
      break;
  }
  return isProved;
}

Served servedBy(const qrt::Artifact &artifact) {
  Served served{artifact.name(), {}, {}};
  if (artifact.entries().empty())
    refuse(served.file + ": it has no programs: compile the model for a device");
  for (const ArtifactEntry &entry : artifact.entries()) {
    const std::vector<ServedPort> inputs = portsOf(served.file, entry.inputs),
                                  outputs = portsOf(served.file, entry.outputs);
    if (&entry == &artifact.entries().front()) {
      served.inputs = inputs;
      served.outputs = outputs;
      served.largestBatch = largestBatchOf(entry);
    }
    join(served.file, served.inputs, inputs);
    join(served.file, served.outputs, outputs);
    served.largestBatch = std::min(served.largestBatch, largestBatchOf(entry));
  }
  served.isPerSample = served.largestBatch > 1 && isPerSample(artifact);
  return served;
}

std::vector<int64_t> dimsOf(const ServedPort &port, bool hasBatch) {
  return {port.dims.begin() + hasBatch, port.dims.end()};
}

std::string namesOf(const std::vector<ServedPort> &ports) {
  std::string names;
  for (const ServedPort &port : ports)
    names += (names.empty() ? "" : ", ") + port.name;
  return names;
}

std::string textOf(const std::vector<int64_t> &dims) {
  std::string text = "[";
  for (int64_t dim : dims)
    text += (text.size() > 1 ? ", " : " ") + std::to_string(dim);
  return text + " ]";
}

} // namespace qopt::triton
