// How an element is drawn, as far as walking and naming both ask. While a walk runs nothing changes: each element's look
// is read once then, and so is what its content comes to, although several names need it.

class Look {
  constructor(element) {
    this.element = element;
    this.knownStyle = undefined;
    this.knownDisplay = undefined;
    this.knownPlain = undefined;
    this.knownInvisible = undefined;
  }

  get style() {
    return (this.knownStyle ??= styleOf(this.element));
  }

  get display() {
    return (this.knownDisplay ??= this.style.display);
  }

  /** It and all around it have boxes, and it is visible. Asking that is much cheaper than making a style to read. */
  get plain() {
    return (this.knownPlain ??= isVisible(this.element, VISIBLE));
  }

  get absent() {
    return this.knownStyle ? this.display === 'none' : !this.plain && this.display === 'none';
  }

  get contents() {
    return this.knownStyle ? this.display === 'contents' : !this.plain && this.display === 'contents';
  }

  get invisible() {
    return (this.knownInvisible ??= (this.knownStyle || !this.plain) && this.style.visibility !== 'visible');
  }
}

const isVisible = method(Element, 'checkVisibility');
const VISIBLE = { visibilityProperty: true };

/** What the walk that runs has read so far; null while none runs. */
let memory = null;

/** Runs `work`, during which the document doesn't change, with a memory. */
const remembering = (work) => {
  memory = { looks: new Map(), children: new Map(), contents: new Map(), generating: undefined };
  try {
    work();
  } finally {
    memory = null;
  }
};

/** What `map` of the memory has of an element, else what `read` says, which is kept. */
const remembered = (map, element, read) => {
  let known = map.get(element);
  if (known === undefined) map.set(element, known = read(element));
  return known;
};

const readLook = (element) => new Look(element);
const lookOf = (element) => (memory ? remembered(memory.looks, element, readLook) : readLook(element));
