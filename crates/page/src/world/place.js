// An element on the way of a walk: how it is drawn, and what it inherits from the place around it.
//
// Style and box are read when they are first asked for. Reading them is most of what a walk costs, and most elements
// need little of it: what stands in a named row needs no box, what isn't printed no opacity.

class Place {
  /** `up`: the place around it. `walk`: its `filter`, and its `view`, the part of the viewport that counts. */
  constructor(element, up, walk) {
    this.element = element;
    this.up = up;
    this.walk = walk;
    this.all = walk.filter === 'all';
    this.dom = up.dom + 1;
    this.look = lookOf(element);
    /** What is in it already stands in a name. */
    this.named = up.named;
    /** The role of the printed element around it. */
    this.printedParent = up.printedParent;
    this.knownBox = undefined;
    this.knownClips = undefined;
    this.knownClip = undefined;
    this.knownSpeck = undefined;
    this.knownInside = undefined;
    this.knownTransparent = undefined;
    this.knownPointer = undefined;
  }

  get box() {
    return (this.knownBox ??= boxOf(this.element));
  }

  /** It takes up room. */
  get drawn() {
    return this.box.width > 0 && this.box.height > 0;
  }

  get style() {
    return this.look.style;
  }

  get display() {
    return this.look.display;
  }

  get absent() {
    return this.look.absent;
  }

  /** It has no box of its own; its children stand in its place. */
  get contents() {
    return this.look.contents;
  }

  get invisible() {
    return this.look.invisible;
  }

  get transparent() {
    return (this.knownTransparent ??= this.up.transparent || this.style.opacity === '0');
  }

  /** Its content is cut off at its edges. */
  get clips() {
    return (this.knownClips ??= this.style.overflow !== 'visible');
  }

  /** Text for assistive technology alone is clipped to a pixel, and what is in it with it: nobody sees it. */
  get speck() {
    return (this.knownSpeck ??= this.up.speck || (!this.contents && this.clips && this.box.width <= 1 && this.box.height <= 1));
  }

  /** The part of the viewport that shows the box itself. */
  get clipAround() {
    return this.style.position === 'fixed' ? this.walk.view : this.up.clip;
  }

  /** The part of the viewport that shows what is in it. */
  get clip() {
    return (this.knownClip ??= this.clips ? intersect(this.clipAround, this.box) : this.clipAround);
  }

  /** It is among what the walk is to read. */
  get inside() {
    return (this.knownInside ??= this.contents ? this.up.inside : !this.speck && (this.all || overlaps(this.box, this.clipAround)));
  }

  /** Some of its text may show and some not. */
  get partial() {
    return this.contents ? this.up.partial : !this.all && (this.clips || !contains(this.clipAround, this.box));
  }

  /** The pointer is a hand over it. */
  get pointer() {
    return (this.knownPointer ??= this.style.cursor === 'pointer');
  }

  /** It is where the hand begins. */
  get clickable() {
    return this.pointer && !this.up.pointer;
  }
}

const contains = (box, inner) => inner.left >= box[0] && inner.top >= box[1] && inner.right <= box[2] && inner.bottom <= box[3];
const overlaps = (box, clip) => box.right > clip[0] && box.bottom > clip[1] && box.left < clip[2] && box.top < clip[3];
const intersect = (clip, box) => [
  Math.max(clip[0], box.left), Math.max(clip[1], box.top), Math.min(clip[2], box.right), Math.min(clip[3], box.bottom),
];
