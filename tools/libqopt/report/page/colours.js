// What boxes are coloured by: what they compute with, or how much of a measure they have.
function limitsOf(measure) {
  const values = layers.map(measure.of).filter((value) => value !== null);
  return [Math.min(...values), Math.max(...values)];
}

// 0: nothing to look at, 1: the worst. Times lie apart by powers.
function badness(measure, value, [least, most]) {
  if (value === null || most === least) return 0;
  const share = (value - least) / (most - least);
  return measure.isWorst === 'low' ? 1 - share : Math.sqrt(share);
}
const mixed = (bad) => `color-mix(in oklab, var(--bad) ${Math.round(80 * bad)}%, var(--ground))`;

// The time of what a layer is computed with.
function shownValue(measure, number) {
  const owner = measure.id === 'time' && layers[number].kind !== 'port' ? ownerOf(number) : number;
  return owner < 0 ? null : measure.of(layers[owner]);
}

function legendOfKinds() {
  const present = new Set(layers.map((layer) => layer.kind));
  return data.kinds.flatMap((kind, i) => present.has(kind)
    ? [element('span', {}, element('i', { class: kind }), data.kindTitles[i])] : []);
}
function legendOf(measure) {
  const [least, most] = limitsOf(measure), scale = element('span', { class: 'scale' });
  const ends = measure.isWorst === 'low' ? [most, least] : [least, most];
  scale.style.background = `linear-gradient(to right, ${mixed(0)}, ${mixed(1)})`;
  const text = (value) => (measure.id === 'clipped' ? percentText(value) : digits(value) + ' ' + measure.unit);
  return [element('span', {}, measure.title + ' ', text(ends[0]), scale, text(ends[1])),
    element('span', {}, 'no colour: not measured')];
}

function colourBy(id) {
  const measure = measures.find((one) => one.id === id), limits = measure && limitsOf(measure);
  boxes.forEach((box, number) => {
    if (!measure) return box.style.removeProperty('--fill');
    box.style.setProperty('--fill', mixed(badness(measure, shownValue(measure, number), limits)));
  });
  byId('legend').replaceChildren(...(measure ? legendOf(measure) : legendOfKinds()));
  drawMap();
}

function startColours() {
  const select = byId('colour');
  select.append(element('option', { value: 'kind' }, 'type'),
    ...measures.map((measure) => element('option', { value: measure.id }, measure.title)));
  select.addEventListener('change', () => colourBy(select.value));
  colourBy('kind');
  byId('theme').addEventListener('change', (event) => {
    document.documentElement.setAttribute('data-theme', event.target.value);
    drawMap();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawMap);
}
