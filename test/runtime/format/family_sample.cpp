#include "test/runtime/format/family_sample.h"

#include "test/runtime/format/programs.h"

namespace qrt::test {

static std::vector<void (*)(NetBuilder &, uint32_t)> &samples() {
  static std::vector<void (*)(NetBuilder &, uint32_t)> added;
  return added;
}

FamilySample::FamilySample(void (*add)(NetBuilder &, uint32_t)) { samples().push_back(add); }

Program familySamples() {
  NetBuilder net;
  const uint32_t floats = net.input(ElementType::F32, {perSample(), fixed(3)});
  for (auto add : samples())
    add(net, floats);
  net.program.target = "host";
  spreadOut(net.program);
  return net.program;
}

} // namespace qrt::test
