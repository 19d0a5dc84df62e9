// References: `ref_N` stands for one element of this document. The numbers live here, in the isolated world, and
// in the driver; the page sees neither.

const numberOf = new WeakMap();
const elementOf = new Map();
const refState = { next: 0 };

/** The number of an element, given out on first use and never reused. */
const refOf = (element) => {
  let number = numberOf.get(element);
  if (number === undefined) {
    number = refState.next++;
    numberOf.set(element, number);
    elementOf.set(number, new WeakRef(element));
  }
  return number;
};

/** The element of a number, or null when it has left the document. */
const elementByRef = (number) => {
  const element = elementOf.get(number)?.deref();
  return element && isConnected(element) ? element : null;
};
