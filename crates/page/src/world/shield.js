// Keeping a document from input that is meant for another one.

// Moving over something does nothing by itself; wheel and drop may.
const SHIELDED = [
  'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu',
  'keydown', 'keypress', 'keyup', 'beforeinput', 'wheel', 'dragenter', 'dragover', 'drop',
];
// What only ends something that began elsewhere, or is on the way to something.
const UNTOLD = ['pointerup', 'mouseup', 'keyup', 'dragenter', 'dragover'];
const shield = { up: false, kept: 0, timer: 0 };
const keepFrom = (event) => {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!UNTOLD.includes(event.type)) shield.kept += 1;
};

/** Keeps every input from this document unless it is at this address or of one of these origins, for at most so many milliseconds. Whether it does. */
const raiseShield = (address, origins, longest) => {
  if (isAt(address) || origins.includes(self.origin)) return false;
  if (!shield.up) for (const type of SHIELDED) addEventListener(type, keepFrom, { capture: true, passive: false });
  clearTimeout(shield.timer);
  shield.timer = setTimeout(lowerShield, longest);
  shield.up = true;
  return true;
};

/** Lets input come again. How many events were kept from this document. */
const lowerShield = () => {
  for (const type of SHIELDED) removeEventListener(type, keepFrom, { capture: true });
  clearTimeout(shield.timer);
  const { kept } = shield;
  Object.assign(shield, { up: false, kept: 0 });
  return kept;
};
