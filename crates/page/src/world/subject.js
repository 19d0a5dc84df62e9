// What a call would act on, for whoever approves it.

/** A long name, for whoever has to decide on it. */
const LONGEST_SUBJECT = 300;
/** An address is shown whole, or the question isn't asked. */
const LONGEST_LEAD = 4100;
const LONGEST_DETAIL = 100000;
const SHORT_TEXT = 300;

/** Where an element leads by itself, as a whole address: the link that it is in, or the form that it sends; '' for nowhere. */
const leadsTo = (element) => {
  const link = closest(element, 'a, area');
  const lead = link && (attr(link, 'href') ?? attr(link, 'xlink:href'));
  if (lead !== null) return wholeAddress(lead);
  const label = closest(element, 'label');
  const sends = closest(label ? controlOf(label) ?? element : element, 'button, input');
  const form = sends && ['submit', 'image'].includes(typeOf(sends)) ? formOf(sends) : null;
  return form ? wholeAddress(attr(sends, 'formaction') ?? attr(form, 'action') ?? '') : '';
};
const wholeAddress = (address) => clip(URL.parse(address, document.baseURI)?.href ?? address, LONGEST_LEAD);
const buttonType = getter(HTMLButtonElement, 'type');
const buttonForm = getter(HTMLButtonElement, 'form');
const inputForm = getter(HTMLInputElement, 'form');
const typeOf = (control) => (htmlTag(control) === 'button' ? buttonType(control) : inputType(control));
const formOf = (control) => {
  if (htmlTag(control) === 'button') return buttonForm(control);
  return htmlTag(control) === 'input' ? inputForm(control) : closest(control, 'form');
};

/**
 * What could be made another thing of without changing what is shown of a name: which element it is, all that names it, and where
 * the form around it may be sent, by a key, too. A box with much in it changes all the time; its text is none of it.
 */
const detailOf = (element) => {
  const text = textContent(element);
  const told = PRESSED.includes(roleOf(element)) || text.length <= SHORT_TEXT ? text : '';
  const named = [...NAMING.map((name) => attr(element, name) ?? ''), ...namersOf(element).map(textContent)];
  return clip(JSON.stringify([identityOf(element), told, named, sentTo(formOf(element))]), LONGEST_DETAIL);
};
const NAMING = ['aria-label', 'title', 'alt', 'value', 'placeholder'];
/** The elements that an element takes its name from. */
const namersOf = (element) => {
  const ids = (attr(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  const labels = ['input', 'button'].includes(htmlTag(element)) ? Array.from(labelsOf[htmlTag(element)]?.(element) ?? []) : [];
  return [...ids.map((id) => document.getElementById(id)).filter(Boolean), ...labels];
};
/** Every address that a form may be sent to. */
const sentTo = (form) => {
  if (!form) return [];
  const buttons = Array.from(formControls(form)).map((control) => attr(control, 'formaction') ?? '');
  return [attr(form, 'action') ?? '', ...buttons];
};
const formControls = getter(HTMLFormElement, 'elements');
const identities = new WeakMap();
let lastIdentity = 0;
const identityOf = (element) => {
  if (!identities.has(element)) identities.set(element, lastIdentity += 1);
  return identities.get(element);
};

/** An element as a subject: `{what, leads, detail, origin}`; with none nothing in particular. */
const subjectFor = (element) => ({
  what: element ? describe(element, LONGEST_SUBJECT) : '', leads: element ? leadsTo(element) : '', detail: element ? detailOf(element) : '', origin: self.origin,
});

// Elements that may hold a document.
const HOLDERS = ['iframe', 'frame', 'object', 'embed'];

/** An element of this document; null when it is gone. */
const subjectOf = (number) => {
  const element = elementByRef(number);
  return element ? subjectFor(element) : null;
};

/**
 * What is on top at a point of this document's viewport, and how many elements may hide something (`unasked`); when it is a frame
 * also its number `frame`, the next number that is free, and the point in the frame's own viewport.
 */
const subjectAt = (next, x, y) => {
  refState.next = Math.max(refState.next, next);
  const element = topAt(x, y);
  if (!element) return subjectFor(null);
  // What is in a closed shadow root can't be seen from here.
  if (mayHostClosedRoot(element, 0, { drawn: true })) noteHost(element);
  const subject = { ...subjectFor(element), unasked: unasked.length };
  if (!HOLDERS.includes(htmlTag(element))) return subject;
  const edge = contentEdge(element, styleOf(element), boxOf(element));
  return { ...subject, frame: refOf(element), next: refState.next, x: x - edge.left, y: y - edge.top };
};

/** What has the focus in this document. */
const subjectInFocus = () => subjectFor(focused());
