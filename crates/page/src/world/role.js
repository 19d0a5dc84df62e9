// Roles: WAI-ARIA 1.2 for what an author says, HTML-AAM for what the element is by itself.

const KNOWN_ROLES = new Set(
  ('alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell ' +
    'group heading img insertion link list listbox listitem log main marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
    'subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid ' +
    'treeitem').split(' '),
);

const INPUT_ROLES = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'file', color: 'color', hidden: '',
};
const TAG_ROLES = {
  a: 'link', area: 'link', article: 'article', aside: 'complementary', button: 'button', datalist: 'listbox',
  dd: 'definition', details: 'group', dialog: 'dialog', dt: 'term', fieldset: 'group', figure: 'figure',
  form: 'form', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
  hr: 'separator', iframe: 'iframe', frame: 'iframe', img: 'img', li: 'listitem', main: 'main', menu: 'list',
  meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option', output: 'status',
  progress: 'progressbar', search: 'search', section: 'region', summary: 'button', table: 'table', tbody: 'rowgroup',
  td: 'cell', textarea: 'textbox', tfoot: 'rowgroup', th: 'columnheader', thead: 'rowgroup', tr: 'row', ul: 'list',
  canvas: 'canvas', video: 'video', audio: 'audio', embed: 'embed', object: 'object',
};
const SECTIONING = 'article, aside, main, nav, section, [role=article], [role=complementary], [role=main], ' +
  '[role=navigation], [role=region]';

const inputType = getter(HTMLInputElement, 'type');
const selectMultiple = getter(HTMLSelectElement, 'multiple');
const selectSize = getter(HTMLSelectElement, 'size');

/** What the element is without a `role` attribute; `''` for nothing in particular. */
const nativeRole = (element) => {
  if (namespaceOf(element) === SVG) return localName(element) === 'svg' ? 'img' : localName(element) === 'a' ? 'link' : '';
  switch (htmlTag(element)) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') ? 'link' : '';
    case 'input': {
      const role = INPUT_ROLES[inputType(element)] ?? 'textbox';
      return hasAttr(element, 'list') && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
    }
    case 'select':
      return selectMultiple(element) || selectSize(element) > 1 ? 'listbox' : 'combobox';
    case 'header':
    case 'footer':
      if (closest(element, SECTIONING)) return '';
      return htmlTag(element) === 'header' ? 'banner' : 'contentinfo';
    case 'section':
    case 'form':
      return hasName(element) ? TAG_ROLES[htmlTag(element)] : '';
    case 'img':
      return attr(element, 'alt') === '' && !hasAttr(element, 'title') ? 'none' : 'img';
    case 'th':
      return /^row/.test(attr(element, 'scope') ?? '') ? 'rowheader' : 'columnheader';
    default:
      return TAG_ROLES[htmlTag(element)] ?? '';
  }
};
const hasName = (element) =>
  hasAttr(element, 'aria-label') || hasAttr(element, 'aria-labelledby') || hasAttr(element, 'title');

/** The first role that the author names and ARIA knows, else the native one. */
const roleOf = (element) => {
  const written = attr(element, 'role');
  if (written === null) return nativeRole(element);
  for (const word of written.toLowerCase().split(/\s+/)) {
    if (!KNOWN_ROLES.has(word)) continue;
    // What can be focused stays what it is: presentational roles don't hide a control (ARIA, conflict resolution).
    if ((word === 'none' || word === 'presentation') && isFocusable(element)) break;
    return word === 'presentation' || word === 'generic' ? 'none' : word;
  }
  return nativeRole(element);
};

const FOCUSABLE = 'a[href], area[href], button, input, select, textarea, summary, [tabindex], [contenteditable], iframe';
const isFocusable = (element) =>
  matches(element, FOCUSABLE) && attr(element, 'contenteditable') !== 'false' && !isDisabled(element);

/** Disabled by the element itself, by its fieldset, or by ARIA. */
const isDisabled = (element) => matches(element, ':disabled') || Boolean(closest(element, '[aria-disabled="true" i]'));

/** The element that is edited as rich text: a contenteditable host (not what lies inside one). */
const isEditingHost = (element) => {
  const value = attr(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false';
};

// What one can act on by its role.
const ACTIONABLE = new Set(
  ('button checkbox color combobox file link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar ' +
    'searchbox slider spinbutton switch tab textbox treeitem canvas video audio embed object').split(' '),
);
const LANDMARKS = new Set('banner complementary contentinfo form main navigation region search'.split(' '));
const DIALOGS = new Set(['dialog', 'alertdialog']);
// Printed, with a ref, although nothing acts on them: what an agent reads by or reads a part by.
const ANCHORS = new Set([...LANDMARKS, ...DIALOGS, 'heading', 'row', 'iframe']);
// Printed without a ref.
const PLAIN = new Set(
  'alert figure group img log menu menubar meter progressbar radiogroup status table tablist tabpanel timer toolbar tooltip tree treegrid grid'.split(' '),
);
// Their content is their name; only what can be acted on in it gets lines of its own.
const NAMED_BY_CONTENT = new Set(
  'button checkbox heading link menuitem menuitemcheckbox menuitemradio option radio row switch tab treeitem cell columnheader rowheader gridcell tooltip'.split(' '),
);
