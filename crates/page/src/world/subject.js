// What a call would act on, for whoever approves it.

/** A long name, for whoever has to decide on it. */
const LONGEST_SUBJECT = 300;
/**
 * What could be made another thing of at the end of a long name, or without changing the name: all its text, and where it leads.
 * A box with much in it changes all the time; its text is none of it.
 */
const detailOf = (element) => {
  const text = textContent(element);
  const told = PRESSED.includes(roleOf(element)) || text.length <= SHORT_TEXT ? text : '';
  return clip([told, ...LEADS.map((name) => attr(element, name) ?? '')].join('\n'), LONGEST_DETAIL);
};
const SHORT_TEXT = 300;
const LEADS = ['href', 'formaction', 'action', 'type', 'name', 'value'];
const LONGEST_DETAIL = 100000;

// Elements that may hold a document.
const HOLDERS = ['iframe', 'frame', 'object', 'embed'];

/** An element of this document: `{what, detail, origin}`; null when it is gone. */
const subjectOf = (number) => {
  const element = elementByRef(number);
  return element ? { what: describe(element, LONGEST_SUBJECT), detail: detailOf(element), origin: self.origin } : null;
};

/**
 * What is on top at a point of this document's viewport: `{what, detail, origin, unasked}`; when that is a frame also its number `frame`, the next
 * number that is free, and the point in the frame's own viewport.
 */
const subjectAt = (next, x, y) => {
  refState.next = Math.max(refState.next, next);
  const element = topAt(x, y);
  if (!element) return { what: '', detail: '', origin: self.origin };
  // What is in a closed shadow root can't be seen from here.
  if (mayHostClosedRoot(element, 0, { drawn: true })) noteHost(element);
  const subject = { what: describe(element, LONGEST_SUBJECT), detail: detailOf(element), origin: self.origin, unasked: unasked.length };
  if (!HOLDERS.includes(htmlTag(element))) return subject;
  const edge = contentEdge(element, styleOf(element), boxOf(element));
  return { ...subject, frame: refOf(element), next: refState.next, x: x - edge.left, y: y - edge.top };
};

/** What has the focus in this document: `{what, detail, origin}`. */
const subjectInFocus = () => {
  const element = focused();
  const [what, detail] = element ? [describe(element, LONGEST_SUBJECT), detailOf(element)] : ['', ''];
  return { what, detail, origin: self.origin };
};
