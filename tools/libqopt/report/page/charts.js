// Histograms and bars.
const plotWidth = 330, plotHeight = 96;

// Counts by their square root: tails are what thresholds are about.
function heightsOf(counts, room) {
  const most = Math.sqrt(Math.max(...counts, 1));
  return counts.map((count) => (Math.sqrt(count) / most) * room);
}

// Steps of unlike sizes fall into bins unevenly; what is before and after are scaled each by itself.
function histogram({ range, before, after }, ends) {
  const plot = shape('svg', { class: 'plot', viewBox: `0 0 ${plotWidth} ${plotHeight + 18}`, width: '100%', role: 'img',
    'aria-label': `histogram from ${digits(range[0])} to ${digits(range[1])}` });
  const width = plotWidth / (before ?? after).length;
  const at = (value) => ((value - range[0]) / (range[1] - range[0])) * plotWidth;
  if (after)
    heightsOf(after, plotHeight - 8).forEach((height, i) => height > 0 && plot.append(shape('rect',
      { class: 'after', x: i * width + 0.4, y: plotHeight - height, width: Math.max(1, width - 0.8), height })));
  if (before) {
    let path = `M0 ${plotHeight}`;
    heightsOf(before, plotHeight - 8).forEach((height, i) => { path += `V${(plotHeight - height).toFixed(1)}H${((i + 1) * width).toFixed(1)}`; });
    plot.append(shape('path', { class: 'before', d: path + `V${plotHeight}` }));
  }
  plot.append(shape('line', { class: 'axis', x1: 0, x2: plotWidth, y1: plotHeight, y2: plotHeight }));
  for (const end of ends ?? [])
    if (at(end) >= -1 && at(end) <= plotWidth + 1)
      plot.append(shape('line', { class: 'end', x1: at(end), x2: at(end), y1: 0, y2: plotHeight }));
  plot.append(shape('text', { class: 'quietly', x: 0, y: plotHeight + 13 }, digits(range[0])),
    shape('text', { class: 'quietly', x: plotWidth, y: plotHeight + 13, 'text-anchor': 'end' }, digits(range[1])));
  if (range[0] < 0 && range[1] > 0 && at(0) > 50 && at(0) < plotWidth - 50)
    plot.append(shape('text', { class: 'quietly', x: at(0), y: plotHeight + 13, 'text-anchor': 'middle' }, '0'));
  return plot;
}

// A bar for each layer that has the measure.
function barChart(measure, worstFirst) {
  const rows = layers.map((layer, number) => ({ number, layer, value: measure.of(layer) })).filter((row) => row.value !== null);
  if (worstFirst) rows.sort((a, b) => (measure.isWorst === 'low' ? a.value - b.value : b.value - a.value));
  const label = 280, room = 460, line = 17, most = Math.max(...rows.map((row) => row.value), 0) || 1;
  const height = rows.length * line + 4;
  const plot = shape('svg', { class: 'plot', width: label + room + 170, height, viewBox: `0 0 ${label + room + 170} ${height}`, role: 'img',
    'aria-label': `${measure.title} of ${rows.length} layers; the table below has the numbers` });
  rows.forEach(({ number, layer, value }, i) => {
    const row = shape('g', { class: 'row' }), y = i * line + 2, length = (Math.max(0, value) / most) * room;
    row.append(shape('title', {}, layer.name), shape('rect', { x: 0, y, width: label + room + 170, height: line, fill: 'transparent' }),
      shape('text', { x: label - 8, y: y + 12, 'text-anchor': 'end' }, cut(layer.name, 40)),
      shape('rect', { class: 'length', x: label, y: y + 2, width: length, height: line - 4 }),
      shape('text', { x: label + length + 6, y: y + 12 }, measure.text(layer)));
    row.addEventListener('click', () => { choose(number); frame.scrollIntoView({ block: 'nearest' }); });
    plot.append(row);
  });
  return plot;
}

// Names differ at their ends.
function cut(name, most) {
  const letters = [...name];
  return letters.length <= most ? name : letters.slice(0, most / 3 | 0).join('') + '…' + letters.slice(-(most - 1 - (most / 3 | 0))).join('');
}

function startBars() {
  byId('bars').hidden = measures.length === 0;
  byId('measure').append(...measures.map((measure) => element('option', { value: measure.id }, measure.title)));
  const draw = () => byId('chart').replaceChildren(
    barChart(measures.find((one) => one.id === byId('measure').value), byId('order').value === 'worst'));
  for (const id of ['measure', 'order']) byId(id).addEventListener('change', draw);
  if (measures.length) draw();
}

function startGallery() {
  const shown = layers.map((layer, number) => ({ layer, number })).filter(({ layer }) => layer.distribution);
  const rank = ({ layer }) => (layer.error && !layer.error.exact && layer.error.sqnr !== null ? layer.error.sqnr : 1e9);
  shown.sort((a, b) => rank(a) - rank(b));
  byId('histograms').hidden = shown.length === 0;
  let count = 0;
  const more = () => {
    for (const { layer, number } of shown.slice(count, count + 12))
      byId('gallery').append(element('figure', {}, element('figcaption', {}, nameButton(number),
        element('span', { class: 'quiet' }, layer.error ? sqnrText(layer.error) : '')),
        histogram(layer.distribution, layer.outputs[0].ends ?? layer.calibrated)));
    count += 12;
    byId('more').hidden = count >= shown.length;
  };
  byId('more').addEventListener('click', more);
  more();
}
