// Closed shadow roots. No script can reach them, so the driver asks the protocol about the elements that may host
// one, and hands what it finds to `adopt`.

const asked = new WeakSet();
const unasked = [];

/** Remembers an element whose drawing isn't explained by what can be seen: a custom element, or a host whose light children don't render. */
const noteHost = (element) => {
  if (asked.has(element) || shadowOf(element)) return;
  asked.add(element);
  unasked.push(new WeakRef(element));
};
const mayHostClosedRoot = (element, childCount, place) => {
  const tag = htmlTag(element);
  return tag.includes('-') || (childCount === 0 && SHADOW_HOSTS.has(tag) && place.drawn);
};
const SHADOW_HOSTS = new Set('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '));

/** Hands over the elements to ask about, and forgets them. */
const takeUnasked = () => unasked.splice(0).map((ref) => ref.deref()).filter(Boolean);
/** Takes a closed shadow root that the protocol found. */
const adopt = (host, root) => { closedRoots.set(host, root); };
