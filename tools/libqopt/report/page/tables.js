// Tables: of accuracy as they come, of layers to be sorted, of what stayed float by reason.
function plainTable(rows) {
  const [head, ...body] = rows;
  return element('table', {}, element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))),
    element('tbody', {}, ...body.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell))))));
}

const columns = [
  { title: '#', of: (row) => row.number, text: (row) => String(row.number) },
  { title: 'layer', isText: true, of: (row) => row.layer.name },
  { title: 'operation', isText: true, of: (row) => row.layer.op, text: (row) => row.layer.op },
  { title: 'type', isText: true, of: (row) => typeOf(row.layer), text: (row) => typeOf(row.layer) },
  { title: 'shape', isText: true, of: (row) => shapeOf(row.layer), text: (row) => shapeOf(row.layer) },
  { title: 'multiply-adds', of: (row) => row.layer.multiplyAdds ?? null, text: (row) => (row.layer.multiplyAdds ?? 0 ? row.layer.multiplyAdds.toLocaleString('en') : '') },
  ...measures.map((measure) => ({ title: measure.title, of: (row) => measure.of(row.layer), text: (row) => measure.text(row.layer) })),
];
const valueOf = (layer) => (layer.outputs ?? layer.inputs ?? [])[0] ?? {};
const typeOf = (layer) => valueOf(layer).type ?? '';
const shapeOf = (layer) => valueOf(layer).shape ?? '';

// Rows without a value come last, however the table is sorted.
function sorted(rows, column, isDown) {
  return [...rows].sort((a, b) => {
    const x = column.of(a), y = column.of(b);
    if (x === null || y === null) return (x === null) - (y === null);
    const order = column.isText ? String(x).localeCompare(String(y), 'en', { numeric: true }) : x - y;
    return isDown ? -order : order;
  });
}

const listed = { column: columns[0], isDown: false, only: 'all' };

function listLayers() {
  const rows = sorted(layers.map((layer, number) => ({ layer, number }))
    .filter(({ layer }) => listed.only === 'all' || layer.kind === listed.only || layer.op === listed.only), listed.column, listed.isDown);
  const head = columns.map((column) => {
    const sort = column !== listed.column ? 'none' : listed.isDown ? 'descending' : 'ascending';
    const mark = { none: '', ascending: ' ↑', descending: ' ↓' }[sort];
    return element('th', { scope: 'col', 'aria-sort': sort, class: column.isText ? 'text' : '' },
      element('button', { type: 'button', onclick: () => sortBy(column) }, column.title + mark));
  });
  const body = rows.map((row) => element('tr', { 'data-layer': row.number, class: row.number === chosen.number ? 'chosen' : '' },
    ...columns.map((column) => (column.text ? element('td', { class: column.isText ? 'text' : '' }, column.text(row))
      : element('td', { class: 'text name' }, nameButton(row.number))))));
  byId('layers-table').replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)));
  byId('rows').textContent = rows.length === layers.length ? `${rows.length} rows` : `${rows.length} of ${layers.length} rows`;
}

function sortBy(column) {
  listed.isDown = column === listed.column ? !listed.isDown : false;
  listed.column = column;
  listLayers();
  const button = byId('layers-table').querySelectorAll('th button')[columns.indexOf(column)];
  button.focus();
}

function startTables() {
  if (data.accuracy) {
    byId('accuracy').hidden = false;
    byId('accuracy-table').append(plainTable(data.accuracy));
    if (data.outputs) byId('outputs-table').append(plainTable(data.outputs));
  }
  if (data.tables) {
    byId('tables').hidden = false;
    byId('tables-list').append(...data.tables.flatMap(({ title, rows }) => [element('h3', {}, title), element('div', { class: 'scroll' }, plainTable(rows))]));
  }
  const present = new Set(layers.map((layer) => layer.kind)), operations = [...new Set(layers.map((layer) => layer.op))].sort();
  byId('only').append(element('option', { value: 'all' }, 'all layers'),
    ...data.kinds.flatMap((kind, i) => (present.has(kind) ? [element('option', { value: kind }, data.kindTitles[i])] : [])),
    ...operations.map((name) => element('option', { value: name }, name)));
  byId('only').addEventListener('change', (event) => { listed.only = event.target.value; listLayers(); });
  chosen.listeners.push((number) => {
    for (const row of byId('layers-table').querySelectorAll('tr[data-layer]'))
      row.classList.toggle('chosen', Number(row.getAttribute('data-layer')) === number);
  });
  listLayers();
}

function startFloats() {
  const reasons = new Map();
  layers.forEach((layer, number) => {
    if (!layer.why) return;
    if (!reasons.has(layer.why)) reasons.set(layer.why, []);
    reasons.get(layer.why).push(number);
  });
  if (!reasons.size) return;
  byId('floats').hidden = false;
  byId('floats-list').append(element('p', { class: 'quiet' }, `As the plan of ${data.planned} has it` +
    (data.hasRanges ? '.' : '; no calibration was given, so that reasons which come of ranges are missing.')),
    ...[...reasons].sort((a, b) => b[1].length - a[1].length).map(([why, numbers]) => element('details', numbers.length > 24 ? {} : { open: '' },
      element('summary', {}, `${numbers.length} ${numbers.length === 1 ? 'layer' : 'layers'}: ${why}`),
      element('p', {}, ...numbers.flatMap((number, i) => (i ? [', ', nameButton(number)] : [nameButton(number)]))))));
}
