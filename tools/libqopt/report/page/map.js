// All of the network, small, with what the frame shows.
const map = byId('map'), paper = map.getContext('2d', { willReadFrequently: true });

function mapScale() {
  return Math.min(map.width / whole.width, map.height / whole.height);
}

function drawMap() {
  const scale = mapScale();
  paper.clearRect(0, 0, map.width, map.height);
  boxes.forEach((box, number) => {
    const { x, y, width, height } = places[number];
    paper.fillStyle = getComputedStyle(box.querySelector('rect')).fill;
    paper.fillRect(x * scale, y * scale, Math.max(2, width * scale), Math.max(1, height * scale));
    if (number !== chosen.number && !box.classList.contains('matched')) return;
    paper.fillStyle = getComputedStyle(frame).getPropertyValue('--accent') || 'blue';
    paper.fillRect(x * scale - 1, y * scale - 1, Math.max(5, width * scale), Math.max(4, height * scale));
  });
  map.still = paper.getImageData(0, 0, map.width, map.height);
  drawWindow();
}

function drawWindow() {
  if (!map.still) return;
  const scale = mapScale(), { width, height } = seen();
  paper.putImageData(map.still, 0, 0);
  paper.strokeStyle = getComputedStyle(frame).color;
  paper.strokeRect(Math.max(0.5, view.x * scale + 0.5), Math.max(0.5, view.y * scale + 0.5),
    Math.max(4, Math.min(width * scale, map.width - 1)), Math.max(3, Math.min(height * scale, map.height - 1)));
}

function startMap() {
  const fit = () => {
    map.height = Math.max(80, frame.clientHeight);
    map.width = Math.max(40, Math.min(120, map.height * whole.width / whole.height));
    map.hidden = whole.height <= frame.clientHeight && whole.width <= frame.clientWidth;
    drawMap();
  };
  const go = (event) => {
    const at = map.getBoundingClientRect(), scale = mapScale();
    centre((event.clientX - at.left) / scale, (event.clientY - at.top) / scale);
  };
  map.addEventListener('pointerdown', (event) => {
    map.setPointerCapture(event.pointerId);
    go(event);
  });
  map.addEventListener('pointermove', (event) => event.buttons && go(event));
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(frame); // which may resize the frame again
  view.listeners.push(drawWindow);
  chosen.listeners.push(drawMap);
  fit();
}
