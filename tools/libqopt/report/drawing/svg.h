// A network as a picture.
#pragma once

#include "tools/libqopt/report/drawing/network.h"

#include "llvm/Support/raw_ostream.h"

namespace qopt::drawing {

/// <svg> with an element of class `layer` for each layer, whose id is `l` and its number, and a
/// path of class `edge` for each edge. Layers have their kind's name as a further class; what
/// these look like, and what stands around, is another's to say.
void writeDrawing(llvm::raw_ostream &stream, const DrawnNetwork &network);

/// A file of its own: the same with colours of kinds, for light and dark grounds, and a legend.
void writeSvg(llvm::raw_ostream &stream, const DrawnNetwork &network, llvm::StringRef title);

/// The graph in Graphviz' language, coloured by kind. The layout is Graphviz' own.
void writeDot(llvm::raw_ostream &stream, const DrawnNetwork &network, llvm::StringRef title);

} // namespace qopt::drawing
