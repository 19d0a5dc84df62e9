// What a call would act on, for whoever approves it.

// More than anybody is asked to read: what is cut off could be changed after the question.
const LONGEST_SUBJECT = 4100;

// Elements that may hold a document.
const HOLDERS = ['iframe', 'frame', 'object', 'embed'];

/** An element of this document: `{what, origin}`; null when it is gone. */
const subjectOf = (number) => {
  const element = elementByRef(number);
  return element ? { what: describe(element, LONGEST_SUBJECT), origin: self.origin } : null;
};

/**
 * What is on top at a point of this document's viewport: `{what, origin, unasked}`; when that is a frame also its number `frame`, the next
 * number that is free, and the point in the frame's own viewport.
 */
const subjectAt = (next, x, y) => {
  refState.next = Math.max(refState.next, next);
  const element = topAt(x, y);
  if (!element) return { what: '', origin: self.origin };
  // What is in a closed shadow root can't be seen from here.
  if (mayHostClosedRoot(element, 0, { drawn: true })) noteHost(element);
  const subject = { what: describe(element, LONGEST_SUBJECT), origin: self.origin, unasked: unasked.length };
  if (!HOLDERS.includes(htmlTag(element))) return subject;
  const edge = contentEdge(element, styleOf(element), boxOf(element));
  return { ...subject, frame: refOf(element), next: refState.next, x: x - edge.left, y: y - edge.top };
};

/** What has the focus in this document: `{what, origin}`. */
const subjectInFocus = () => {
  const element = focused();
  return { what: element ? describe(element, LONGEST_SUBJECT) : '', origin: self.origin };
};
