// What a call would act on, for whoever approves it.

/** An element of this document: `{what, origin}`; null when it is gone. */
const subjectOf = (number) => {
  const element = elementByRef(number);
  return element ? { what: describe(element), origin: self.origin } : null;
};

/**
 * What is on top at a point of this document's viewport: `{what, origin}`; when that is a frame also its number `frame`, the next
 * number that is free, and the point in the frame's own viewport.
 */
const subjectAt = (next, x, y) => {
  refState.next = Math.max(refState.next, next);
  const element = topAt(x, y);
  if (!element) return { what: '', origin: self.origin };
  const subject = { what: describe(element), origin: self.origin };
  if (htmlTag(element) !== 'iframe') return subject;
  const edge = contentEdge(element, styleOf(element), boxOf(element));
  return { ...subject, frame: refOf(element), next: refState.next, x: x - edge.left, y: y - edge.top };
};

/** The origin of this document; of one that stands for itself alone `null`, as text. */
const originHere = () => self.origin;
