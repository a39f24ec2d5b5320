// devices [FILE.qart]: what libqrt alone finds here, and the file's program on the host, on zeros.
#include "runtime/core/artifact.h"

#include <cstdio>

static int fail(const qrt::Status &status) {
  std::fprintf(stderr, "error: %s\n", status.message().c_str());
  return 1;
}

int main(int argc, char **argv) {
  for (const qrt::DeviceDescription &device : qrt::listDevices())
    std::printf("device %s: %s\n", device.driver.c_str(), device.name.c_str());
  if (argc < 2)
    return 0;
  auto device = qrt::openDevice("host");
  if (!device)
    return fail(device.status());
  auto artifact = qrt::Artifact::open(argv[1]);
  if (!artifact)
    return fail(artifact.status());
  auto entry = artifact->choose((*device)->description());
  if (!entry)
    return fail(entry.status());
  auto model = artifact->load(**device, *entry, {});
  if (!model)
    return fail(model.status());
  std::vector<qrt::NamedTensor> inputs;
  for (const qrt::ArtifactPort &port : artifact->entries()[*entry].inputs)
    inputs.push_back({port.name, qrt::Tensor::allocate(port.type, port.shapeAt(1))});
  auto outputs = model->run(inputs);
  if (!outputs)
    return fail(outputs.status());
  for (const auto &[name, tensor] : *outputs)
    std::printf("%s: %s %s\n", name.c_str(), qrt::elementTypeName(tensor.type()).data(),
                qrt::shapeToString(tensor.shape()).c_str());
}
