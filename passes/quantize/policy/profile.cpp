#include "passes/quantize/policy/profile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt {

using nn::Scheme;

static constexpr Scheme anyScheme[] = {Scheme::Mixed, Scheme::Signs, Scheme::Signed,
                                       Scheme::Affine};
static constexpr Scheme signedOnly[] = {Scheme::Signed};
static constexpr Scheme affineOnly[] = {Scheme::Affine};

static constexpr Profile list[] = {
    {.name = "qopt",
     .summary =
         "qopt's own kernels: unsigned where nothing is negative, a zero point where a range "
         "leans to one side, integer bias",
     .schemes = anyScheme,
     .integerBias = true,
     .weightBits = 8,
     .region = QuantizedRegion::Weighted,
     .attention = AttentionForm::Float,
     .fusing = Fusing::Tables},
    {.name = "trt",
     .summary = "TensorRT: signed activations, float bias",
     .schemes = signedOnly,
     .integerBias = false,
     .weightBits = 8,
     .region = QuantizedRegion::Weighted,
     .attention = AttentionForm::Float,
     .fusing = Fusing::All},
    {.name = "ort-cpu",
     .summary = "ONNX Runtime on CPUs: activations with a zero point, integer bias, weights of 7 "
                "bits, whose products x86-64 adds in 16",
     .schemes = affineOnly,
     .integerBias = true,
     .weightBits = 7,
     .region = QuantizedRegion::All,
     .attention = AttentionForm::Float,
     .fusing = Fusing::None},
    {.name = "tflite",
     .summary = "TensorFlow Lite: activations with a zero point, integer bias, results as its "
                "interpreter's kernels write them",
     .schemes = affineOnly,
     .integerBias = true,
     .weightBits = 8,
     .region = QuantizedRegion::All,
     .attention = AttentionForm::Float,
     .fusing = Fusing::None,
     .fitsInterpreter = true},
};

std::optional<Fusing> fusingOf(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, Fusing> names[] = {
      {"none", Fusing::None},
      {"tables", Fusing::Tables},
      {"arithmetic", Fusing::Arithmetic},
      {"all", Fusing::All}};
  for (const auto &[known, fusing] : names)
    if (name == known)
      return fusing;
  return std::nullopt;
}

llvm::ArrayRef<Profile> profiles() { return list; }

unsigned weightBitsOf(const Profile &profile, unsigned bits) {
  return bits == 8 ? profile.weightBits : bits;
}

const Profile *findProfile(llvm::StringRef name) {
  auto *found = llvm::find_if(list, [&](const Profile &p) { return p.name == name; });
  return found == std::end(list) ? nullptr : found;
}

std::string profileNames() {
  return llvm::join(llvm::map_range(list, [](const Profile &p) { return p.name.str(); }), ", ");
}

std::string schemeNames(const Profile &profile) {
  auto name = [](Scheme scheme) { return std::string(nn::schemeName(scheme)); };
  return llvm::join(llvm::map_range(profile.schemes, name), ", ");
}

std::optional<Scheme> schemeOf(const Profile &profile, llvm::StringRef name) {
  if (name.empty())
    return profile.schemes.front();
  std::optional<Scheme> scheme = nn::parseScheme(name);
  if (scheme && !llvm::is_contained(profile.schemes, *scheme))
    scheme.reset();
  return scheme;
}

} // namespace qopt
