// The outline of a document: one walk over the flat tree, one line for each thing that is worth a line.
//
// The walk returns lines as `[level, role, name, ref, states]` (ref -1: none). A frame's line is followed in the
// driver by the lines of its own document. What was left out is counted, so that the last line can say so.

const MAX_DOM_DEPTH = 1500;
const MAX_LINES = 20000;
const MAX_TEXT = 1500;

/**
 * For `find`, a line of text has a ref, too, and each line is followed by `[title, placeholder, heading above it]`.
 *
 * options: find; filter 'viewport' | 'interactive' | 'all'; depth: levels printed; ref: number of the subtree's element,
 * or -1; clip: [left, top, right, bottom], the part of this frame's viewport that shows; next: the first free ref.
 */
const outline = (options) => {
  refState.next = Math.max(refState.next, options.next);
  const start = options.ref < 0 ? rootElement() : elementByRef(options.ref);
  if (!start) return null;
  const walk = new Walk(options);
  remembering(() => {
    if (options.ref < 0) walk.children(start, 0, walk.outermost());
    else walk.element(start, 0, walk.outermost());
    walk.flush(0);
  });
  return {
    lines: walk.lines, next: refState.next, outside: walk.outside, deeper: walk.deeper, cut: walk.cut,
    frames: walk.frames, unasked: unasked.length, origin: self.origin,
  };
};

class Walk {
  constructor(options) {
    this.find = options.find === true;
    this.filter = options.filter;
    this.depth = options.depth;
    this.view = options.clip ?? [0, 0, innerWidth, innerHeight];
    this.lines = [];
    this.frames = [];
    this.outside = 0; // would be lines, were they in the viewport
    this.deeper = 0; // would be lines, were the depth greater
    this.cut = 0; // lines over the limit
    this.text = '';
    this.textOwner = null; // the element that the text began in
    this.textOutside = false;
    this.heading = '';
  }

  /** What is around the element that the walk starts with. */
  outermost() {
    return { clip: this.view, named: false, transparent: false, pointer: false, speck: false, inside: false, partial: true, dom: 0 };
  }

  children(node, level, context) {
    for (const child of flatChildren(node)) {
      if (nodeType(child) === TEXT) this.addText(child, context);
      else if (isElement(child)) this.element(child, level, context);
    }
  }

  addText(node, context) {
    if (context.named || context.transparent || context.invisible || this.filter === 'interactive') return;
    const text = data(node);
    if (!context.inside || (context.partial && !textOverlaps(node, context.clip))) {
      if (!context.speck && /\S/.test(text)) this.textOutside = true;
      return;
    }
    if (!this.textOwner && /\S/.test(text)) this.textOwner = flatParent(node);
    if (this.text.length < 4 * MAX_TEXT) this.text += text;
  }

  /** Ends a run of text: it becomes one line. */
  flush(level) {
    const text = collapse(this.text);
    const owner = this.textOwner;
    this.text = '';
    this.textOwner = null;
    if (text) this.push(level, 'text', clip(text, MAX_TEXT), this.find && owner ? refOf(owner) : -1, [], owner);
    else if (this.textOutside) this.outside += 1;
    this.textOutside = false;
  }

  push(level, role, name, ref, states, element) {
    if (level > this.depth - 1) this.deeper += 1;
    else if (this.lines.length >= MAX_LINES) this.cut += 1;
    else if (this.find) this.lines.push([level, role, name, ref, states, this.around(role, name, element)]);
    else this.lines.push([level, role, name, ref, states]);
  }

  around(role, name, element) {
    const heading = this.heading;
    if (role === 'heading') this.heading = name;
    return element ? [clip(attr(element, 'title') ?? '', MAX_NAME), clip(placeholderOf(element), MAX_NAME), heading] : ['', '', heading];
  }

  element(element, level, context) {
    const tag = htmlTag(element);
    if (SKIPPED.has(tag) || context.dom > MAX_DOM_DEPTH || attr(element, 'aria-hidden') === 'true') return;
    const here = new Place(element, context, this);
    if (here.named ? here.absent : here.display === 'none') return;
    // In a name there is no text to end.
    const inline = here.named || here.contents || here.display.startsWith('inline') || here.display === 'ruby';
    if (!inline || tag === 'br') this.flush(level);
    if (tag === 'label' && !here.named && this.labelsControl(element)) here.named = true;
    const role = here.invisible && !here.contents ? '' : roleOf(element);
    const inner = this.line(element, role, level, here);
    if (inner !== null) {
      const children = flatChildren(element);
      if (mayHostClosedRoot(element, children.length, here)) noteHost(element);
      for (const child of children) {
        if (nodeType(child) === TEXT) this.addText(child, here);
        else if (isElement(child)) this.element(child, inner, here);
      }
    }
    if (!inline) this.flush(inner ?? level);
  }

  labelsControl(label) {
    const control = controlOf(label);
    return Boolean(control) && this.filter !== 'interactive' && lookOf(control).display !== 'none';
  }

  /** Prints the element's own line when it has one. Returns the level of what is in it, or null to skip that. */
  line(element, role, level, here) {
    const tag = htmlTag(element);
    const actionable = this.isActionable(element, role, here);
    if (!actionable && !this.isPrinted(element, role)) {
      if ((tag === 'legend' || tag === 'caption') && here.printedParent === (tag === 'legend' ? 'group' : 'table')) here.named = true;
      return level;
    }
    if (!ACTIONABLE.has(role) && here.transparent) return level;
    if (!this.isShown(role, here) && !here.inside) return level;
    if (!this.isInView(role, here)) {
      this.outside += 1;
      here.named = here.named || NAMED_BY_CONTENT.has(role) || actionable;
      return LEAVES.has(role) ? null : level;
    }
    this.flush(level);
    const name = role === 'row' ? rowName(element) : this.lineName(element, role, actionable);
    if (!name && PLAIN.has(role) && role !== 'table' && role !== 'radiogroup') return level;
    if (!name && (role === 'row' || role === 'heading')) return level;
    const ref = actionable || ANCHORS.has(role) ? refOf(element) : -1;
    this.push(level, role === 'none' || role === '' || (actionable && !ACTIONABLE.has(role) && !ANCHORS.has(role)) ? 'clickable' : role, name, ref, statesOf(element, role), element);
    if (role === 'iframe') this.frames.push({ ref, line: this.lines.length - 1, clip: this.frameClip(element, here) });
    here.named = here.named || NAMED_BY_CONTENT.has(role) || (actionable && name !== '' && !ANCHORS.has(role));
    here.printedParent = role;
    return LEAVES.has(role) || role === 'iframe' ? null : level + 1;
  }

  isShown(role, here) {
    return ANCHORS.has(role) || PLAIN.has(role) || here.drawn;
  }

  isInView(role, here) {
    return this.filter === 'all' || overlaps(here.box, here.clip) || (!here.drawn && this.isShown(role, here));
  }

  lineName(element, role, actionable) {
    const name = nameOf(element, role);
    if (name || !actionable || role === 'textbox') return name;
    return clip(collapse(contentName(element, fromContent())), MAX_NAME);
  }

  isActionable(element, role, here) {
    if (here.invisible) return false;
    if (ACTIONABLE.has(role)) return htmlTag(element) !== 'option' || !insideSelect(element);
    if (isEditingHost(element)) return true;
    if (ANCHORS.has(role) || role === 'iframe' || htmlTag(element) === 'label') return false;
    return (!here.named && here.clickable) || hasAttr(element, 'onclick') || (hasAttr(element, 'tabindex') && Number.parseInt(attr(element, 'tabindex'), 10) >= 0);
  }

  isPrinted(element, role) {
    if (role === 'iframe') return true;
    if (this.filter === 'interactive') return false;
    return ANCHORS.has(role) || PLAIN.has(role);
  }

  /** The part of a frame's own viewport that shows, in its coordinates. */
  frameClip(element, { clip, style, box }) {
    const edge = contentEdge(element, style, box);
    const shown = this.filter === 'all' ? [box.left, box.top, box.right, box.bottom] : intersect(clip, box);
    return [shown[0] - edge.left, shown[1] - edge.top, shown[2] - edge.left, shown[3] - edge.top];
  }
}

const LEAVES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'color', 'file', 'img', 'progressbar', 'meter', 'video', 'audio', 'embed', 'object']);

const clientLeft = getter(Element, 'clientLeft');
const clientTop = getter(Element, 'clientTop');
/** Where the content of a frame element begins, in the coordinates of the document around it. */
const contentEdge = (element, style, box) => ({
  left: box.left + clientLeft(element) + Number.parseFloat(style.paddingLeft),
  top: box.top + clientTop(element) + Number.parseFloat(style.paddingTop),
});

/** Whether a line of a text node shows. White space alone never does. */
const textOverlaps = (node, clip) => {
  const range = new Range();
  selectContents(range, node);
  return Array.from(rangeBoxes(range)).some((box) => overlaps(box, clip));
};
const selectContents = method(Range, 'selectNodeContents');
const rangeBoxes = method(Range, 'getClientRects');

const insideSelect = (option) => Boolean(closest(option, 'select'));

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** A table row as one line: its cells' texts, joined. */
const rowName = (row) => {
  const cells = [];
  const collect = (node) => {
    for (const child of flatChildren(node)) {
      if (!isElement(child) || isHidden(child)) continue;
      const role = roleOf(child);
      if (CELLS.has(role)) cells.push(collapse(attr(child, 'aria-label') ?? cellText(child)));
      else collect(child);
    }
  };
  collect(row);
  return clip(cells.some(Boolean) ? cells.join(' | ') : '', MAX_TEXT);
};
const cellText = (cell) => {
  let text = '';
  for (const child of flatChildren(cell)) {
    if (nodeType(child) === TEXT) text += data(child);
    else if (isElement(child) && !SKIPPED.has(htmlTag(child))) {
      text += ` ${alternative(child, roleOf(child), fromContent())} `;
    }
  }
  return text;
};
