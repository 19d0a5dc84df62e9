// The text of a document as a person reads it: visible text in reading order, a line for each block, table cells
// joined, list items marked. Frames are marked with their refs and filled in by the driver.

const pageText = (options) => {
  refState.next = Math.max(refState.next, options.next);
  const out = { parts: [], frames: [], line: '', size: 0 };
  const body = document.body ?? document.documentElement;
  if (body) textOf(body, out, { transparent: false, dom: 0, preformatted: false });
  endLine(out);
  return { parts: out.parts, frames: out.frames, next: refState.next, unasked: unasked.length };
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

const textOf = (element, out, context) => {
  if (SKIPPED.has(htmlTag(element)) || context.dom > MAX_DOM_DEPTH) return;
  const style = styleOf(element);
  if (style.display === 'none') return;
  const transparent = context.transparent || style.opacity === '0';
  const box = style.display === 'contents' ? null : boxOf(element);
  const speck = box && box.width <= 1 && box.height <= 1 && style.overflow !== 'visible';
  const seen = !transparent && !speck && style.visibility === 'visible';
  const here = { transparent: transparent || speck, dom: context.dom + 1, preformatted: style.whiteSpaceCollapse?.startsWith('preserve') || style.whiteSpace.startsWith('pre') };
  const block = separates(element, style, out);
  // A box of its own within a line: its text stands apart.
  const apart = /^inline-./.test(style.display);
  if (apart) out.line += ' ';
  if (block) endLine(out);
  if (htmlTag(element) === 'br') endLine(out);
  else if (ownText(element, out, seen)) return block ? endLine(out) : undefined; // nothing of its children
  const children = flatChildren(element);
  if (box && mayHostClosedRoot(element, children.length, box)) noteHost(element);
  for (const child of children) {
    if (isElement(child)) textOf(child, out, here);
    else if (nodeType(child) === TEXT && seen) addPageText(data(child), out, here);
  }
  if (apart) out.line += ' ';
  if (style.display === 'list-item' && collapse(out.line) === BULLET) out.line = '';
  if (block || style.display === 'list-item') endLine(out);
};

const addPageText = (text, out, context) => {
  if (!context.preformatted) { out.line += text; return; }
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    out.line += line;
    if (index < lines.length - 1) endLine(out);
  });
};

/** Whether the element starts a line of its own. Cells stay on their row's line. */
const separates = (element, style, out) => {
  if (style.display === 'table-cell') {
    if (collapse(out.line)) out.line += ' | ';
    return false;
  }
  if (style.display === 'list-item') {
    endLine(out);
    out.line = `${BULLET} `;
    return false;
  }
  return !(style.display.startsWith('inline') || style.display === 'contents' || style.display === 'ruby');
};

/** Elements whose text is not their children's. Returns whether the element is done. */
const ownText = (element, out, seen) => {
  switch (htmlTag(element)) {
    case 'iframe':
    case 'frame':
      endLine(out);
      if (seen) {
        out.frames.push({ ref: refOf(element), part: out.parts.length });
        out.parts.push('');
      }
      return true;
    case 'input':
      if (seen && !['hidden', 'password', 'checkbox', 'radio', 'file', 'range', 'color'].includes(inputType(element))) out.line += ` ${inputValue(element)} `;
      return true;
    case 'textarea':
      if (seen) out.line += ` ${textAreaValue(element)} `;
      return true;
    case 'select':
      if (seen) out.line += ` ${choiceText(element)} `;
      return true;
    case 'img':
      if (seen && attr(element, 'alt')) out.line += ` [${collapse(attr(element, 'alt'))}] `;
      return true;
    case 'svg': case 'canvas': case 'video': case 'audio': case 'object': case 'embed':
      return true;
    default:
      return namespaceOf(element) === SVG && localName(element) === 'svg';
  }
};
