#include "test/lowering/kernels/tensor_core/variants.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace qopt::test {
namespace {

std::string fileText(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(path + " can't be read; --root= is the repository");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int divideUp(int64_t a, int64_t b) { return int((a + b - 1) / b); }

int64_t pixelsOf(const Conv &conv, int samples) {
  return int64_t(samples) * conv.outSize() * conv.outSize();
}

int firstLocalBytes(const Conv &conv, int blockRows) {
  // Two stages of the rows that a block reads, with 4 pixels left and 8 right.
  const int width =
      std::max(conv.size + 4, 4 - conv.pad + divideUp(conv.outSize(), 16) * 16 * conv.stride + 8);
  return 2 * ((blockRows - 1) * conv.stride + conv.kernel) * divideUp(width, 4) * 16 *
         conv.elementBytes();
}

bool takesTiles(const Variant &v, const Conv &conv, int samples, int multiprocessors) {
  const int steps = divideUp(conv.weightBytes(), v.depth);
  const int64_t pixels = pixelsOf(conv, samples);
  const int tiles = divideUp(pixels, v.pixels) * divideUp(conv.out, v.channels);
  if (conv.in * conv.elementBytes() % 16 != 0 || conv.out % (v.channels / v.across / 4) != 0 ||
      v.channels > conv.out || v.pixels > std::max<int64_t>(2 * pixels, 16) ||
      v.depth > divideUp(conv.weightBytes(), 64) * 64)
    return false;
  if (v.family == Family::Wide) // not for little work
    return 2 * tiles >= multiprocessors && v.resident * v.localBytes(conv) <= 224 * 1024;
  if (v.deep > 1) // for little work only
    return tiles <= 4 * multiprocessors && steps >= 2 &&
           v.resident * v.localBytes(conv) <= 224 * 1024;
  return v.pixels >= 128 || tiles <= 16 * multiprocessors; // small tiles for little work
}

bool takesDirect(const Variant &v, const Conv &conv) {
  const int bytes = conv.in * conv.elementBytes();
  return conv.kernel == 1 && conv.pad == 0 && bytes % 64 == 0 && bytes <= 256 &&
         conv.out % (64 * v.across) == 0 && (bytes <= 128 || v.resident * v.down * v.across <= 8) &&
         v.resident * v.localBytes(conv) <= 220 * 1024;
}

} // namespace

std::string Variant::name() const {
  auto number = [](int value) { return std::to_string(value); };
  const std::string warps =
      number(down) + "x" + number(across) + (deep > 1 ? "x" + number(deep) : "");
  const std::string groups = " r" + number(resident);
  if (family == Family::Pool)
    return "pool";
  if (family == Family::First)
    return "first rows " + number(blockRows) + groups;
  if (family == Family::Direct)
    return "direct " + warps + " s" + number(stages) + groups;
  return (family == Family::Wide ? "wgmma " : "") + number(pixels) + "x" + number(channels) + " " +
         (family == Family::Wide ? "p" + number(pending) : warps) + " d" + number(depth) + " s" +
         number(stages) + groups;
}

int Variant::items() const {
  return family == Family::Pool ? 128 : family == Family::First ? 128 : 32 * down * across * deep;
}

int Variant::localBytes(const Conv &conv) const {
  if (family == Family::Pool)
    return 0;
  if (family == Family::First)
    return firstLocalBytes(conv, blockRows);
  if (family == Family::Direct) {
    const int pieces =
        conv.in * conv.elementBytes() / 32 + (conv.side ? 2 * conv.elementBytes() : 0);
    return across * 512 + stages * pieces * 512 * down * across;
  }
  return stages * (pixels + channels) * depth + (deep - 1) * pixels * channels * 4;
}

bool Variant::takes(const ChainLayer &layer, int samples, int multiprocessors) const {
  const Conv &conv = layer.conv;
  if (family == Family::Pool)
    return layer.kind == Kind::MaxPool || layer.kind == Kind::AveragePool;
  if (family == Family::First || layer.kind == Kind::First)
    return family == Family::First && layer.kind == Kind::First &&
           resident * localBytes(conv) <= 224 * 1024;
  if (layer.kind != Kind::Conv)
    return false;
  return family == Family::Direct ? takesDirect(*this, conv)
                                  : takesTiles(*this, conv, samples, multiprocessors);
}

std::string Variant::entry(Kind kind) const {
  switch (family) {
  case Family::Tiled: return "conv2d_mma";
  case Family::Wide: return "conv2d_wgmma";
  case Family::Direct: return "conv2d_mma_direct";
  case Family::First: return "conv2d_mma_first";
  case Family::Pool: return kind == Kind::MaxPool ? "max_pool_vector" : "average_pool_vector";
  }
  return "";
}

std::string Variant::text(const ChainLayer &layer, const std::string &root) const {
  std::string text = "#define TARGET_GPU\n" + definesOf(layer.conv);
  auto define = [&](const char *name, int value) {
    text += std::string("#define ") + name + " " + std::to_string(value) + "\n";
  };
  define("RESIDENT", resident);
  if (family == Family::Pool)
    define("ITEMS", items());
  if (family == Family::First)
    define("BLOCK_ROWS", blockRows);
  if (family == Family::Tiled || family == Family::Wide || family == Family::Direct) {
    define("WARPS_DOWN", down);
    define("WARPS_ACROSS", across);
    define("STAGES", stages);
  }
  if (family == Family::Wide) {
    define("WIDTH", std::min(channels, 128));
    define("PENDING", pending);
  }
  const std::string kernels = root + "/lowering/kernels/", shared = kernels + "common/";
  std::string tiles;
  if (family == Family::Tiled || family == Family::Wide) {
    define("PIXEL_TILE", pixels);
    define("CHANNEL_TILE", channels);
    define("WARPS_DEEP", deep);
    define("DEPTH", depth);
    tiles = fileText(shared + "conv2d_tiles.h");
    if (family == Family::Wide)
      tiles += fileText(shared + "warp_groups.h");
  }
  return text + fileText(shared + "portable.h") + fileText(shared + "dependent_launch.h") +
         fileText(shared + "tensor_core.h") +
         (family == Family::Pool
              ? ""
              : fileText(root + "/test/lowering/kernels/tensor_core/epilogue.h")) +
         tiles + fileText(kernels + entry(layer.kind) + "/" + entry(layer.kind) + ".cl");
}

LaunchSize Variant::launch(const Conv &conv, int samples, int multiprocessors) const {
  LaunchSize size;
  size.items = items();
  size.localBytes = localBytes(conv);
  const int room = multiprocessors * resident;
  if (family == Family::Pool) {
    const int64_t words = pixelsOf(conv, samples) * conv.in * conv.elementBytes() / 4;
    size.groups[0] = divideUp(words / (conv.outSize() == 1 ? 1 : 4), items());
  } else if (family == Family::First) {
    size.groups[1] = conv.out * conv.elementBytes() / 64;
    size.groups[0] =
        std::min(samples * divideUp(conv.outSize(), blockRows), std::max(1, room / size.groups[1]));
  } else if (family == Family::Direct) {
    size.groups[1] = conv.out / (64 * across);
    size.groups[0] =
        std::min(divideUp(pixelsOf(conv, samples), 16 * down), std::max(1, room / size.groups[1]));
  } else {
    const int tiles = divideUp(pixelsOf(conv, samples), pixels) * divideUp(conv.out, channels);
    size.groups[0] = std::min(tiles, room);
  }
  return size;
}

namespace {

struct Tiles {
  int pixels, channels, down, across, deep = 1;
};
Variant tiled(Tiles t, int depth, int stages, int resident) {
  return {Family::Tiled, t.pixels, t.channels, t.down, t.across, t.deep, stages, depth, resident};
}
Variant wide(int pixels, int channels, int depth, int stages, int pending, int resident) {
  return {Family::Wide, pixels, channels, pixels / 16, 1, 1, stages, depth, resident, pending};
}
Variant direct(int down, int across, int stages, int resident) {
  return {Family::Direct, 16, 64, down, across, 1, stages, 64, resident};
}
Variant first(int blockRows, int resident) {
  Variant variant{.family = Family::First, .resident = resident};
  variant.blockRows = blockRows;
  return variant;
}

constexpr Tiles square = {128, 128, 2, 2}, small = {64, 64, 2, 2}, low = {32, 64, 2, 2};

void addTiles(std::vector<Variant> &list) {
  for (const Variant &variant :
       {tiled(square, 128, 3, 2), tiled(square, 64, 2, 2), tiled(square, 64, 3, 2),
        tiled({256, 64, 4, 1}, 64, 3, 2), tiled({256, 64, 4, 1}, 64, 2, 2),
        tiled({128, 64, 4, 1}, 64, 4, 2), tiled({128, 64, 4, 1}, 64, 3, 3),
        tiled({128, 128, 2, 4}, 64, 3, 1), tiled({64, 128, 2, 2}, 64, 4, 2),
        tiled({64, 128, 2, 2}, 64, 3, 3), tiled({96, 128, 3, 2}, 64, 3, 2), tiled(small, 128, 3, 3),
        tiled(small, 64, 6, 3), tiled(small, 64, 4, 4), tiled(low, 128, 4, 4),
        tiled(low, 128, 8, 2), tiled({16, 64, 1, 2}, 128, 4, 4), tiled({16, 64, 1, 2}, 128, 6, 4)})
    list.push_back(variant);
}

void addDeep(std::vector<Variant> &list) {
  for (const Variant &variant :
       {tiled({16, 32, 1, 1, 4}, 128, 6, 4), tiled({16, 32, 1, 1, 4}, 256, 4, 2),
        tiled({16, 32, 1, 1, 8}, 256, 6, 2), tiled({16, 64, 1, 1, 4}, 128, 6, 2),
        tiled({16, 64, 1, 1, 4}, 256, 4, 2), tiled({32, 32, 1, 1, 4}, 128, 4, 3),
        tiled({32, 32, 1, 1, 4}, 128, 6, 2), tiled({32, 32, 1, 1, 4}, 256, 4, 2),
        tiled({32, 32, 1, 1, 8}, 256, 6, 1), tiled({32, 64, 1, 2, 4}, 256, 4, 1),
        tiled({64, 64, 2, 1, 2}, 128, 4, 2), tiled({64, 32, 2, 1, 4}, 256, 4, 1)})
    list.push_back(variant);
}

void addWide(std::vector<Variant> &list) {
  for (const Variant &variant :
       {wide(64, 128, 128, 3, 0, 3), wide(64, 128, 128, 2, 0, 4), wide(64, 128, 128, 4, 1, 2),
        wide(64, 64, 128, 3, 0, 4), wide(64, 64, 128, 4, 0, 3), wide(128, 64, 128, 3, 0, 3),
        wide(128, 128, 128, 3, 0, 2), wide(128, 128, 128, 4, 1, 1), wide(192, 128, 128, 5, 1, 1),
        wide(128, 256, 128, 4, 1, 1)})
    list.push_back(variant);
}

} // namespace

std::vector<Variant> variants() {
  std::vector<Variant> list = {{.family = Family::Pool}, first(4, 2), first(2, 2), first(1, 2)};
  addTiles(list);
  addDeep(list);
  addWide(list);
  for (const Variant &variant :
       {direct(1, 4, 3, 4), direct(1, 4, 5, 3), direct(1, 4, 4, 2), direct(2, 4, 3, 2),
        direct(2, 4, 4, 1), direct(2, 4, 5, 2), direct(4, 1, 3, 3), direct(4, 1, 4, 4),
        direct(4, 1, 5, 2), direct(2, 2, 4, 2), direct(8, 1, 4, 1), direct(8, 1, 4, 2)})
    list.push_back(variant);
  return list;
}

} // namespace qopt::test
