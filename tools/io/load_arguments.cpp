#include "tools/io/load_arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace qopt::io {

using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;

static bool parseValue(llvm::StringRef text, double &value) {
  if (text == "true" || text == "false") {
    value = text == "true";
    return true;
  }
  return !text.getAsDouble(value) && std::isfinite(value);
}

static bool isInteger(llvm::StringRef text) {
  text.consume_front("-");
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

/// A text read as INPUT:SIZES: the shape, or why one of its sizes cannot be meant. Both are empty
/// for a text of another form.
struct ShapeText {
  std::optional<LoadOptions::Shape> shape;
  std::string whyNot;
};

// A name may hold what separates it from the rest.
static ShapeText readShape(llvm::StringRef text) {
  constexpr int64_t most = int64_t(1) << 40;
  auto [input, sizes] = text.rsplit(':');
  LoadOptions::Shape shape{input.str(), {}};
  llvm::SmallVector<llvm::StringRef> parts;
  if (!sizes.empty())
    sizes.split(parts, 'x');
  std::string why;
  for (llvm::StringRef part : parts) {
    int64_t size = 0;
    if (part != "?" && !isInteger(part))
      return {};
    if (part == "?")
      shape.sizes.push_back(std::nullopt);
    else if (!part.getAsInteger(10, size) && size >= 0 && size <= most)
      shape.sizes.push_back(size);
    else
      why =
          "size " + part.str() +
          (part.starts_with("-") ? " is below zero; ? leaves a size open"
                                 : " is above " + std::to_string(most) + ", the largest there is");
  }
  if (!why.empty())
    return {std::nullopt, why};
  return {input.empty() || !text.contains(':') ? std::nullopt : std::optional(shape), ""};
}

static Status wrongShape(llvm::StringRef text, const std::string &why) {
  return invalidArgument("--shape=" + text.str() + ": " + why);
}

Expected<LoadOptions::Shape> parseShape(llvm::StringRef text) {
  auto [shape, whyNot] = readShape(text);
  if (shape)
    return *shape;
  return wrongShape(text, whyNot.empty()
                              ? "expected INPUT:SIZES, as x:1x3x48x320 (? leaves a size open)"
                              : whyNot);
}

Expected<LoadOptions::Values> parseValues(llvm::StringRef text) {
  auto [input, numbers] = text.rsplit('=');
  LoadOptions::Values values{input.str(), {}};
  llvm::SmallVector<llvm::StringRef> parts;
  if (!numbers.empty())
    numbers.split(parts, ',');
  bool fits = text.contains('=') && !input.empty();
  for (llvm::StringRef part : parts)
    fits &= parseValue(part.trim(), values.values.emplace_back());
  if (!fits)
    return invalidArgument("--bind=" + text.str() +
                           ": expected INPUT=VALUES, as sr=16000, axes=0,-1 or cond=true");
  return values;
}

template <typename T>
static Status addOnce(std::vector<T> &list, const Expected<T> &one, llvm::StringRef option) {
  if (!one)
    return one.status();
  if (llvm::any_of(list, [&](const T &other) { return other.input == one->input; }))
    return invalidArgument(option.str() + " names '" + one->input + "' twice");
  list.push_back(*one);
  return {};
}

// A comma separates what is whole from the next: a name may hold some.
Expected<std::vector<LoadOptions::Shape>> parseShapes(llvm::StringRef text) {
  std::vector<LoadOptions::Shape> shapes;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (size_t begin = 0, end = 0; end < parts.size(); ++end) {
    const char *from = parts[begin].data();
    const llvm::StringRef own(from, size_t(parts[end].end() - from));
    auto [shape, whyNot] = readShape(own);
    if (!whyNot.empty())
      return wrongShape(own, whyNot);
    if (!shape && end + 1 < parts.size())
      continue;
    if (!shape)
      return wrongShape(text, "expected INPUT:SIZES, as x:1x3x48x320 (? leaves a size open), and a "
                              "comma between two");
    shapes.push_back(std::move(*shape));
    begin = end + 1;
  }
  return shapes;
}

Status addShape(LoadOptions &options, llvm::StringRef text) {
  auto shapes = parseShapes(text);
  if (!shapes)
    return shapes.status();
  for (LoadOptions::Shape &shape : *shapes)
    if (Status status = addOnce<LoadOptions::Shape>(options.shapes, std::move(shape), "--shape");
        !status.ok())
      return status;
  return {};
}

Status addValues(LoadOptions &options, llvm::StringRef text) {
  return addOnce(options.values, parseValues(text), "--bind");
}

LoadOptions optionsFor(const LoadOptions &options, const std::string &model,
                       const std::vector<std::string> &models) {
  LoadOptions own = options;
  auto isForOthers = [&](auto has) {
    auto isOne = [&](const std::string &path) { return has(formatOf(path)); };
    return !isOne(model) && llvm::any_of(models, isOne);
  };
  if (isForOthers(takesWeights))
    own.weights.clear();
  if (isForOthers(hasPhases)) {
    own.phase.clear();
    own.stages.clear();
  }
  auto isModel = [](const std::string &path) { return !path.empty() && !isArtifact(path); };
  if (isArtifact(model) && llvm::any_of(models, isModel)) {
    LoadOptions compiled;
    compiled.shapes = options.shapes;
    compiled.usesBinaries = options.usesBinaries;
    return compiled;
  }
  if (isModel(model) && llvm::any_of(models, isArtifact))
    own.usesBinaries = false;
  auto hasOwnPhases = [](const std::string &path) { return hasPhases(formatOf(path)); };
  own.stagesMayBeOthers = llvm::count_if(models, hasOwnPhases) > 1;
  return own;
}

Status setPhase(LoadOptions &options, llvm::StringRef text) {
  if (!text.empty() && text != "test" && text != "train")
    return invalidArgument("--phase=" + text.str() + ": expected test or train");
  options.phase = text.str();
  return {};
}

Status setPreprocess(LoadOptions &options, std::string_view name, llvm::StringRef text) {
  const std::string why = options.preprocess.set(name, text);
  if (why.empty())
    return {};
  return invalidArgument(name == "mean" || name == "std"
                             ? "--mean and --std take numbers separated by commas"
                             : "--" + std::string(name) + "=" + text.str() + ": " + why);
}

Status checkPreprocess(const LoadOptions &options) {
  const nn::Preprocess set = options.preprocess.over({});
  if (set.mean.empty() != set.std.empty())
    return invalidArgument("--mean and --std go together");
  if (!llvm::all_of(set.std, [](double value) { return value > 0; }))
    return invalidArgument("--std takes numbers above zero");
  return {};
}

std::string_view preprocessHelp(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> texts[] = {
      {"mean", "With --std: the image argument is (raw - mean)/std, one value or one a channel, in "
               "the order of --channels; kept in the module as nn.preprocess"},
      {"std", "See --mean"},
      {"resize", "Pictures' shorter side, or HEIGHTxWIDTH; kept in the module, as the next three"},
      {"interpolation",
       "How --resize makes pixels, with antialiasing: bilinear (the default) or bicubic"},
      {"crop", "The middle of pictures: a side, or HEIGHTxWIDTH; by default the input's size"},
      {"channels",
       "The order of a picture's channels that the model takes: rgb (the default) or bgr"}};
  return llvm::find_if(texts, [&](const auto &text) { return text.first == name; })->second;
}

std::string_view floatOrderHelp() {
  return "Terms of float sums: fast allows fewer terms than the definition's, as in convolutions "
         "by transformed tiles; direct allows the definition's terms alone; invariant is as fast, "
         "but has one order for all batches: a sample's answer does not depend on the batch that "
         "it runs in";
}

std::string_view librariesHelp() {
  return "Libraries whose functions layers may run as where they are found, else none: clblast, "
         "products of floats on OpenCL devices. What is compiled so needs them";
}

} // namespace qopt::io
