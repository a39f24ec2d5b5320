// Arrays from files as a model's inputs.
#pragma once

#include "tools/libqopt/flows/feed/given_arrays.h"
#include "tools/qrun/feed/model.h"

#include <functional>
#include <utility>

namespace qopt::run {

/// Takes "[NAME=]FILE" apart; the name is empty where none is given. A port's name may hold a '=':
/// the longest that stands there counts. A file's own '=' needs a '/' before it: a name with '/'
/// must be a port's.
std::pair<llvm::StringRef, llvm::StringRef> splitNamed(llvm::StringRef argument,
                                                       llvm::ArrayRef<Port> ports);

/// --input=[name=]file arguments, one per input, prepared, in the inputs' order. An archive of
/// several arrays gives each input the one of its name. An array without the leading dimension is
/// taken as a batch of one. A NaN is refused; an infinity, which masks are made of, is warned of;
/// values in other units than those of `model`, where one is given, are warned of too.
qrt::Expected<std::vector<qrt::Tensor>>
readInputs(llvm::ArrayRef<Port> ports, const std::vector<std::string> &arguments,
           const ArrayReading &reading, const Loaded *model = nullptr);
/// --allow-nan
void addNanOption(CLI::App &command, bool &allowsNan);

/// The same arguments as sizes.
class ArrayFiles : public FeedShapes {
public:
  explicit ArrayFiles(const std::vector<std::string> &arguments) : arguments(arguments) {}
  qrt::Status checkFiles() const override;
  qrt::Expected<LoadOptions::ShapeChoices> choices(const std::vector<Port> &ports) const override;
  bool mustBind(const std::vector<Port> &ports) const override;

private:
  const std::vector<std::string> &arguments;
};

} // namespace qopt::run
