#include "tools/libqopt/report/drawing/svg.h"

#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/report/assets/assets.h"
#include "tools/libqopt/report/drawing/markup.h"

#include <cmath>
#include <set>

namespace qopt::drawing {
namespace {

std::string at(double value) { return io::shortest(std::round(value * 10) / 10, 7); }

std::string pathOf(const std::vector<Point> &route) {
  std::string path = "M" + at(route.front().x) + " " + at(route.front().y);
  for (size_t i = 1; i < route.size(); ++i) {
    const Point &from = route[i - 1], &to = route[i];
    const double middle = (from.y + to.y) / 2;
    if (from.x == to.x)
      path += "V" + at(to.y);
    else
      path += "C" + at(from.x) + " " + at(middle) + " " + at(to.x) + " " + at(middle) + " " +
              at(to.x) + " " + at(to.y);
  }
  return path;
}

void writeLayer(llvm::raw_ostream &stream, const LayerFacts &layer, size_t number, Size box,
                Point center) {
  constexpr double lineHeight = 15;
  const std::vector<std::string> label = labelOf(layer);
  stream << "<g class=\"layer " << factsOf(layer.kind).name << "\" id=\"l" << number
         << "\" transform=\"translate(" << at(center.x - box.width / 2) << " "
         << at(center.y - box.height / 2) << ")\"><title>" << markupText(layer.name)
         << "</title><rect width=\"" << at(box.width) << "\" height=\"" << at(box.height)
         << "\" rx=\"6\"/>";
  for (size_t line = 0; line < label.size(); ++line)
    stream << "<text" << (line == 0 ? " class=\"op\"" : "") << " x=\"" << at(box.width / 2)
           << "\" y=\"" << at(16 + lineHeight * double(line)) << "\">" << markupText(label[line])
           << "</text>";
  stream << "</g>\n";
}

void writeShapes(llvm::raw_ostream &stream, const DrawnNetwork &network, const Layout &layout) {
  stream
      << "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" "
         "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" "
         "d=\"M0 0L8 4L0 8z\"/></marker>"
         "</defs>\n<g class=\"edges\">\n";
  for (size_t i = 0; i < network.edges.size(); ++i)
    stream << "<path class=\"edge\" d=\"" << pathOf(layout.routes[i]) << "\"/>\n";
  stream << "</g>\n<g class=\"layers\">\n";
  const std::vector<Size> boxes = boxesOf(network);
  for (size_t i = 0; i < network.layers.size(); ++i)
    writeLayer(stream, network.layers[i], i, boxes[i], layout.centers[i]);
  stream << "</g>\n";
}

Layout layoutOf(const DrawnNetwork &network) {
  const std::vector<Size> boxes = boxesOf(network);
  return layOut(boxes, network.edges);
}

std::set<Kind> kindsIn(const DrawnNetwork &network) {
  std::set<Kind> found;
  for (const LayerFacts &layer : network.layers)
    found.insert(layer.kind);
  return found;
}

void writeLegend(llvm::raw_ostream &stream, const std::set<Kind> &found) {
  double x = 24;
  for (const KindFacts &of : allKinds()) {
    if (!found.contains(of.kind))
      continue;
    stream << "<g class=\"layer " << of.name << "\" transform=\"translate(" << at(x)
           << " 40)\"><rect width=\"14\" height=\"14\" rx=\"3\"/><text class=\"key\" x=\"20\" "
              "y=\"11\">"
           << of.title << "</text></g>\n";
    x += 44 + 6.6 * double(of.title.size());
  }
}

} // namespace

void writeDrawing(llvm::raw_ostream &stream, const DrawnNetwork &network) {
  const Layout layout = layoutOf(network);
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"drawing\" viewBox=\"0 0 "
         << at(layout.width) << " " << at(layout.height) << "\" width=\"" << at(layout.width)
         << "\" height=\"" << at(layout.height) << "\">\n";
  writeShapes(stream, network, layout);
  stream << "</svg>\n";
}

void writeSvg(llvm::raw_ostream &stream, const DrawnNetwork &network, llvm::StringRef title) {
  constexpr double head = 64, leastWidth = 640;
  const Layout layout = layoutOf(network);
  const double width = std::max(leastWidth, layout.width), height = layout.height + head;
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << at(width) << " "
         << at(height) << "\" width=\"" << at(width) << "\" height=\"" << at(height)
         << "\">\n<style>\n"
         << assetText("drawing.css") << fillRules()
         << "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"
         << "<text class=\"title\" x=\"24\" y=\"26\">" << markupText(title) << "</text>\n";
  writeLegend(stream, kindsIn(network));
  stream << "<g transform=\"translate(" << at((width - layout.width) / 2) << " " << at(head)
         << ")\">\n";
  writeShapes(stream, network, layout);
  stream << "</g>\n</svg>\n";
}

} // namespace qopt::drawing
