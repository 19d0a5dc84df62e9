// What a field holds once the page's handlers have run: a page may change it, put it back, or take the field away.

/** The field that is set: `{before, after}`, what it held before and right after. */
let setting = null;
/** The field that has the focus: text is typed into it. */
let typing = null;

const isTickable = (element) => htmlTag(element) === 'input' && ['checkbox', 'radio'].includes(inputType(element));
const isSecret = (element) => htmlTag(element) === 'input' && inputType(element) === 'password';
const rawValue = (element) => {
  const tag = htmlTag(element);
  if (tag === 'select') return choiceText(element);
  if (tag === 'input') return isTickable(element) ? inputChecked(element) : inputValue(element);
  return tag === 'textarea' ? textAreaValue(element) : textContent(element);
};
const shownValue = (element) => {
  const value = rawValue(element);
  if (typeof value === 'boolean') return value;
  if (isSecret(element)) return '(hidden)';
  return clip(['input', 'select'].includes(htmlTag(element)) ? collapse(value) : inLines(element, value), MAX_VALUE);
};
const innerText = getter(HTMLElement, 'innerText');
/** What a field of several lines holds, with its line breaks: joined, they would read as if they were lost. */
const inLines = (element, value) => {
  const text = htmlTag(element) && htmlTag(element) !== 'textarea' ? innerText(element) : value;
  return text.trimEnd().split('\n').map(collapse).join('\n');
};

/**
 * Of a field that was set: `{gone}`, or `{now, invalid, back}`, where `back` says that it holds what it held before; null in
 * a document that has come since.
 */
const held = async (number) => {
  await settled();
  if (!setting) return null;
  const element = elementByRef(number);
  if (!element) return { gone: true };
  const { before, after } = setting;
  const raw = rawValue(element);
  return { now: shownValue(element), invalid: invalidity(element), back: raw === before && raw !== after };
};

/** What the field that text was typed into holds, if that isn't the text with what was there before and after it. */
const typedInto = async (text) => {
  await settled();
  const element = typing?.deref();
  if (!element || !isConnected(element)) return null;
  const value = rawValue(element);
  // Enter and Tab are typed, too: they may do anything.
  const plain = /\t/.test(text) || (/\n/.test(text) && htmlTag(element) === 'input') ? '' : text;
  const same = htmlTag(element) === 'input' || htmlTag(element) === 'textarea'
    ? value.includes(plain.replaceAll('\r\n', '\n')) : value.replace(/\s/g, '').includes(plain.replace(/\s/g, ''));
  return same ? null : shownValue(element);
};
