// What the driver asks about a document as a whole.

const facts = () => {
  const [entry] = performance.getEntriesByType('navigation');
  return { url: location.href, origin: self.origin, title: clip(documentTitle(), 4096), status: entry?.responseStatus || null, ready: readyState(), type: contentType() };
};

// Apart from the facts, because asking for it makes the browser lay the page out.
const view = () => ({ width: innerWidth, height: innerHeight, scroll: [scrollX, scrollY] });

/** What scrolls at a point: the innermost box that can move, or the document. */
const scrollerAt = (x, y) => {
  for (let node = topAt(x, y); node; node = flatParent(node)) {
    if (node === rootElement() || node === bodyElement()) break;
    const style = styleOf(node);
    if (/auto|scroll/.test(style.overflowX + style.overflowY) && (scrollHeight(node) > clientHeight(node) || scrollWidth(node) > clientWidth(node))) return node;
  }
  return scrollingElement() ?? rootElement();
};
const scrollHeight = getter(Element, 'scrollHeight');
const scrollWidth = getter(Element, 'scrollWidth');
const clientHeight = getter(Element, 'clientHeight');
const clientWidth = getter(Element, 'clientWidth');
const scrollLeft = getter(Element, 'scrollLeft');
const scrollTop = getter(Element, 'scrollTop');

/** Every scroll position on the way out from a point, so that a chained scroll is seen too. */
const scrollState = (x, y) => {
  const positions = [];
  for (let node = topAt(x, y); node; node = flatParent(node)) positions.push(scrollLeft(node), scrollTop(node));
  const page = scrollingElement() ?? rootElement();
  positions.push(scrollLeft(page), scrollTop(page));
  const scroller = scrollerAt(x, y);
  return {
    positions, frame: htmlTag(topAt(x, y) ?? rootElement()) === 'iframe',
    left: Math.round(scrollLeft(scroller)), top: Math.round(scrollTop(scroller)),
    maxLeft: Math.max(0, scrollWidth(scroller) - clientWidth(scroller)), maxTop: Math.max(0, scrollHeight(scroller) - clientHeight(scroller)),
    what: scroller === page ? '' : describe(scroller),
  };
};

/** Whether this document is of the origin of an address; for one without an origin, whether it is that very address. */
const isAt = (address) => {
  const url = URL.parse(address);
  if (!url) return false;
  return url.origin === 'null' ? location.href === address : url.origin === self.origin;
};

/** Whether an element is on the page and visible; null when it is gone. */
const isShown = (number) => {
  const element = elementByRef(number);
  return element ? isDrawn(element) : null;
};
