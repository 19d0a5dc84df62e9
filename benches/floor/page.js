// What the floor runs in a page. Each function is sent as its source text, so it stands on its own.
'use strict';

/** Everything that one would read, a line each: text, and what can be acted on with its name and value. */
exports.walk = (viewportOnly) => {
  const lines = [];
  const ACTS = 'a[href],button,input,select,textarea,summary,[onclick],[role],[tabindex],[contenteditable]';
  const visit = (element, level) => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility !== 'visible') return;
    const box = element.getBoundingClientRect();
    const shown = !viewportOnly || (box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth);
    if (shown && element.matches(ACTS)) {
      const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      lines.push(`${' '.repeat(level)}${element.localName} ${name.trim()} ${element.value ?? ''}`);
      if (!element.shadowRoot && element.childElementCount === 0) return;
    }
    for (let child = (element.shadowRoot ?? element).firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.ELEMENT_NODE) {
        if (!/^(script|style|template|noscript)$/.test(child.localName)) visit(child, level + 1);
      } else if (shown && child.nodeType === Node.TEXT_NODE) {
        const text = child.data.trim();
        if (text) lines.push(' '.repeat(level) + text);
      }
    }
  };
  visit(document.body, 0);
  return lines.join('\n');
};

/** The elements that can be acted on and whose text or label has all the words. */
exports.search = (query) => {
  const words = query.toLowerCase().split(' ');
  const found = [];
  for (const element of document.querySelectorAll('a,button,input,select,textarea,h1,h2,h3,td')) {
    const text = `${element.textContent} ${element.getAttribute('aria-label') ?? ''} ${element.placeholder ?? ''}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(`${element.localName} ${text.trim()}`);
    if (found.length === 20) break;
  }
  return found.join('\n');
};

/** Sets a form control and tells the page. */
exports.setValue = (selector, value) => {
  const element = document.querySelector(selector);
  element.value = value;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return element.value;
};

/** The middle of an element, and brings it into view first. */
exports.middle = (selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoViewIfNeeded();
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

/** Resolves when the document has scrolled. */
exports.scrolled = () => new Promise((resolve) => addEventListener('scroll', () => resolve(scrollY), { once: true }));

/** Brings an element into view and tells whether it is. */
exports.bringIntoView = (selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
};
