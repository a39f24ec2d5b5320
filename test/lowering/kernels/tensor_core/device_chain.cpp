#include "test/lowering/kernels/tensor_core/device_chain.h"

#include <algorithm>
#include <cstring>

namespace qopt::test {
namespace {

std::vector<std::vector<uint8_t>> randomPictures(const Chain &chain, bool areHalves, int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(-2, 2);
  std::vector<std::vector<uint8_t>> pictures;
  for (int i = 0; i < count; ++i) {
    pictures.emplace_back(size_t(chain.bufferBytes[0]));
    if (!areHalves)
      for (uint8_t &byte : pictures.back())
        byte = uint8_t(random());
    for (size_t at = 0; areHalves && at < pictures.back().size(); at += 2) {
      const uint16_t half = narrow(value(random));
      std::memcpy(&pictures.back()[at], &half, 2);
    }
  }
  return pictures;
}

} // namespace

DeviceChain::DeviceChain(const Options &options, CudaDevice &device, Numbers numbers)
    : options(options), device(device), numbers(numbers), chain(resnet50(numbers)),
      multiprocessors(device.multiprocessors()),
      pictures(randomPictures(chain, numbers == Numbers::Halves, distinctImages)) {
  if (numbers != Numbers::Halves)
    expected = expectedBuffers(chain, pictures);
  for (const ChainLayer &layer : chain.layers)
    constants.push_back(upload(layer));
}

DeviceChain::Constants DeviceChain::upload(const ChainLayer &layer) {
  if (layer.kind != Kind::Conv && layer.kind != Kind::First)
    return {};
  auto copied = [&](const auto &values) {
    const int64_t bytes = int64_t(values.size() * sizeof values[0]);
    const CudaDevice::Memory memory = device.allocate(bytes);
    device.write(memory, values.data(), bytes);
    return memory;
  };
  const Conv &conv = layer.conv;
  std::vector<float> scale = conv.scale;
  scale.resize(packedBias(conv, channelTile).size(), 0);
  return {copied(layer.kind == Kind::First ? packedWindowRows(conv) : conv.weights),
          copied(packedBias(conv, channelTile)), copied(scale)};
}

void DeviceChain::begin(int size) {
  batch = size;
  for (int64_t bytes : chain.bufferBytes)
    own.push_back(device.allocate(bytes * batch));
  plan();
  buffers = own;
  const int64_t bytes = chain.bufferBytes[0];
  for (int n = 0; n < batch; ++n)
    for (CudaDevice::Memory to : {own[0], planned[0]})
      device.write(to + uint64_t(n * bytes), pictures[size_t(n % distinctImages)].data(), bytes);
  forget();
}

void DeviceChain::end() {
  for (std::vector<CudaDevice::Memory> *list : {&own, &slots}) {
    for (CudaDevice::Memory memory : *list)
      device.release(memory);
    list->clear();
  }
}

void DeviceChain::share(bool shared) { buffers = shared ? planned : own; }

void DeviceChain::plan() {
  planned.assign(chain.bufferBytes.size(), 0);
  std::vector<size_t> freeAt; // the layer behind the last that reads it
  std::vector<int64_t> sizes;
  const size_t last = chain.layers.size() + 1;
  for (size_t buffer = 0; buffer < planned.size(); ++buffer) {
    size_t from = 0, until = last, slot = 0;
    for (size_t i = 0; i < chain.layers.size(); ++i) {
      if (chain.layers[i].output == int(buffer))
        from = i, until = buffer + 1 == planned.size() ? last : i + 1;
      if (chain.layers[i].input == int(buffer) || chain.layers[i].side == int(buffer))
        until = i + 1;
    }
    if (buffer == 0)
      until = last; // runs read it again
    while (slot < sizes.size() && freeAt[slot] > from)
      ++slot;
    if (slot == sizes.size()) {
      sizes.push_back(0);
      freeAt.push_back(0);
    }
    freeAt[slot] = until;
    sizes[slot] = std::max(sizes[slot], chain.bufferBytes[buffer]);
    planned[buffer] = slot;
  }
  for (int64_t bytes : sizes)
    slots.push_back(device.allocate(bytes * batch));
  for (CudaDevice::Memory &slot : planned)
    slot = slots[slot];
}

CudaDevice::Kernel DeviceChain::kernelOf(size_t index, const Variant &variant) {
  const ChainLayer &layer = chain.layers[index];
  CudaDevice::Kernel &known = byName[{index, variant.name()}];
  if (known)
    return known;
  const std::string text = variant.text(layer, options.root);
  auto same = kernels.find(text);
  if (same != kernels.end())
    return known = same->second;
  const std::vector<char> code = deviceCode(options, text);
  const CudaDevice::Kernel kernel =
      code.empty() ? nullptr
                   : device.load(code, variant.entry(layer.kind), variant.localBytes(layer.conv));
  return known = kernels[text] = kernel;
}

void DeviceChain::launch(size_t index, const Variant &variant, bool dependent) {
  const ChainLayer &layer = chain.layers[index];
  CudaDevice::Memory input = buffers[size_t(layer.input)], output = buffers[size_t(layer.output)];
  CudaDevice::Memory side = layer.side < 0 ? 0 : buffers[size_t(layer.side)];
  Constants own = constants[index];
  std::vector<void *> arguments = {&input, &own.weights, &output, &batch};
  if (variant.family == Family::Pool)
    arguments = {&input, &output, &batch};
  if (variant.family != Family::Pool)
    arguments.insert(arguments.end(), {&own.bias, &own.scale});
  if (layer.side >= 0)
    arguments.push_back(&side);
  device.launch(kernelOf(index, variant), variant.launch(layer.conv, batch, multiprocessors),
                arguments.data(), dependent);
}

void DeviceChain::poison(size_t layer) {
  const int buffer = chain.layers[layer].output;
  device.set(buffers[size_t(buffer)], 0xcd, chain.bufferBytes[size_t(buffer)] * batch);
}

std::vector<uint8_t> DeviceChain::imagesOf(int buffer, int count) {
  const int64_t bytes = chain.bufferBytes[size_t(buffer)];
  std::vector<uint8_t> images(size_t(bytes * count));
  device.read(images.data(), buffers[size_t(buffer)], bytes * count);
  return images;
}

bool DeviceChain::areHalvesRight(size_t index, const std::vector<uint8_t> &result) {
  const ChainLayer &layer = chain.layers[index];
  const int images = std::min(batch, distinctImages);
  std::vector<HalfReference> &reference = references[index];
  if (reference.empty()) {
    reference.resize(size_t(images));
    const std::vector<uint8_t> input = imagesOf(layer.input, images);
    const std::vector<uint8_t> side = imagesOf(std::max(layer.side, 0), images);
    const int64_t sideBytes = chain.bufferBytes[size_t(std::max(layer.side, 0))];
    std::vector<std::thread> threads;
    for (int n = 0; n < images; ++n)
      threads.emplace_back([&, n] {
        reference[size_t(n)] =
            computeHalves(layer.conv, layer.kind, input.data() + n * layer.conv.inBytes(),
                          side.data() + n * sideBytes);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  HalfErrors errors;
  for (int n = 0; n < images; ++n)
    errors.add(
        compareHalves(layer.conv, reference[size_t(n)], result.data() + n * layer.conv.outBytes()));
  worstNorm = std::max(worstNorm, errors.norm());
  return errors.wrong == 0 && errors.norm() <= 0x1p-11;
}

bool DeviceChain::isRight(size_t index) {
  const ChainLayer &layer = chain.layers[index];
  const int64_t bytes = layer.conv.outBytes();
  const std::vector<uint8_t> result = imagesOf(layer.output, batch);
  const bool isHalf = numbers == Numbers::Halves;
  for (int n = isHalf ? distinctImages : 0; n < batch; ++n) {
    const uint8_t *same = isHalf
                              ? result.data() + n % distinctImages * bytes
                              : expected[size_t(n % distinctImages)][size_t(layer.output)].data();
    if (std::memcmp(result.data() + n * bytes, same, size_t(bytes)) != 0)
      return false;
  }
  return !isHalf || areHalvesRight(index, result);
}

} // namespace qopt::test
