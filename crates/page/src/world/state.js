// States and values that matter to somebody who is about to act, as `[key, value]` pairs in a fixed order.

const inputChecked = getter(HTMLInputElement, 'checked');
const inputIndeterminate = getter(HTMLInputElement, 'indeterminate');
const inputFiles = getter(HTMLInputElement, 'files');
const optionSelected = getter(HTMLOptionElement, 'selected');
const selectOptions = getter(HTMLSelectElement, 'options');
const detailsOpen = getter(HTMLDetailsElement, 'open');
const mediaPaused = getter(HTMLMediaElement, 'paused');
const activeInTree = (root) => (root instanceof Document ? documentActive(root) : shadowActive(root));

const MAX_VALUE = 200;
const MAX_OPTIONS = 12;

const statesOf = (element, role) => {
  const states = [];
  const add = (key, value) => { if (value !== null && value !== undefined && value !== '') states.push([key, value]); };
  if (role === 'heading') add('level', headingLevel(element));
  if (htmlTag(element) === 'input' && role === 'textbox' && !['text', 'textarea'].includes(inputType(element))) add('type', inputType(element));
  if (role === 'file') add('files', Array.from(inputFiles(element), (file) => clip(file.name, MAX_VALUE)).join(', '));
  add('value', valueOf(element, role));
  add('options', optionsOf(element));
  add('checked', checkedOf(element, role));
  add('pressed', tristate(attr(element, 'aria-pressed')));
  add('selected', selectedOf(element, role));
  add('expanded', expandedOf(element));
  add('current', currentOf(element));
  if (isDisabled(element)) add('disabled', true);
  if (isReadonly(element)) add('readonly', true);
  if (isRequired(element)) add('required', true);
  if ((attr(element, 'aria-invalid') ?? 'false') !== 'false') add('invalid', true);
  if (role !== 'iframe' && hasFocus(element)) add('focused', true);
  add('placeholder', clip(collapse(placeholderOf(element)), MAX_VALUE));
  if (role === 'video' || role === 'audio') add('paused', mediaPaused(element));
  return states;
};

const headingLevel = (element) => {
  const level = Number.parseInt(attr(element, 'aria-level') ?? '', 10);
  if (level >= 1) return level;
  return /^h[1-6]$/.test(htmlTag(element)) ? Number(htmlTag(element)[1]) : 2;
};
const valueOf = (element, role) => {
  const tag = htmlTag(element);
  if (tag === 'input' && inputType(element) === 'password') return inputValue(element) === '' ? '' : '(hidden)';
  if (role === 'textbox' || role === 'searchbox') return clip(collapse(fieldText(element)), MAX_VALUE);
  if (role === 'combobox') return clip(collapse(choiceText(element)), MAX_VALUE);
  if (role === 'color') return inputValue(element);
  if (['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar'].includes(role)) {
    const written = attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow');
    return written !== null ? clip(written, MAX_VALUE) : tag === 'input' ? inputValue(element) : attr(element, 'value');
  }
  return '';
};
const optionsOf = (element) => {
  if (htmlTag(element) !== 'select') return null;
  const options = selectOptions(element);
  const texts = [];
  for (let i = 0; i < options.length && texts.length < MAX_OPTIONS; i += 1) texts.push(clip(optionText(options[i]), 60) + (isDisabled(options[i]) ? ' (disabled)' : ''));
  if (options.length > MAX_OPTIONS) texts.push(`… ${options.length - MAX_OPTIONS} more`);
  return texts;
};
const tristate = (value) => (value === 'true' ? true : value === 'false' ? false : value === 'mixed' ? 'mixed' : null);
const checkedOf = (element, role) => {
  if (htmlTag(element) === 'input' && (role === 'checkbox' || role === 'radio' || role === 'switch')) {
    return inputIndeterminate(element) && role === 'checkbox' ? 'mixed' : inputChecked(element);
  }
  return ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'].includes(role)
    ? tristate(attr(element, 'aria-checked')) ?? false : null;
};
const selectedOf = (element, role) => {
  if (htmlTag(element) === 'option') return optionSelected(element) ? true : null;
  return ['option', 'tab', 'row', 'treeitem'].includes(role) ? tristate(attr(element, 'aria-selected')) : null;
};
const expandedOf = (element) => {
  const written = tristate(attr(element, 'aria-expanded'));
  if (written !== null) return written;
  const parent = htmlTag(element) === 'summary' ? parentNode(element) : null;
  return parent && htmlTag(parent) === 'details' ? detailsOpen(parent) : null;
};
const currentOf = (element) => {
  const value = attr(element, 'aria-current');
  return value && value !== 'false' ? (value === 'true' ? true : clip(value, 20)) : null;
};
const isReadonly = (element) => matches(element, 'input[readonly], textarea[readonly], [aria-readonly="true"]');
const isRequired = (element) => {
  const tag = htmlTag(element);
  return attr(element, 'aria-required') === 'true' || ((tag === 'input' || tag === 'select' || tag === 'textarea') && hasAttr(element, 'required'));
};
const hasFocus = (element) => {
  if (!matches(element, ':focus-within')) return false;
  const root = rootOf(element);
  const active = root instanceof Document || root instanceof ShadowRoot ? activeInTree(root) : null;
  return active === element && documentHasFocus(document);
};
