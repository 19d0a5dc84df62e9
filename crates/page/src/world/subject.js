// What a call would act on, for whoever approves it.

/** A long name, for whoever has to decide on it. */
const LONGEST_SUBJECT = 300;
/** An address is shown whole, or the question isn't asked. */
const LONGEST_LEAD = 4100;
const LONGEST_DETAIL = 100000;
const SHORT_TEXT = 300;

/** Where an element leads by itself, as a whole address: the link that it is in, or the form that it sends; '' for nowhere. */
const leadsTo = (element) => {
  const link = closest(element, 'a[href], area[href]');
  const sends = closest(element, 'button:not([type=button i], [type=reset i]), input[type=submit i], input[type=image i]');
  const form = sends && closest(sends, 'form');
  const lead = link ? attr(link, 'href') : form && (attr(sends, 'formaction') ?? attr(form, 'action') ?? '');
  if (lead === null || lead === undefined) return '';
  return clip(URL.parse(lead, document.baseURI)?.href ?? lead, LONGEST_LEAD);
};

/**
 * What could be made another thing of at the end of a long name, or without changing the name: which element it is, and all its
 * text, and the form around it, which a key may send. A box with much in it changes all the time; its text is none of it.
 */
const detailOf = (element) => {
  const text = textContent(element);
  const told = PRESSED.includes(roleOf(element)) || text.length <= SHORT_TEXT ? text : '';
  const form = closest(element, 'form');
  return clip(`${identityOf(element)} ${(form && attr(form, 'action')) ?? ''} ${told}`, LONGEST_DETAIL);
};
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
