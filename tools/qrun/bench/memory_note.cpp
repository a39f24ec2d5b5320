#include "tools/qrun/bench/memory_note.h"

#include "tools/io/report/table.h"

namespace qopt::run {

constexpr int64_t gib = int64_t(1) << 30;

static std::string gibibytes(int64_t bytes) {
  return io::fixed(double(bytes) / double(gib), 1) + " GiB";
}

std::string noteOfMemory(const std::string &model, int64_t batch, int64_t runBytes,
                         int64_t inputBytes) {
  if (runBytes + inputBytes < gib)
    return "";
  const std::string size = " of batch " + io::grouped(batch) + " take";
  if (runBytes == 0)
    return model + ": inputs" + size + " " + gibibytes(inputBytes);
  return model + ": a run" + size + "s " + gibibytes(runBytes) + ", and its inputs " +
         gibibytes(inputBytes) + " more";
}

// The evaluator keeps no plan: what a run of it takes is not known.
std::string noteOfMemory(const Subject &subject, int64_t batch) {
  int64_t inputBytes = 0;
  for (const Port &port : subject.model->inputs())
    inputBytes += int64_t(qrt::storedBytes(port.type, qrt::elementCount(port.shapeAt(batch))));
  const int64_t runBytes = subject.model->program() ? subject.model->activationBytes(batch) : 0;
  return noteOfMemory(subject.path + " on " + subject.device, batch, runBytes, inputBytes);
}

} // namespace qopt::run
