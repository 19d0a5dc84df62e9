// What the driver may call. The isolated world's global is not the page's.

/** A value as JSON text: the protocol carries one long text faster than the thousands of small values in it. */
const packed = (value) => {
  const json = JSON.stringify(value);
  // A half of a surrogate pair is the one thing that is written so, and no text.
  return /\\ud[89a-f]/.test(json) ? JSON.stringify(value, wellFormed) : json;
};
const wellFormed = (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value);

const frameElement = (number) => elementByRef(number);
globalThis.ringfence = Object.freeze({
  outline: (options) => packed(outline(options)), pageText: (options) => packed(pageText(options)), takeUnasked, adopt, frameElement, pressPoint, throughFrame, pointed, landed, bringIntoView, settled, drawn,
  setField, held, ariaChecked, edited, typedInto, focusedField, facts, view, isAt, isShown, scrollState, subjectOf, subjectAt, subjectInFocus, raiseShield, lowerShield,
  uploadWay, fileField, fieldFiles, armDrop, wantsDrop, dropped,
});
