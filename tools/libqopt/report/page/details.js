// All that is known of the chosen layer.
function nameButton(number) {
  return element('button', { type: 'button', class: 'name', onclick: () => {
    choose(number);
    frame.scrollIntoView({ block: 'nearest' });
  } }, layers[number].name);
}

function facts(rows) {
  const list = element('dl');
  for (const [label, value] of rows)
    if (value !== null && value !== undefined && value !== '')
      list.append(element('dt', {}, label), element('dd', {}, ...(Array.isArray(value) ? value : [value])));
  return list;
}

function scaleText(value) {
  if (!value.scales) return '';
  if (value.scales > 1) return `, ${value.scales} scales from ${digits(value.scale[0])} to ${digits(value.scale[1])}`;
  const zero = value.zero === undefined ? '' : `, zero ${value.zero}`;
  const ends = value.ends ? `, ${digits(value.ends[0])} to ${digits(value.ends[1])}` : '';
  return `, scale ${digits(value.scale[0])}${zero}${ends}`;
}
const valueText = (value) => `${value.type} ${value.shape}${scaleText(value)}${value.constant ? ', constant' : ''}`;

function withoutTime(layer) {
  if (!data.timesBatch || layer.kind === 'port') return '';
  const owner = ownerOf(layers.indexOf(layer));
  return owner < 0 ? 'no launch of its own' : ['no launch of its own; the next one is ', nameButton(owner)];
}

function measuredRows(layer) {
  const { error, time } = layer;
  return [
    ['time', time && `${time.ms.toFixed(4)} ms at batch ${data.timesBatch}, ${percentText(time.share)} of all layers`],
    ['runs as', time ? time.runs : withoutTime(layer)],
    ['SQNR', error && sqnrText(error)],
    ['cosine', error && error.cosine !== null && error.cosine.toFixed(6)],
    ['largest error', error && digits(error.most)],
    ['RMSE', error && error.steps !== undefined && digits(error.steps) + ' steps'],
    ['clipped', error && error.clipped !== undefined && percentText(error.clipped) + ' of the values'],
    ['judged behind', error && error.behind],
    ['range', layer.calibrated && `${digits(layer.calibrated[0])} to ${digits(layer.calibrated[1])}` +
      (layer.calibrator ? `, by ${layer.calibrator}` : '')],
  ].map(([label, value]) => [label, value === false ? null : value]);
}

function showDetails(number) {
  const layer = layers[number], { weights } = layer;
  const named = (list) => list.flatMap((other, i) => (i ? [', ', nameButton(other)] : [nameButton(other)]));
  const unique = (edges) => [...new Set(edges.map((edge) => edge.layer))];
  byId('details').replaceChildren(
    element('h3', {}, layer.name),
    facts([['operation', layer.op], ...(layer.inputs ?? []).map((value) => ['reads', (value.key ? value.key + ': ' : '') + valueText(value)]),
      ...(layer.outputs ?? []).map((value) => ['gives', valueText(value)]),
      ['multiply-adds', layer.multiplyAdds && layer.multiplyAdds.toLocaleString('en')],
      ['absorbed', layer.absorbed && layer.absorbed.join(', ')], ['stays float', layer.why],
      ...measuredRows(layer), ...(layer.attributes ?? []),
      ['from', named(unique(sources[number]))], ['to', named(unique(readers[number]))]]
      .filter(([, value]) => !Array.isArray(value) || value.length)),
    ...(layer.distribution ? [element('h3', {}, 'Values'), histogram(layer.distribution, layer.outputs[0].ends ?? layer.calibrated)] : []),
    ...(weights ? [element('h3', {}, 'Weights'), facts([['of', weights.type + ' ' + weights.shape + scaleText(weights)]]),
      ...(weights.distribution ? [histogram(weights.distribution)] : [])] : []));
  byId('details').scrollTop = 0;
}
