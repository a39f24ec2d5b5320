// The drawing in its frame: which part of it is seen, and how that moves.
const drawing = byId('drawing'), frame = byId('frame');
const whole = { width: drawing.viewBox.baseVal.width, height: drawing.viewBox.baseVal.height };
const boxes = [...drawing.querySelectorAll('g.layer')];
const lines = [...drawing.querySelectorAll('path.edge')];
const places = boxes.map((box) => {
  const at = box.transform.baseVal.getItem(0).matrix, rect = box.querySelector('rect');
  return { x: at.e, y: at.f, width: rect.width.baseVal.value, height: rect.height.baseVal.value };
});

const view = { x: 0, y: 0, scale: 1, listeners: [] };
const seen = () => ({ width: frame.clientWidth / view.scale, height: frame.clientHeight / view.scale });

function showView() {
  const { width, height } = seen();
  // What is smaller than the frame stands in its middle; the rest ends at its margin.
  const within = (at, size, room) => (size <= room ? (size - room) / 2 : Math.min(Math.max(at, 0), size - room));
  view.x = within(view.x, whole.width, width);
  view.y = within(view.y, whole.height, height);
  drawing.setAttribute('viewBox', [view.x, view.y, width, height].join(' '));
  for (const listener of view.listeners) listener();
}

// `x`, `y`: what stays where it is, in pixels of the frame.
function zoom(factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const least = Math.min(frame.clientWidth / whole.width, frame.clientHeight / whole.height, 1) * 0.9;
  const scale = Math.min(Math.max(view.scale * factor, least), 6);
  view.x += x / view.scale - x / scale;
  view.y += y / view.scale - y / scale;
  view.scale = scale;
  showView();
}
function move(dx, dy) {
  const before = [view.x, view.y];
  view.x += dx / view.scale;
  view.y += dy / view.scale;
  showView();
  return view.x !== before[0] || view.y !== before[1];
}
function fitWidth() {
  view.scale = Math.min(frame.clientWidth / whole.width, 1.25);
  view.x = view.y = 0;
  showView();
}
function fitAll() {
  view.scale = Math.min(frame.clientWidth / whole.width, frame.clientHeight / whole.height, 1.25);
  showView();
}
function centre(x, y) {
  const { width, height } = seen();
  view.x = x - width / 2;
  view.y = y - height / 2;
  showView();
}
// Names can be read then.
function showLayer(number) {
  const { x, y, width, height } = places[number];
  view.scale = Math.max(view.scale, 0.8);
  centre(x + width / 2, y + height / 2);
}

// A name can be read at this scale; what is wider begins at its middle.
function startView() {
  fitWidth();
  if (view.scale < 0.6) {
    view.scale = 0.6;
    showView();
    centre(places[0].x + places[0].width / 2, 0);
  }
}

function beginDrag(down) {
  if (down.button !== 0) return;
  let from = { x: down.clientX, y: down.clientY }, isMoving = false;
  const go = (event) => {
    if (!isMoving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4) return;
    if (!isMoving) frame.setPointerCapture(down.pointerId); // a mere click is the layer's
    isMoving = true;
    frame.classList.add('moving');
    move(from.x - event.clientX, from.y - event.clientY);
    from = { x: event.clientX, y: event.clientY };
  };
  const end = () => {
    frame.classList.remove('moving');
    frame.removeEventListener('pointermove', go);
  };
  frame.addEventListener('pointermove', go);
  frame.addEventListener('pointerup', end, { once: true });
  frame.addEventListener('pointercancel', end, { once: true });
}

function turnWheel(event) {
  if (event.ctrlKey || event.metaKey) {
    const at = frame.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
    event.preventDefault();
  } else if (move(event.deltaX, event.deltaY)) {
    event.preventDefault(); // at its end the page goes on
  }
}

// Along lines from a layer, and from side to side; none: the drawing moves.
function neighbour(number, key) {
  if (key === 'ArrowDown') return readers[number][0]?.layer;
  if (key === 'ArrowUp') return sources[number][0]?.layer;
  const from = places[number], sign = key === 'ArrowRight' ? 1 : -1;
  const beside = places.map((place, other) => ({ other, ahead: sign * (place.x - from.x), y: place.y }))
    .filter(({ ahead, y }) => ahead > 0 && Math.abs(y - from.y) < from.height);
  beside.sort((a, b) => a.ahead - b.ahead);
  return beside[0]?.other;
}

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const focused = boxes.indexOf(document.activeElement);
  const steps = { ArrowDown: [0, 60], ArrowUp: [0, -60], ArrowLeft: [-60, 0], ArrowRight: [60, 0],
    PageDown: [0, frame.clientHeight * 0.9], PageUp: [0, -frame.clientHeight * 0.9] };
  const actions = { '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(1 / 1.3), 0: fitAll, w: fitWidth };
  if (focused >= 0 && event.key.startsWith('Arrow')) {
    const next = neighbour(focused, event.key);
    if (next === undefined) return;
    choose(next);
    boxes[next].focus({ preventScroll: true });
  } else if (focused >= 0 && (event.key === 'Enter' || event.key === ' ')) choose(focused, false);
  else if (steps[event.key]) move(...steps[event.key]);
  else if (actions[event.key]) actions[event.key]();
  else return;
  event.preventDefault();
}

function startDrawing() {
  boxes.forEach((box, number) => {
    box.setAttribute('role', 'button');
    box.setAttribute('tabindex', number === 0 ? '0' : '-1'); // one stop for Tab, arrows go on
    box.setAttribute('aria-label', layers[number].op + ' ' + layers[number].name);
    box.addEventListener('click', () => choose(number, false));
  });
  chosen.listeners.push((number, moves) => {
    boxes.forEach((box, other) => {
      box.classList.toggle('chosen', other === number);
      box.setAttribute('tabindex', other === number ? '0' : '-1');
    });
    const near = new Set([...sources[number], ...readers[number]].map((edge) => edge.number));
    lines.forEach((line, other) => line.classList.toggle('near', near.has(other)));
    if (moves) showLayer(number);
  });
  drawing.removeAttribute('width');
  drawing.removeAttribute('height');
  frame.addEventListener('pointerdown', beginDrag);
  frame.addEventListener('wheel', turnWheel, { passive: false });
  frame.addEventListener('keydown', pressKey);
  new ResizeObserver(() => requestAnimationFrame(showView)).observe(frame); // which may resize the frame again
  byId('in').addEventListener('click', () => zoom(1.3));
  byId('out').addEventListener('click', () => zoom(1 / 1.3));
  byId('width').addEventListener('click', fitWidth);
  byId('all').addEventListener('click', fitAll);
  addEventListener('beforeprint', () => {
    for (const closed of document.querySelectorAll('details')) closed.open = true;
    drawing.setAttribute('viewBox', [0, 0, whole.width, whole.height].join(' '));
    drawing.setAttribute('width', whole.width);
    drawing.setAttribute('height', whole.height);
  });
  addEventListener('afterprint', () => {
    drawing.removeAttribute('width');
    drawing.removeAttribute('height');
    showView();
  });
  startView();
}
