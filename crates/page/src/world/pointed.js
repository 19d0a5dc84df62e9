// Whether the browser leads the pointer into this document.

// The page may keep any of them from us; hardly all.
const POINTINGS = ['pointerover', 'pointermove', 'mouseover', 'mousemove'];
const POINTED_MS = 100;

/** Resolves with true when the pointer is next moved in this document, and after a while with false. */
const pointed = () => new Promise((resolve) => {
  const end = (told) => {
    for (const type of POINTINGS) removeEventListener(type, note, { capture: true });
    resolve(told);
  };
  const note = (event) => { if (event.isTrusted) end(true); };
  for (const type of POINTINGS) addEventListener(type, note, { capture: true });
  setTimeout(end, POINTED_MS, false);
});
