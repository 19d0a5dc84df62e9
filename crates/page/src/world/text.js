// The text of a document as a person reads it: visible text in reading order, a line for each block, table cells
// joined, list items marked. Frames are marked with their refs and filled in by the driver.

const pageText = (options) => {
  refState.next = Math.max(refState.next, options.next);
  const out = { parts: [], frames: [], line: '', size: 0 };
  const body = bodyElement() ?? rootElement();
  if (body) textOf(body, out, { transparent: false, speck: false, dom: 0 });
  endLine(out);
  return { parts: out.parts, frames: out.frames, next: refState.next, unasked: unasked.length, origin: self.origin };
};

const BULLET = '•';
const MAX_PAGE_TEXT = 2_000_000;

const endLine = (out) => {
  const line = collapse(out.line);
  if (line === BULLET) return; // the item's text follows in a block of its own
  out.line = '';
  if (line) pushPart(out, line);
};
const pushPart = (out, part) => {
  if (out.size > MAX_PAGE_TEXT) return;
  out.parts.push(part);
  out.size += part.length;
};

const textOf = (element, out, around) => {
  if (SKIPPED.has(htmlTag(element)) || around.dom > MAX_DOM_DEPTH) return;
  const here = new Place(element, around, WHOLE);
  const { style, display } = here;
  if (display === 'none') return;
  const block = separates(element, display, out);
  // A box of its own within a line: its text stands apart.
  const apart = display.startsWith('inline-');
  if (apart) out.line += ' ';
  if (block) endLine(out);
  if (htmlTag(element) === 'br') endLine(out);
  else if (ownText(element, out, here)) return block ? endLine(out) : undefined; // nothing of its children
  const children = flatChildren(element);
  if (!here.contents && mayHostClosedRoot(element, children.length, here)) noteHost(element);
  for (const child of children) {
    if (isElement(child)) textOf(child, out, here);
    else if (nodeType(child) === TEXT && isSeen(here)) addPageText(data(child), out, style);
  }
  if (apart) out.line += ' ';
  if (display === 'list-item' && collapse(out.line) === BULLET) out.line = '';
  if (block || display === 'list-item') endLine(out);
};

/** The walk that reads all of a document. */
const WHOLE = { filter: 'all', view: [0, 0, 0, 0] };
const isSeen = (place) => !place.invisible && !place.transparent && !place.speck;

const addPageText = (text, out, style) => {
  const lines = text.includes('\n') && keepsLines(style) ? text.split('\n') : [text];
  lines.forEach((line, index) => {
    out.line += line;
    if (index < lines.length - 1) endLine(out);
  });
};
const keepsLines = (style) => style.whiteSpaceCollapse?.startsWith('preserve') || style.whiteSpace.startsWith('pre');

/** Whether the element starts a line of its own. Cells stay on their row's line. */
const separates = (element, display, out) => {
  if (display === 'table-cell') {
    if (collapse(out.line)) out.line += ' | ';
    return false;
  }
  if (display === 'list-item') {
    endLine(out);
    out.line = `${BULLET} `;
    return false;
  }
  return !(display.startsWith('inline') || display === 'contents' || display === 'ruby');
};

/** Elements whose text is not their children's. Returns whether the element is done. */
const ownText = (element, out, here) => {
  switch (htmlTag(element)) {
    case 'iframe':
    case 'frame':
      endLine(out);
      if (isSeen(here)) {
        out.frames.push({ ref: refOf(element), part: out.parts.length });
        out.parts.push('');
      }
      return true;
    case 'input':
      if (isSeen(here) && !['hidden', 'password', 'checkbox', 'radio', 'file', 'range', 'color'].includes(inputType(element))) out.line += ` ${inputValue(element)} `;
      return true;
    case 'textarea':
      if (isSeen(here)) out.line += ` ${textAreaValue(element)} `;
      return true;
    case 'select':
      if (isSeen(here)) out.line += ` ${choiceText(element)} `;
      return true;
    case 'img':
      if (isSeen(here) && attr(element, 'alt')) out.line += ` [${collapse(attr(element, 'alt'))}] `;
      return true;
    case 'svg': case 'canvas': case 'video': case 'audio': case 'object': case 'embed':
      return true;
    default:
      return namespaceOf(element) === SVG && localName(element) === 'svg';
  }
};
