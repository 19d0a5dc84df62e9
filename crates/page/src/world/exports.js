// What the driver may call. The isolated world's global is not the page's.
const frameElement = (number) => elementByRef(number);
globalThis.ringfence = Object.freeze({
  outline, pageText, takeUnasked, adopt, frameElement, pressPoint, throughFrame, landed, bringIntoView, settled, drawn,
  setField, ariaChecked, focusedField, facts, isAt, isShown, scrollState,
});
