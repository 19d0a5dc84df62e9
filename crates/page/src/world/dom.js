// Access to the DOM that a page can't bend.
//
// The isolated world has prototypes of its own, so nothing that a page's script overwrites shows here. Named
// access does: `<form><input name="tagName"></form>` makes `form.tagName` that input in every world. So every
// property and method is taken from its prototype once and called on the node. (`call` is the world's own, too.)

const getter = (Class, name) => {
  const get = Object.getOwnPropertyDescriptor(Class.prototype, name).get;
  return (object) => get.call(object);
};
const setter = (Class, name) => {
  const set = Object.getOwnPropertyDescriptor(Class.prototype, name).set;
  return (object, value) => set.call(object, value);
};
const method = (Class, name) => {
  const call = Class.prototype[name];
  return (object, ...args) => call.call(object, ...args);
};

const nodeType = getter(Node, 'nodeType');
const firstChild = getter(Node, 'firstChild');
const nextSibling = getter(Node, 'nextSibling');
const parentNode = getter(Node, 'parentNode');
const isConnected = getter(Node, 'isConnected');
const textContent = getter(Node, 'textContent');
const rootOf = method(Node, 'getRootNode');
const data = getter(CharacterData, 'data');

const localName = getter(Element, 'localName');
const namespaceOf = getter(Element, 'namespaceURI');
const openRoot = getter(Element, 'shadowRoot');
const slotOf = getter(Element, 'assignedSlot');
const attr = method(Element, 'getAttribute');
const hasAttr = method(Element, 'hasAttribute');
const matches = method(Element, 'matches');
const closest = method(Element, 'closest');
const boxOf = method(Element, 'getBoundingClientRect');
const boxesOf = method(Element, 'getClientRects');
const scrollTo = method(Element, 'scrollIntoView');
const assigned = method(HTMLSlotElement, 'assignedNodes');
const hostOf = getter(ShadowRoot, 'host');
const atPoint = {
  document: method(Document, 'elementFromPoint'),
  shadow: method(ShadowRoot, 'elementFromPoint'),
};
const byId = method(DocumentFragment, 'getElementById');
const idInDocument = method(Document, 'getElementById');
const styleOf = (element) => getComputedStyle(element);

// The document's own parts: `<img name="title">` makes `document.title` that image.
const documentPart = (name) => {
  const get = getter(Document, name);
  return () => get(document);
};
const rootElement = documentPart('documentElement');
const bodyElement = documentPart('body');
const scrollingElement = documentPart('scrollingElement');
const documentTitle = documentPart('title');
const readyState = documentPart('readyState');
const contentType = documentPart('contentType');
const designMode = documentPart('designMode');
const styleSheets = documentPart('styleSheets');
const adoptedSheets = documentPart('adoptedStyleSheets');
const documentActive = getter(Document, 'activeElement');
const shadowActive = getter(ShadowRoot, 'activeElement');
const documentHasFocus = method(Document, 'hasFocus');

const ELEMENT = 1;
const TEXT = 3;
const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

const isElement = (node) => nodeType(node) === ELEMENT;
const isHtml = (element) => namespaceOf(element) === HTML;
/** The local name of an HTML element, `''` for one of another namespace. */
const htmlTag = (element) => (isHtml(element) ? localName(element) : '');

// Closed shadow roots can't be seen from any world; the driver hands them in (see `shadow.js`).
const closedRoots = new WeakMap();
const shadowOf = (element) => openRoot(element) ?? closedRoots.get(element) ?? null;

/** The children of a node in the flat tree: what is drawn, shadow trees and slotted nodes included. */
const flatChildren = (node) => (memory ? remembered(memory.children, node, readChildren) : readChildren(node));

const readChildren = (node) => {
  if (isElement(node)) {
    const shadow = shadowOf(node);
    if (shadow) return childList(shadow);
    if (htmlTag(node) === 'slot') {
      const nodes = assigned(node, { flatten: true });
      if (nodes.length > 0) return nodes;
    }
  }
  return childList(node);
};

const childList = (node) => {
  const list = [];
  for (let child = firstChild(node); child; child = nextSibling(child)) list.push(child);
  return list;
};

/** The parent of a node in the flat tree, or null at the document. */
const flatParent = (node) => {
  if (isElement(node)) {
    const slot = slotOf(node);
    if (slot) return slot;
  }
  const parent = parentNode(node);
  if (!parent) return null;
  if (parent instanceof ShadowRoot) return hostOf(parent);
  return isElement(parent) ? parent : null;
};

/** Whether `inner` is `outer` or lies in it, across shadow boundaries. */
const isWithin = (inner, outer) => {
  for (let node = inner; node; node = flatParent(node)) if (node === outer) return true;
  return false;
};

/** The element with this id in the tree that `element` lives in. */
const elementById = (element, id) => {
  const root = rootOf(element);
  if (root instanceof Document) return idInDocument(root, id);
  return root instanceof DocumentFragment ? byId(root, id) : null;
};

/** White space that isn't one space between words. */
const LOOSE = /[^\S ]| {2}|[\u200b\ufeff]/;
const collapse = (text) => (LOOSE.test(text) ? text.replace(/[\s\u200b\ufeff]+/g, ' ') : text).trim();
const clip = (text, length) => {
  // There are never more code points than code units.
  if (text.length <= length) return text;
  const points = Array.from(text);
  return points.length > length ? points.slice(0, length - 1).join('') + '…' : text;
};
