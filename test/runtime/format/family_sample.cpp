#include "test/runtime/format/family_sample.h"

#include "test/runtime/format/programs.h"

namespace qrt::test {

SampleProgram programOf(FamilySample sample) {
  NetBuilder net;
  const uint32_t floats = net.input(ElementType::F32, {perSample(), fixed(3)});
  sample(net, floats);
  return {std::move(net.program), floats};
}

Program familySamples() {
  NetBuilder net;
  const uint32_t floats = net.input(ElementType::F32, {perSample(), fixed(3)});
  for (FamilySample add : listedSamples())
    add(net, floats);
  net.program.target = "host";
  spreadOut(net.program);
  return net.program;
}

} // namespace qrt::test
