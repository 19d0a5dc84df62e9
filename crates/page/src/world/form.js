// Setting form controls the way a person's hand leaves them: the value, then the events that a page listens for.

const setInput = setter(HTMLInputElement, 'value');
const setTextArea = setter(HTMLTextAreaElement, 'value');
const setSelected = setter(HTMLOptionElement, 'selected');
const optionValue = getter(HTMLOptionElement, 'value');
const optionDisabled = getter(HTMLOptionElement, 'disabled');
const inputMaxLength = getter(HTMLInputElement, 'maxLength');
const areaMaxLength = getter(HTMLTextAreaElement, 'maxLength');
const focusOn = method(HTMLElement, 'focus');
const clickOn = method(HTMLElement, 'click');
const dispatch = method(EventTarget, 'dispatchEvent');

const announce = (element) => {
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
};

/**
 * Sets a control. Returns `{done, what, now}`, or `{error, what, …}`: `gone` `hidden` `disabled` `readonly` `not_a_field`
 * `wants_boolean` `wants_text` `no_option` (with `options`) `not_taken` (with `now`) `too_long` (with `max`),
 * or `{edit: true}` for rich text, which the driver types in.
 */
const setField = (number, value) => {
  const element = elementByRef(number);
  if (!element) return { error: 'gone' };
  const role = roleOf(element);
  const what = describe(element);
  const no = (error, more = {}) => ({ error, what, ...more });
  if (isDisabled(element)) return no('disabled');
  if (isReadonly(element)) return no('readonly');
  const tag = htmlTag(element);
  if (tag === 'input' && (inputType(element) === 'checkbox' || inputType(element) === 'radio')) return setChecked(element, value, what, no);
  if (tag === 'select') return isDrawn(element) ? setSelect(element, value, what, no) : no('hidden');
  if (tag === 'input' && ['button', 'submit', 'reset', 'image', 'file', 'hidden'].includes(inputType(element))) return no('not_a_field');
  if (tag === 'input' || tag === 'textarea') return isDrawn(element) ? setText(element, tag, value, what, no) : no('hidden');
  if (['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'].includes(role)) return setAriaChecked(element, value, what, no);
  if (isEditingHost(element) || role === 'textbox' || role === 'searchbox' || role === 'combobox') {
    if (typeof value === 'boolean') return no('wants_text');
    if (!isEditingHost(element)) return no('not_a_field');
    if (!isDrawn(element)) return no('hidden');
    focusOn(element);
    getSelection().selectAllChildren(element);
    return { edit: true, what };
  }
  return no('not_a_field');
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
  const enabled = options.filter((option) => !optionDisabled(option));
  const folded = collapse(wanted).toLowerCase();
  const option = enabled.find((one) => optionValue(one) === wanted)
    ?? enabled.find((one) => optionText(one) === collapse(wanted))
    ?? enabled.find((one) => optionText(one).toLowerCase() === folded);
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
  focusOn(element);
  (tag === 'input' ? setInput : setTextArea)(element, text);
  announce(element);
  const now = tag === 'input' ? inputValue(element) : textAreaValue(element);
  const secret = tag === 'input' && inputType(element) === 'password';
  // The browser empties what a date or number field can't hold; a page may rewrite what it formats.
  if (now === '' && text !== '') return no('not_taken', { now: '' });
  return { done: true, what, now: secret ? '(hidden)' : clip(collapse(now), MAX_VALUE) };
};

/** The element that has the focus, in this document: `{what, takesText, frame}`. */
const focusedField = (next) => {
  refState.next = Math.max(refState.next, next);
  let element = activeInTree(document);
  while (element && shadowOf(element) && activeInTree(shadowOf(element))) element = activeInTree(shadowOf(element));
  if (!element || element === bodyElement() || element === rootElement()) return { what: '', takesText: designMode() === 'on' };
  const tag = htmlTag(element);
  if (tag === 'iframe') return { what: describe(element), frame: refOf(element), next: refState.next, takesText: false };
  const takesText = (tag === 'input' && !['button', 'submit', 'reset', 'image', 'file', 'checkbox', 'radio', 'range', 'color'].includes(inputType(element)))
    || tag === 'textarea' || Boolean(closest(element, '[contenteditable]:not([contenteditable="false" i])'));
  return { what: describe(element), takesText: takesText && !isReadonly(element) && !isDisabled(element) };
};
