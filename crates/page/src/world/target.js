// Finding the point of an element that a pointer really hits, and saying what stands in the way.

/** A description for people: role and name, a short one by default. */
const describe = (element, longest = 80) => {
  const role = roleOf(element) || htmlTag(element) || localName(element);
  const name = clip(nameOf(element), longest) || clip(collapse(shownText(element)), longest);
  return name ? `${role} ${JSON.stringify(name)}` : role;
};

/** The text in an element that is drawn. */
const shownText = (element) => contentName(element, fromContent());

/** What is drawn on top at a point, shadow trees included; null outside the viewport. */
const topAt = (x, y) => {
  let top = atPoint.document(document, x, y);
  for (;;) {
    const shadow = top && shadowOf(top);
    const inner = shadow && atPoint.shadow(shadow, x, y);
    if (!inner || inner === top) return top;
    top = inner;
  }
};

/** Whether a press on `hit` is a press on `element`: it is it, lies in it, or is a label of it. */
const reaches = (hit, element) => {
  if (!hit) return false;
  if (isWithin(hit, element)) return true;
  for (let node = hit; node; node = flatParent(node)) {
    if (htmlTag(node) === 'label') return controlOf(node) === element;
  }
  return false;
};

/** Points of an element worth trying, the middle of its first box first. */
const candidates = (element) => {
  const points = [];
  for (const box of Array.from(boxesOf(element)).slice(0, 4)) {
    if (box.width < 1 || box.height < 1) continue;
    for (const [across, down] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
      points.push([box.left + box.width * across, box.top + box.height * down]);
    }
  }
  return points;
};

const hitPoint = (element) => {
  let cover = null;
  for (const [x, y] of candidates(element)) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const top = topAt(x, y);
    if (reaches(top, element)) return { x, y };
    cover = cover ?? top;
  }
  return { cover };
};

/**
 * Where to press an element: `{x, y}` in this document's viewport, scrolled into view if need be (`scrolled`), or `{error}`:
 * `gone` | `hidden` | `disabled` | `covered` (`by` says what covers it) | `offscreen`. With `disabled` a disabled element
 * will do; with `arm` the next press is watched (see `landed`).
 */
const pressPoint = (number, { disabled, arm }) => {
  const element = elementByRef(number);
  if (!element) return { error: 'gone' };
  const what = describe(element);
  if (!isDrawn(element)) return { error: 'hidden', what };
  if (!disabled && isDisabled(element)) return { error: 'disabled', what };
  let found = hitPoint(element);
  const scrolled = found.x === undefined;
  if (scrolled) {
    scrollTo(element, { block: 'center', inline: 'center', behavior: 'instant' });
    found = hitPoint(element);
  }
  if (found.x !== undefined) {
    if (arm) armLanding(element);
    return { x: found.x, y: found.y, what, scrolled };
  }
  return found.cover ? { error: 'covered', what, by: describe(found.cover) } : { error: 'offscreen', what };
};

const isDrawn = (element) => {
  const style = styleOf(element);
  if (style.visibility !== 'visible') return false;
  return Array.from(boxesOf(element)).some((box) => box.width > 0 && box.height > 0);
};

/** Where a point of a frame's viewport lies in the document around it; checks that the frame is what is hit there. */
const throughFrame = (number, x, y) => {
  const element = elementByRef(number);
  if (!element) return { error: 'gone' };
  let edge = contentEdge(element, styleOf(element), boxOf(element));
  let point = { x: edge.left + x, y: edge.top + y };
  const scrolled = !onScreen(point);
  if (scrolled) {
    scrollTo(element, { block: 'center', inline: 'center', behavior: 'instant' });
    edge = contentEdge(element, styleOf(element), boxOf(element));
    point = { x: edge.left + x, y: edge.top + y };
    if (!onScreen(point)) {
      // A frame that is taller than the viewport: bring the point itself to the middle.
      scrollBy({ left: point.x - innerWidth / 2, top: point.y - innerHeight / 2, behavior: 'instant' });
      edge = contentEdge(element, styleOf(element), boxOf(element));
      point = { x: edge.left + x, y: edge.top + y };
    }
  }
  if (!onScreen(point)) return { error: 'offscreen', what: describe(element) };
  const top = topAt(point.x, point.y);
  return top === element ? { ...point, scrolled } : { error: 'covered', what: describe(element), by: top ? describe(top) : 'nothing' };
};
const onScreen = (point) => point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;

// Whether the press landed: armed before the pointer moves, read after.
const landing = { element: null, hit: null, by: '', stray: '', releases: 0, released: null, gone: false, opens: '' };
const armLanding = (element) => {
  Object.assign(landing, { element, hit: null, by: '', stray: '', releases: 0, released: null, gone: false, opens: opensBeside(element) });
  for (const type of PRESSES) addEventListener(type, notePress, { capture: true });
  addEventListener('pointerup', noteRelease, { capture: true });
};
// A page may keep one of them from us.
const PRESSES = ['pointerdown', 'mousedown'];
const notePress = (event) => {
  if (!event.isTrusted || !landing.element) return;
  const hit = event.composedPath()[0];
  // A listener outside a closed shadow tree sees its host instead of what is in it.
  const inClosedTree = isElement(hit) && closedRoots.has(hit) && isWithin(landing.element, hit);
  const reached = inClosedTree || reaches(hit, landing.element);
  // A page may put something else there for the second press of a double click.
  if (landing.hit === null) [landing.hit, landing.by] = [reached, reached ? '' : describe(hit)];
  else if (landing.hit && !reached && isElement(hit)) landing.stray ||= describe(hit);
};
const noteRelease = (event) => {
  if (!event.isTrusted) return;
  // What goes away in a click's own handlers was clicked; those run later.
  if (landing.releases === 0 && landing.element) landing.gone = !isConnected(landing.element) || !isDrawn(landing.element);
  landing.releases += 1;
  landing.released?.();
};
/** Resolves when the button has been let go so often; after a while with false, for a page may keep that from us. */
const releasedTimes = (count) => new Promise((resolve) => {
  const check = () => { if (landing.releases >= count) resolve(true); };
  landing.released = check;
  setTimeout(() => resolve(false), RELEASE_MS);
  check();
});
const RELEASE_MS = 100;
/**
 * Whether the press landed on its element: `hit` is `true`, `false`, or null when no press was seen; `gone` tells whether
 * it was no longer there when the button was let go; `opens` what it opens beside the page (see `opensBeside`); `armed` tells
 * whether one was watched for in this very document. It can be asked before the press, and answers when the button has been let go
 * so many times and what the page started at once has run; `early` when that was not seen: then it has to be asked again.
 */
const landed = async (releases) => {
  if (landing.element && !(await releasedTimes(releases))) return { early: true };
  for (const type of PRESSES) removeEventListener(type, notePress, { capture: true });
  removeEventListener('pointerup', noteRelease, { capture: true });
  const result = { armed: landing.element !== null, hit: landing.hit, by: landing.by, stray: landing.stray, gone: landing.gone, opens: landing.opens };
  landing.element = null;
  // The button has been let go, but the click that follows from that may still be to come.
  if (releases > 0) await turn();
  await settled();
  return result;
};

/** Brings an element into the viewport. Whether that took scrolling; null when it is gone. */
const bringIntoView = (number) => {
  const element = elementByRef(number);
  if (!element) return null;
  const box = boxOf(element);
  const shown = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (!shown) scrollTo(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
  return !shown;
};

/** Resolves when what the page started at once (event handlers, zero-delay timers) has run. */
const settled = () => turn().then(turn);
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Resolves when the next frame has been drawn. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
