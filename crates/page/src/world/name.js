// Accessible names: the text alternative of Accessible Name and Description Computation 1.2, with the native
// sources of HTML-AAM and SVG-AAM.

const inputValue = getter(HTMLInputElement, 'value');
const labelsOf = {
  input: getter(HTMLInputElement, 'labels'),
  select: getter(HTMLSelectElement, 'labels'),
  textarea: getter(HTMLTextAreaElement, 'labels'),
  button: getter(HTMLButtonElement, 'labels'),
  meter: getter(HTMLMeterElement, 'labels'),
  output: getter(HTMLOutputElement, 'labels'),
  progress: getter(HTMLProgressElement, 'labels'),
};
const controlOf = getter(HTMLLabelElement, 'control');
const textAreaValue = getter(HTMLTextAreaElement, 'value');
const selectedOptions = getter(HTMLSelectElement, 'selectedOptions');

const MAX_NAME = 300;
const MAX_NESTING = 60;

/** The accessible name of an element: one line, at most 300 characters. */
const nameOf = (element, role = roleOf(element)) =>
  clip(collapse(alternative(element, role, START)), MAX_NAME);

/**
 * The way to an element whose alternative is asked for: the elements on it, the last one first (`element`, `up`); whether
 * the last step followed a reference or went into content, and whether any step `followed` a reference.
 */
const START = { element: null, up: null, depth: 0, reference: false, traversal: false, followed: false };
/** The start of a way that begins with what is in an element. */
const fromContent = () => ({ ...START, traversal: true });
const isOn = (path, element) => {
  for (let at = path; at; at = at.up) if (at.element === element) return true;
  return false;
};

const alternative = (element, role, before) => {
  if (before.depth > MAX_NESTING || isOn(before, element)) return '';
  const { reference, traversal, followed } = before;
  const path = { element, up: before, depth: before.depth + 1, reference, traversal, followed };
  // Hidden text names nothing, unless aria-labelledby points straight at it.
  if (!path.reference && path.traversal && isHidden(element)) return '';
  if (!path.reference) {
    const referenced = byReference(element, path);
    if (referenced) return referenced;
  }
  if (path.traversal || path.reference) {
    const value = embeddedValue(element, role);
    if (value !== null) return value;
  }
  const label = collapse(attr(element, 'aria-label') ?? '');
  if (label) return label;
  if (role !== 'none') {
    const native = nativeName(element, path);
    if (native) return native;
  }
  if (path.reference || path.traversal || NAMED_BY_CONTENT.has(role)) {
    const content = contentName(element, path);
    if (collapse(content)) return content;
  }
  return collapse(attr(element, 'title') ?? '') || collapse(attr(element, 'aria-placeholder') ?? placeholderOf(element));
};

const isHidden = (element) => {
  if (attr(element, 'aria-hidden') === 'true') return true;
  const look = lookOf(element);
  return look.absent || look.invisible;
};

const byReference = (element, path) => {
  const ids = attr(element, 'aria-labelledby');
  if (ids === null) return '';
  const parts = [];
  for (const id of ids.split(/\s+/)) {
    const target = id && elementById(element, id);
    if (!target) continue;
    // One that names itself, among others, counts by what it has besides.
    const way = target === element ? { ...path, element: null, up: null } : path;
    parts.push(alternative(target, roleOf(target), { ...way, reference: true, traversal: false, followed: true }));
  }
  return collapse(parts.join(' '));
};

// A control inside a label counts by its value.
const embeddedValue = (element, role) => {
  if (role === 'textbox' || role === 'searchbox') return fieldText(element);
  if (role === 'combobox' || role === 'listbox') return choiceText(element);
  if (role === 'slider' || role === 'spinbutton') {
    return attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow') ?? (htmlTag(element) === 'input' ? inputValue(element) : '');
  }
  return null;
};
const fieldText = (element) => {
  const tag = htmlTag(element);
  if (tag === 'input') return inputType(element) === 'password' ? '' : inputValue(element);
  return tag === 'textarea' ? textAreaValue(element) : textContent(element);
};
const choiceText = (element) => {
  const tag = htmlTag(element);
  if (tag === 'select') return Array.from(selectedOptions(element), (option) => optionText(option)).join(' ');
  return tag === 'input' ? inputValue(element) : '';
};
const optionText = (option) => collapse(attr(option, 'label') ?? textContent(option));
const placeholderOf = (element) =>
  (htmlTag(element) === 'input' || htmlTag(element) === 'textarea') ? attr(element, 'placeholder') ?? '' : '';

const nativeName = (element, path) => {
  const tag = htmlTag(element);
  const labels = mayHaveLabels(element) ? labelsOf[tag]?.(element) : null;
  if (labels && labels.length > 0) {
    const parts = Array.from(labels, (label) => alternative(label, '', { ...path, reference: true, followed: true }));
    const text = collapse(parts.join(' '));
    if (text) return text;
  }
  switch (tag) {
    case 'input': {
      const type = inputType(element);
      if (type === 'submit') return inputValue(element) || 'Submit';
      if (type === 'reset') return inputValue(element) || 'Reset';
      if (type === 'button') return inputValue(element);
      return type === 'image' ? attr(element, 'alt') ?? attr(element, 'value') ?? '' : '';
    }
    case 'img':
    case 'area':
      return attr(element, 'alt') ?? '';
    case 'fieldset':
      return ownPart(element, 'legend', path);
    case 'table':
      return ownPart(element, 'caption', path);
    case 'figure':
      return ownPart(element, 'figcaption', path);
    case 'optgroup':
    case 'option':
      return attr(element, 'label') ?? '';
    case '':
      return localName(element) === 'svg' ? ownPart(element, 'title', path) : '';
    default:
      return '';
  }
};
/** A label stands around its control or points at its id. Asking for the labels themselves is dear. */
const mayHaveLabels = (element) => hasAttr(element, 'id') || closest(element, 'label') !== null;
const ownPart = (element, name, path) => {
  const part = childList(element).find((child) => isElement(child) && localName(child) === name);
  return part ? alternative(part, '', { ...path, traversal: true }) : '';
};

// Name from content: blocks are separated by a space, inline text runs on.
const contentName = (element, path) => {
  // What a reference leads to is cut where it would come back, so it differs with the way.
  if (!memory || path.followed) return readContent(element, path);
  return remembered(memory.contents, element, () => readContent(element, path));
};

const readContent = (element, path) => {
  const generates = mayGenerate(element);
  let text = generates ? generated(element, '::before') : '';
  for (const child of flatChildren(element)) {
    if (nodeType(child) === TEXT) text += data(child);
    else if (isElement(child)) {
      const part = SKIPPED.has(htmlTag(child)) ? '' : alternative(child, roleOf(child), { ...path, reference: false, traversal: true });
      const inline = lookOf(child).display.startsWith('inline');
      text += inline ? part : ` ${part} `;
    }
    if (text.length > 4 * MAX_NAME) break;
  }
  return generates ? text + generated(element, '::after') : text;
};
const SKIPPED = new Set('script style noscript template head meta link title'.split(' '));
