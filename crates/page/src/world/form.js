// Setting form controls the way a person's hand leaves them: the value, then the events that a page listens for.

const setInput = setter(HTMLInputElement, 'value');
const setTextArea = setter(HTMLTextAreaElement, 'value');
const setSelected = setter(HTMLOptionElement, 'selected');
const optionValue = getter(HTMLOptionElement, 'value');
const inputMaxLength = getter(HTMLInputElement, 'maxLength');
const areaMaxLength = getter(HTMLTextAreaElement, 'maxLength');
const focusOn = method(HTMLElement, 'focus');
const clickOn = method(HTMLElement, 'click');
const dispatch = method(EventTarget, 'dispatchEvent');

const announce = (element) => {
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
};

/** Sets a control, and keeps what it held for `held`. */
const setField = (number, value) => {
  const element = elementByRef(number);
  if (!element) return { error: 'gone' };
  const before = rawValue(element);
  const answer = setElement(element, value);
  setting = { before, after: rawValue(element) };
  return answer;
};

/**
 * Sets a control. Returns `{done, what, now}`, or `{error, what, …}`: `gone` `hidden` `disabled` `covered` (with
 * `by`) `inert` `readonly` `not_a_field` `takes_files` `wants_boolean` `wants_text` `no_option` (with `options`) `option_disabled`
 * `not_taken` (with `now`) `would_hold` (with `now`, `limits`) `too_long` (with `max`),
 * or `{edit: true}` for rich text, which the driver types in.
 */
const setElement = (element, value) => {
  const role = roleOf(element);
  const what = describe(element);
  const no = (error, more = {}) => ({ error, what, ...more });
  if (isDisabled(element)) return no('disabled');
  const kept = keptFrom(element);
  if (kept) return no(kept.modal ? 'covered' : 'inert', { by: kept.modal ? describe(kept.modal) : '' });
  if (isReadonly(element)) return no('readonly');
  const tag = htmlTag(element);
  if (tag === 'input' && (inputType(element) === 'checkbox' || inputType(element) === 'radio')) return setChecked(element, value, what, no);
  if (tag === 'select') return isDrawn(element) ? setSelect(element, value, what, no) : no('hidden');
  if (tag === 'input' && ['button', 'submit', 'reset', 'image', 'hidden'].includes(inputType(element))) return no('not_a_field');
  if (isFileField(element)) return no('takes_files');
  if (tag === 'input' || tag === 'textarea') return isDrawn(element) ? setText(element, tag, value, what, no) : no('hidden');
  if (['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'].includes(role)) return setAriaChecked(element, value, what, no);
  if (isEditingHost(element) || role === 'textbox' || role === 'searchbox' || role === 'combobox') {
    if (typeof value === 'boolean') return no('wants_text');
    if (!isEditingHost(element)) return no('not_a_field');
    if (!isDrawn(element)) return no('hidden');
    const now = editedText(element);
    focusOn(element);
    getSelection().selectAllChildren(element);
    return { edit: true, what, now };
  }
  return no('not_a_field');
};
const editedText = (element) => clip(inLines(element, fieldText(element)), MAX_VALUE);
/** What rich text holds, once the page's handlers have run; null when it is gone. */
const edited = (number) => {
  const element = elementByRef(number);
  return element ? editedText(element) : null;
};

const setChecked = (element, value, what, no) => {
  if (typeof value !== 'boolean') return no('wants_boolean');
  if (inputType(element) === 'radio' && !value) return no('wants_true');
  // A person could press its label even when the box itself is drawn by other means, so that counts as shown.
  const shown = isDrawn(element) || Array.from(labelsOf.input(element) ?? []).some(isDrawn);
  if (!shown) return no('hidden');
  if (inputChecked(element) !== value || inputIndeterminate(element)) clickOn(element);
  return inputChecked(element) === value ? { done: true, what, now: value } : no('not_taken', { now: inputChecked(element) });
};

const setAriaChecked = (element, value, what, no) => {
  if (typeof value !== 'boolean') return no('wants_boolean');
  if (!isDrawn(element)) return no('hidden');
  if ((attr(element, 'aria-checked') === 'true') !== value) clickOn(element);
  return { done: true, what, now: value, verify: 'checked' };
};
/** Whether an ARIA control holds the value, once the page's handlers have run. */
const ariaChecked = (number) => {
  const element = elementByRef(number);
  return element ? attr(element, 'aria-checked') === 'true' : null;
};

const setSelect = (element, value, what, no) => {
  const wanted = String(value);
  const options = Array.from(selectOptions(element));
  const enabled = options.filter((option) => !isDisabled(option));
  const named = (among) => among.find((one) => optionValue(one) === wanted)
    ?? among.find((one) => optionText(one) === collapse(wanted))
    ?? among.find((one) => optionText(one).toLowerCase() === collapse(wanted).toLowerCase());
  const option = named(enabled);
  if (typeof value !== 'boolean' && !option && named(options)) return no('option_disabled');
  if (typeof value === 'boolean' || !option) {
    return no('no_option', { options: enabled.slice(0, 50).map((one) => clip(optionText(one), 100)), count: enabled.length });
  }
  focusOn(element);
  if (!optionSelected(option) || (selectMultiple(element) && selectedOptions(element).length !== 1)) {
    for (const other of options) if (other !== option && optionSelected(other) && selectMultiple(element)) setSelected(other, false);
    setSelected(option, true);
    announce(element);
  }
  return optionSelected(option) ? { done: true, what, now: optionText(option) } : no('not_taken', { now: choiceText(element) });
};

const setText = (element, tag, value, what, no) => {
  if (typeof value === 'boolean') return no('wants_text');
  const text = String(value);
  const max = tag === 'input' ? inputMaxLength(element) : areaMaxLength(element);
  if (max >= 0 && text.length > max) return no('too_long', { max });
  const before = tag === 'input' ? inputValue(element) : '';
  focusOn(element);
  (tag === 'input' ? setInput : setTextArea)(element, text);
  if (tag === 'input' && isBent(element, text)) {
    const bent = inputValue(element);
    setInput(element, before);
    return no('would_hold', { now: bent, limits: limitsOf(element) });
  }
  announce(element);
  const now = tag === 'input' ? inputValue(element) : textAreaValue(element);
  // The browser empties what a date or number field can't hold; a page may rewrite what it formats.
  if (now === '' && text !== '') return no('not_taken', { now: '', limits: formatOf(element) });
  return { done: true, what, now: shownValue(element), invalid: invalidity(element) };
};

const validityOf = getter(HTMLInputElement, 'validity');
const validity = (name) => getter(ValidityState, name);
const isOver = validity('rangeOverflow');
const isUnder = validity('rangeUnderflow');
const isOffStep = validity('stepMismatch');
const isOffType = validity('typeMismatch');
const isOffPattern = validity('patternMismatch');
/** What an input's own attributes don't allow it to hold but it does, in words; empty when nothing is wrong. */
const invalidity = (element) => {
  if (htmlTag(element) !== 'input') return '';
  const is = validityOf(element);
  const parts = [];
  if (isOffType(is)) parts.push(formatOf(element));
  if (isOffPattern(is)) parts.push(`the pattern ${clip(attr(element, 'pattern') ?? '', 100)}`);
  if (isOver(is) || isUnder(is) || isOffStep(is)) parts.push(limitsOf(element));
  return parts.filter((part) => part !== '').join(', ');
};
const FORMATS = {
  color: 'a color, such as #00ff00', date: 'a date, such as 2026-02-28', time: 'a time, such as 14:30', month: 'a month, such as 2026-02',
  week: 'a week, such as 2026-W09', 'datetime-local': 'a date and time, such as 2026-02-28T14:30', number: 'a number, such as 12.5',
  email: 'an email address, such as a@example.com', url: 'an address with its scheme, such as https://example.com',
};
/** How what an input takes is written; empty where any text will do. */
const formatOf = (element) => (htmlTag(element) === 'input' ? FORMATS[inputType(element)] ?? '' : '');
/** Whether the browser put another value in the place of one that the input can't hold. */
const isBent = (element, text) => {
  const now = inputValue(element);
  if (inputType(element) === 'range') return text.trim() === '' || Number(text) !== Number(now);
  // Another way to write the same color is no other color.
  return inputType(element) === 'color' && !CSS.supports('color', text);
};
/** An input's limits, in words. */
const limitsOf = (element) => {
  if (inputType(element) === 'color') return formatOf(element);
  const ranged = inputType(element) === 'range';
  const min = attr(element, 'min') ?? (ranged ? '0' : null);
  const max = attr(element, 'max') ?? (ranged ? '100' : null);
  const step = attr(element, 'step') ?? (isOffStep(validityOf(element)) ? '1' : null);
  const parts = [];
  if (min !== null) parts.push(`from ${clip(min, 40)}`);
  if (max !== null) parts.push(`to ${clip(max, 40)}`);
  if (step !== null && step.toLowerCase() !== 'any') parts.push(`in steps of ${clip(step, 40)}`);
  return parts.join(', ');
};

/**
 * What keeps an element from being used though it is drawn: the modal dialog that it lies behind (`{modal}`), or an `inert`
 * attribute around it (`{}`); null when nothing does.
 */
const keptFrom = (element) => {
  const modals = Array.from(allIn(document, 'dialog:modal'));
  for (let node = element; node; node = flatParent(node)) {
    if (hasAttr(node, 'inert')) return {};
    // What is in a modal dialog is free of what is around that; another one may have opened over it.
    if (modals.includes(node)) {
      const over = modals.find((other) => other !== node && !isWithin(node, other) && isOnTop(other));
      return over ? { modal: over } : null;
    }
  }
  return modals.length > 0 ? { modal: modals.find(isOnTop) ?? modals[0] } : null;
};
const allIn = method(Document, 'querySelectorAll');
const isOnTop = (element) => hitPoint(element).x !== undefined;

/** The element that has the focus, in this document; null when nothing in particular has it. */
const focused = () => {
  let element = activeInTree(document);
  while (element && shadowOf(element) && activeInTree(shadowOf(element))) element = activeInTree(shadowOf(element));
  return element === bodyElement() || element === rootElement() ? null : element;
};
/** What has the focus, in this document: `{what, takesText, frame}`. */
const focusedField = (next) => {
  typing = null;
  refState.next = Math.max(refState.next, next);
  const element = focused();
  if (!element) return { what: '', takesText: designMode() === 'on' };
  const tag = htmlTag(element);
  if (HOLDERS.includes(tag)) return { what: describe(element), frame: refOf(element), next: refState.next, takesText: false };
  const takesText = (tag === 'input' && !['button', 'submit', 'reset', 'image', 'file', 'checkbox', 'radio', 'range', 'color'].includes(inputType(element)))
    || tag === 'textarea' || Boolean(closest(element, '[contenteditable]:not([contenteditable="false" i])'));
  const takes = takesText && !isReadonly(element) && !isDisabled(element);
  if (takes) typing = new WeakRef(element);
  const secret = isSecret(element) ? ' (hidden)' : '';
  return { what: describe(element) + secret, takesText: takes };
};
