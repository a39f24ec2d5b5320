// Search, and the start of all parts.
const matches = { numbers: [], place: -1 };

function find(text) {
  const wanted = text.trim().toLowerCase();
  matches.numbers = wanted === '' ? [] : layers.flatMap((layer, number) =>
    [layer.name, layer.op, ...(layer.absorbed ?? [])].some((name) => (name ?? '').toLowerCase().includes(wanted)) ? [number] : []);
  matches.place = -1;
  boxes.forEach((box) => box.classList.remove('matched'));
  for (const number of matches.numbers) boxes[number].classList.add('matched');
  byId('found').textContent = wanted === '' ? '' : matches.numbers.length === 1 ? '1 match' : `${matches.numbers.length} matches`;
  for (const id of ['previous', 'next']) byId(id).disabled = matches.numbers.length === 0;
  if (matches.numbers.length) stepMatch(1);
  else drawMap();
}

function stepMatch(step) {
  const count = matches.numbers.length;
  if (!count) return;
  matches.place = (matches.place + step + count) % count;
  byId('found').textContent = `${matches.place + 1} of ${count}`;
  choose(matches.numbers[matches.place]);
}

function startSearch() {
  byId('find').addEventListener('input', (event) => find(event.target.value));
  byId('find').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    stepMatch(event.shiftKey ? -1 : 1);
    event.preventDefault();
  });
  byId('next').addEventListener('click', () => stepMatch(1));
  byId('previous').addEventListener('click', () => stepMatch(-1));
  find('');
}

for (const [label, value] of data.summary)
  byId('summary').append(element('dt', {}, label), element('dd', {}, value));
if (data.commands.length) {
  byId('made').hidden = false;
  byId('commands').textContent = data.commands.join('\n');
}
chosen.listeners.push(showDetails);
startTables();
if (boxes.length) {
  startDrawing();
  startMap();
  startColours();
  startSearch();
}
startBars();
startGallery();
startFloats();
