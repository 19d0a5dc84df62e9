// File fields: finding the one that an element stands for, and what it takes.

const inputMultiple = getter(HTMLInputElement, 'multiple');
const inputDirectory = getter(HTMLInputElement, 'webkitdirectory');
const fileName = getter(File, 'name');
const fileSize = getter(Blob, 'size');
const fileCount = getter(FileList, 'length');
const fileAt = method(FileList, 'item');
const allWithin = method(Element, 'querySelectorAll');

const isFileField = (element) => htmlTag(element) === 'input' && inputType(element) === 'file';

/** The file field that an element stands for: itself, the one that it labels, or the only one in it; else null. */
const fileFieldOf = (element) => {
  if (isFileField(element)) return element;
  const label = closest(element, 'label');
  const labelled = label && controlOf(label);
  if (labelled && isFileField(labelled)) return labelled;
  const inside = Array.from(allWithin(element, 'input')).filter(isFileField);
  return inside.length === 1 ? inside[0] : null;
};

/** What a press on an element opens beside the page: `files` for a file chooser, `download` for a link that downloads; else ''. */
const opensBeside = (element) => {
  const label = closest(element, 'label');
  const field = label ? controlOf(label) : element;
  if (field && isFileField(field)) return 'files';
  return closest(element, 'a[download][href], area[download][href]') ? 'download' : '';
};

/** Roles of what opens a file chooser when it is pressed. */
const PRESSED = ['button', 'link', 'menuitem', 'tab', 'option', 'switch', 'checkbox', 'radio'];

/**
 * How files get into an element: `{way, what}` with `way` `field`, `press` (it may open a file chooser) or `drop`, or `{error}`:
 * `gone` | `disabled` | `hidden`.
 */
const uploadWay = (number) => {
  const element = elementByRef(number);
  if (!element) return { error: 'gone' };
  const field = fileFieldOf(element);
  // A field is often hidden behind what is drawn for it; what was named has to be seen.
  if (!isDrawn(element)) return { error: 'hidden', what: describe(element) };
  if (isDisabled(field ?? element)) return { error: 'disabled', what: describe(element) };
  const what = describe(element);
  if (field) return { way: 'field', what };
  return { way: PRESSED.includes(roleOf(element)) ? 'press' : 'drop', what };
};

/** The field itself, for the driver to set. */
const fileField = (number) => {
  const element = elementByRef(number);
  return element ? fileFieldOf(element) : null;
};

/** The list of files that was looked at last. */
let lastList = null;
/**
 * What a file field takes and holds: `{multiple, directory, disabled, fresh, count, files}`, at most ten files as `[name, size]`;
 * `fresh` when it is another list than the one before.
 */
const fieldFiles = (field) => {
  if (!isFileField(field)) return null;
  const files = inputFiles(field);
  // The browser puts a new list in the place of the old one when it sets a field, whatever is in them.
  const fresh = lastList?.deref() !== files;
  lastList = files ? new WeakRef(files) : null;
  const count = files ? fileCount(files) : 0;
  const shown = [];
  for (let at = 0; at < Math.min(count, 10); at += 1) {
    const file = fileAt(files, at);
    shown.push([clip(fileName(file), 200), fileSize(file)]);
  }
  return { multiple: inputMultiple(field), directory: inputDirectory(field), disabled: isDisabled(field), fresh, count, files: shown };
};

// Whether a page takes what is dropped on it.
const drop = { over: null, seen: false };
const noteOver = (event) => { if (event.isTrusted) drop.over = event; };
const noteDrop = (event) => {
  if (!event.isTrusted) return;
  drop.seen = true;
  // What a page leaves to the browser would be opened in a tab.
  event.preventDefault();
};
const armDrop = () => {
  Object.assign(drop, { over: null, seen: false });
  addEventListener('dragover', noteOver, { capture: true });
  addEventListener('drop', noteDrop, { capture: true });
};
/** Whether the page would take what is held over it. Without that Chromium opens what is let go there itself. */
const wantsDrop = async () => {
  await settled();
  return drop.over !== null && isPrevented(drop.over);
};
const isPrevented = getter(Event, 'defaultPrevented');
/** Whether the files were dropped; nothing is watched any more. */
const dropped = async () => {
  await settled();
  removeEventListener('dragover', noteOver, { capture: true });
  removeEventListener('drop', noteDrop, { capture: true });
  return drop.seen;
};
