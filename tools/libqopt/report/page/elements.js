// The page's data, and how elements are made. Text goes in as text alone: names of layers are a stranger's.
//
// data: title; summary: [[label, value]]; accuracy, outputs: rows of cells, the first a header; tables: [{title, rows}], likewise; commands; planned: whose rules
// `why` are, and hasRanges: whether ranges were at hand; quantized: its file, absent without one; timesBatch; kinds, kindTitles; edges: [[from, to]] of layers:
//   name, op, kind; inputs, outputs: [{key, type, shape, constant, scales: how many, scale: [least, greatest], zero,
//   ends: [low, high]}]; attributes: [[name, value]]; absorbed: [name]; multiplyAdds of one sample; weights: {type, shape,
//   scales, scale, distribution}; calibrated: [min, max]; calibrator; distribution: {range, before, after: counts};
//   error: {sqnr (null: infinite), exact, most, cosine, steps: RMSE in steps, clipped: 0 to 1, behind};
//   time: {ms, share, runs}; why: why it stays float.
const data = JSON.parse(document.getElementById('data').textContent);
const layers = data.layers;
const byId = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function shape(name, attributes = {}, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== '') made.textContent = text;
  return made;
}

// Four digits, as a person reads them.
function digits(value) {
  if (value === null || value === undefined) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
const percentText = (share) => (share === 0 ? '0 %' : share < 1e-4 ? '< 0.01 %' : (100 * share).toFixed(2) + ' %');
const sqnrText = (error) => (error.exact ? 'exact' : error.sqnr === null ? '–' : error.sqnr.toFixed(1) + ' dB');

// What can be shown of each layer: how it is read, written, and which end is bad. `of` gives null where it is not known.
const measures = [
  { id: 'error', title: 'SQNR', unit: 'dB', isWorst: 'low', of: (layer) => (layer.error && !layer.error.exact ? layer.error.sqnr : null),
    text: (layer) => (layer.error ? sqnrText(layer.error) : '–') },
  { id: 'time', title: 'time', unit: 'ms', isWorst: 'high', of: (layer) => (layer.time ? layer.time.ms : null),
    text: (layer) => (layer.time ? layer.time.ms.toFixed(4) + ' ms, ' + percentText(layer.time.share) : '–') },
  { id: 'clipped', title: 'clipped share', unit: '', isWorst: 'high',
    of: (layer) => (layer.error && layer.error.clipped !== undefined ? layer.error.clipped : null),
    text: (layer) => (layer.error && layer.error.clipped !== undefined ? percentText(layer.error.clipped) : '–') },
].filter((measure) => layers.some((layer) => measure.of(layer) !== null));

const readers = layers.map(() => []), sources = layers.map(() => []);
data.edges.forEach(([from, to], number) => {
  readers[from].push({ layer: to, number });
  sources[to].push({ layer: from, number });
});

// A layer without a launch of its own is computed with others, mostly with the next one along its only line that has one.
function ownerOf(number) {
  let at = number;
  while (!layers[at].time && readers[at].length === 1) at = readers[at][0].layer;
  return layers[at].time ? at : -1;
}

// Whoever shows the chosen layer is told.
const chosen = { number: -1, listeners: [] };
function choose(number, moves = true) {
  chosen.number = number;
  for (const listener of chosen.listeners) listener(number, moves);
}
