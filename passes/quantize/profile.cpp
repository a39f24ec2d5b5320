#include "passes/quantize/profile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt {

using nn::Scheme;

static constexpr Scheme anyScheme[] = {Scheme::Signs, Scheme::Signed, Scheme::Affine};
static constexpr Scheme signedOnly[] = {Scheme::Signed};

static constexpr Profile profiles[] = {
    {.name = "qopt", .schemes = anyScheme, .integerBias = true},
    {.name = "trt", .schemes = signedOnly, .integerBias = false},
};

const Profile *findProfile(llvm::StringRef name) {
  auto *found = llvm::find_if(profiles, [&](const Profile &p) { return p.name == name; });
  return found == std::end(profiles) ? nullptr : found;
}

std::string profileNames() {
  return llvm::join(llvm::map_range(profiles, [](const Profile &p) { return p.name.str(); }), ", ");
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
