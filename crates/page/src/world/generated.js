// Text that a style sheet puts before and after an element's content.

const generated = (element, which) => {
  const content = getComputedStyle(element, which).content;
  const quoted = /^"((?:[^"\\]|\\.)*)"(?: \/ "((?:[^"\\]|\\.)*)")?$/.exec(content);
  // Icon fonts put private-use characters here, which nobody reads.
  return quoted ? (quoted[2] ?? quoted[1]).replace(/[\ue000-\uf8ff]/g, '') : '';
};

/** Whether a style sheet may do that to an element at all: asking for an element's generated text is the dearest thing in its name. */
const mayGenerate = (element) => {
  if (!memory || shadowOf(element) || slotOf(element) || rootOf(element) !== document) return true;
  return (memory.generating ??= sheetsGenerate());
};

/** Rules that are looked at; of a page with more it is simply assumed. */
const MOST_RULES = 500;

const sheetsGenerate = () => {
  const left = { rules: MOST_RULES };
  return [...styleSheets(), ...adoptedSheets()].some((sheet) => sheetGenerates(sheet, left));
};

const sheetGenerates = (sheet, left) => {
  try {
    return Array.from(sheet.cssRules).some((rule) => ruleGenerates(rule, left));
  } catch {
    return true; // a sheet of another origin, which can't be read
  }
};

const ruleGenerates = (rule, left) => {
  left.rules -= 1;
  if (left.rules < 0) return true;
  if (rule.styleSheet) return sheetGenerates(rule.styleSheet, left);
  return /:(before|after)/i.test(rule.selectorText ?? '') || Array.from(rule.cssRules ?? []).some((inner) => ruleGenerates(inner, left));
};
