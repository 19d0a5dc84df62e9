// How an element is drawn, as far as walking and naming both ask. While a walk runs nothing changes: each element's look
// is read once then, and so is what its content comes to, although several names need it.

class Look {
  constructor(style) {
    this.style = style;
    this.display = style.display;
    this.knownInvisible = undefined;
  }

  get invisible() {
    return (this.knownInvisible ??= this.style.visibility !== 'visible');
  }
}

/** What the walk that runs has read so far; null while none runs. */
let memory = null;

/** Runs `work`, during which the document doesn't change, with a memory. */
const remembering = (work) => {
  memory = { looks: new Map(), contents: new Map() };
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

const readLook = (element) => new Look(styleOf(element));
const lookOf = (element) => (memory ? remembered(memory.looks, element, readLook) : readLook(element));
