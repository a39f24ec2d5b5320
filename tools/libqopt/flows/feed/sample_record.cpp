#include "tools/libqopt/flows/feed/sample_record.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace qrt;

namespace qopt::run {

static std::string describe(const Tensor &array, llvm::ArrayRef<int64_t> shape) {
  return std::string(elementTypeName(array.type())) + " " +
         shapeToString({shape.begin(), shape.end()}) + "\n";
}

static llvm::ArrayRef<uint8_t> bytesOf(const Tensor &array, size_t from, size_t count) {
  return {static_cast<const uint8_t *>(array.data()) + from, count};
}

// The first keeps its own.
static SampleDigest ofCopy(const SampleDigest &digest, uint64_t copy) {
  if (copy == 0)
    return digest;
  llvm::SHA256 hash;
  hash.update(digest);
  hash.update(std::to_string(copy));
  return hash.final();
}

void SampleRecord::add(const SampleBatch &batch) {
  for (auto [i, digest] : llvm::enumerate(digestsOf(batch))) {
    all.add(*DataHash::parse(llvm::toHex(digest, /*LowerCase=*/true)));
    if (most == 0)
      continue;
    smallest.emplace(ofCopy(digest, copies[digest]++), batch.first + int64_t(i));
    if (int64_t(smallest.size()) > most)
      smallest.erase(std::prev(smallest.end()));
  }
}

std::vector<int64_t> SampleRecord::some() const {
  std::vector<int64_t> places;
  for (const auto &[digest, place] : smallest)
    places.push_back(place);
  std::ranges::sort(places);
  return places;
}

std::vector<SampleDigest> digestsOf(const SampleBatch &batch) {
  std::vector<SampleDigest> digests;
  // An array that serves all samples is hashed once.
  std::vector<std::string> common;
  for (size_t i = 0; i < batch.arrays.size(); ++i) {
    const Tensor &array = batch.arrays[i];
    llvm::ArrayRef<int64_t> shape(array.shape());
    if (!batch.shared[i]) {
      common.push_back(describe(array, shape.drop_front()));
      continue;
    }
    llvm::SHA256 hash;
    hash.update(describe(array, shape));
    hash.update(bytesOf(array, 0, array.bytes()));
    common.push_back(llvm::toHex(hash.final()));
  }
  for (int64_t sample = 0; sample < batch.count; ++sample) {
    llvm::SHA256 hash;
    for (size_t i = 0; i < batch.arrays.size(); ++i) {
      const Tensor &array = batch.arrays[i];
      hash.update(common[i]);
      if (batch.shared[i])
        continue;
      const size_t bytes = array.bytes() / size_t(array.shape()[0]);
      hash.update(bytesOf(array, size_t(sample) * bytes, bytes));
    }
    digests.push_back(hash.final());
  }
  return digests;
}

} // namespace qopt::run
