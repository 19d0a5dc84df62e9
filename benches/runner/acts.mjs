// The acts that are measured: every member, each by the floor and by the product, with the effect that must show.
//
// An act has: `member`; `note`, how it is used; `page`, which is open meanwhile; `floor(i)` and `input(i)`, what is asked
// for the i-th time; `bound(ms)`, what the product may take when the floor takes so long; `prepare(i)`, what is done
// before and outside its time, as `{floor: [act…], ours: [[member, input]…]}`; `undo(i)`, the same for after. What must
// come of it: `effect(i)`, what
// the page then says of itself; `expect(i)`, what the answer must have in it; `shows(i)`, what reading the page
// afterwards must give; or `picture`.

const READ_ALL = (floor) => 1.5 * floor + 3;
const ACT = (floor) => Math.max(1.3 * floor, floor + 2);
const PICTURE = (floor) => 1.3 * floor;

const HOLD_MS = 50;
const TITLES = { form: 'Sign up form', table: 'Orders (500 rows)', article: 'A long article', frames: 'Frames and shadow DOM' };
const IN_TEXT = { form: 'Estonia', table: 'Child week', article: 'Point money' };

const even = (i) => i % 2 === 0;
/** Twelve letters, others each time. */
const letters = (i) => Array.from({ length: 12 }, (_, at) => String.fromCharCode(97 + ((i + at) % 26))).join('');
const onRef = (ref) => ({ target: { type: 'ref', ref } });
const onPoint = ({ x, y }) => ({ target: { type: 'coordinate', x, y } });

/**
 * `world` knows what differs from run to run: `url(page)`; `ref(start, nth)`, the ref of the page's nth line that begins
 * so; `point(id)`, the middle of an element of the page `acts`; `lastTab()`, the tab that was opened last.
 */
export const acts = (world) => [
  ...navigating(world), ...reading(), ...pictures(), ...clicking(world), ...pointing(world), ...scrolling(world),
  ...keys(world), ...tabs(world),
];

/** What needs members that are off by default. */
export const diagnostics = () => [
  {
    member: 'javascript_exec', page: 'form', expect: () => 'Sign up form',
    floor: () => ({ act: 'script', expression: 'document.title', expect: 'Sign up form' }), input: () => ({ text: 'document.title' }),
  },
  {
    member: 'read_console', page: 'form', expect: (i) => `said ${i}`,
    prepare: (i) => ({ floor: [], ours: [['javascript_exec', { text: `console.log('said ${i}')` }]] }),
    floor: () => ({ act: 'events' }), input: () => ({}),
  },
  {
    member: 'read_network', page: 'form', expect: (i) => `asked=${i}`,
    prepare: (i) => ({ floor: [], ours: [['javascript_exec', { text: `fetch('/form.html?asked=${i}').then((answer) => answer.text()).then((text) => text.length)` }]] }),
    floor: () => ({ act: 'events' }), input: () => ({}),
  },
];

const navigating = (world) => Object.entries(TITLES).map(([page, title]) => ({
  member: 'navigate', note: page, expect: () => title,
  floor: () => ({ act: 'navigate', url: world.url(page) }), input: () => ({ url: world.url(page) }),
}));

const reading = () => [
  ...Object.entries(IN_TEXT).map(([page, expect]) => ({
    member: 'read_page', note: `all, ${page}`, page, expect: () => expect, bound: page === 'table' ? READ_ALL : undefined,
    floor: () => ({ act: 'read', expect }), input: () => ({ filter: 'all' }),
  })),
  {
    member: 'read_page', note: 'viewport, table', page: 'table', expect: () => '1003',
    floor: () => ({ act: 'read', viewport: true, expect: '1003' }), input: () => ({}),
  },
  ...['table', 'article'].map((page) => ({
    member: 'get_page_text', note: page, page, expect: () => IN_TEXT[page],
    floor: () => ({ act: 'text', expect: IN_TEXT[page] }), input: () => ({}),
  })),
  {
    member: 'find', note: 'table', page: 'table', expect: () => 'Child week',
    floor: () => ({ act: 'find', query: 'child week', expect: 'child week' }), input: () => ({ query: 'child week' }),
  },
];

const pictures = () => [
  ...['form', 'table', 'article'].map((page) => ({
    member: 'screenshot', note: page, page, picture: true, bound: PICTURE,
    floor: () => ({ act: 'screenshot' }), input: () => ({}),
  })),
  {
    member: 'zoom', note: 'table', page: 'table', picture: true,
    floor: () => ({ act: 'zoom', clip: { x: 100, y: 100, width: 400, height: 200 } }), input: () => ({ region: [100, 100, 500, 300] }),
  },
];

const clicking = (world) => {
  const press = (member, how, effect) => ({
    member, note: 'ref', page: 'acts', effect: () => effect,
    floor: () => ({ act: 'click', selector: '#pad', expect: effect, ...how }), input: () => onRef(world.ref('button "Pad"')),
  });
  const left = press('left_click', {}, 'click pad');
  return [
    { ...left, bound: ACT },
    { ...left, note: 'point', input: () => onPoint(world.point('pad')) },
    {
      member: 'left_click', note: 'ref, table', page: 'table', effect: (i) => `refund ${1001 + (i % 10)}`, bound: ACT,
      floor: (i) => ({ act: 'click', selector: `[data-id="${1001 + (i % 10)}"]`, expect: `refund ${1001 + (i % 10)}` }),
      input: (i) => onRef(world.ref('button "Refund"', i % 10)),
    },
    press('right_click', { button: 'right' }, 'contextmenu pad'),
    press('middle_click', { button: 'middle' }, 'auxclick pad'),
    press('double_click', { count: 2 }, 'dblclick pad'),
    press('triple_click', { count: 3 }, 'three clicks pad'),
    {
      member: 'form_input', page: 'acts', shows: (i) => `textbox "Note" value "${letters(i)}"`,
      floor: (i) => ({ act: 'set_value', selector: '#note', value: letters(i) }),
      input: (i) => ({ ...onRef(world.ref('textbox "Note"')), value: letters(i) }),
    },
  ];
};

const pointing = (world) => {
  const where = (i) => { const { x, y } = world.point('track'); return { x: x + (even(i) ? 40 : -40), y }; };
  const event = (member, act, effect) => ({
    member, page: 'acts', effect: () => effect,
    floor: (i) => ({ act, point: where(i), expect: effect }), input: (i) => onPoint(where(i)),
  });
  const down = event('left_mouse_down', 'mouse_down', 'pointerdown track');
  const up = event('left_mouse_up', 'mouse_up', 'pointerup track');
  const also = (act) => (i) => ({ floor: [act.floor(i)], ours: [[act.member, act.input(i)]] });
  const spot = (i) => (even(i) ? 'pad' : 'spot');
  return [
    {
      member: 'hover', note: 'ref', page: 'acts', effect: (i) => `pointerenter ${spot(i)}`,
      floor: (i) => ({ act: 'hover', selector: `#${spot(i)}`, expect: `pointerenter ${spot(i)}` }),
      input: (i) => onRef(world.ref(even(i) ? 'button "Pad"' : 'button "Spot"')),
    },
    event('mouse_move', 'mouse_move', 'move track'),
    { ...down, undo: also(up) },
    { ...up, prepare: also(down) },
    {
      member: 'left_click_drag', note: 'ten events', page: 'acts', effect: () => 'pointerup track',
      floor: () => ({ act: 'drag', from: where(0), to: where(1), steps: 8, expect: 'pointerup track' }),
      input: () => ({ from: onPoint(where(0)).target, ...onPoint(where(1)) }),
    },
  ];
};

const scrolling = (world) => [
  {
    member: 'scroll', note: 'three notches', page: 'acts', expect: () => 'is now',
    floor: (i) => ({ act: 'scroll', point: { x: 600, y: 400 }, by: even(i) ? 300 : -300 }),
    input: (i) => ({ ...onPoint({ x: 600, y: 400 }), scroll_direction: even(i) ? 'down' : 'up' }),
  },
  {
    member: 'scroll_to', page: 'acts', expect: (i) => (even(i) ? 'The far end' : 'What happens here'),
    floor: (i) => ({ act: 'scroll_to', selector: even(i) ? '#far' : '#top' }),
    input: (i) => onRef(world.ref(even(i) ? 'heading "The far end"' : 'heading "What happens')),
  },
];

const keys = (world) => [
  {
    member: 'type', note: '12 characters', page: 'acts', bound: ACT, shows: (i) => `textbox "Name" value "${letters(i)}"`,
    // A click on the field, and what is in it selected.
    prepare: () => ({ floor: [], ours: [['left_click', onRef(world.ref('textbox "Name"'))], ['key', { text: 'ctrl+a' }]] }),
    floor: (i) => ({ act: 'type', selector: '#name', text: letters(i) }), input: (i) => ({ text: letters(i) }),
  },
  {
    member: 'key', page: 'acts', effect: () => 'keyup ArrowDown',
    prepare: () => unfocused(world), floor: () => ({ act: 'key', name: 'ArrowDown', expect: 'keyup ArrowDown' }), input: () => ({ text: 'ArrowDown' }),
  },
  {
    member: 'hold_key', note: `${HOLD_MS} ms`, page: 'acts', effect: () => 'keyup Shift',
    prepare: () => unfocused(world), floor: () => ({ act: 'hold_key', name: 'Shift', hold: HOLD_MS, expect: 'keyup Shift' }),
    input: () => ({ text: 'shift', duration: HOLD_MS / 1000 }),
  },
  {
    member: 'wait', note: `${HOLD_MS} ms`, page: 'acts', expect: () => 'Waited',
    floor: () => ({ act: 'wait', hold: HOLD_MS }), input: () => ({ duration: HOLD_MS / 1000 }),
  },
];

/** Takes the focus out of every field: the page hears keys then. */
const unfocused = (world) => ({
  floor: [{ act: 'click', selector: '#para', expect: 'click para' }],
  ours: [['left_click', onPoint(world.point('para'))]],
});

const tabs = (world) => [
  { member: 'list_tabs', expect: () => '* t1', floor: () => ({ act: 'list_tabs' }), input: () => ({}) },
  {
    member: 'new_tab', expect: () => 'Opened', floor: () => ({ act: 'new_tab' }), input: () => ({}),
    undo: () => ({ floor: [], ours: [['close_tab', { tab_id: world.lastTab() }]] }),
  },
  {
    member: 'switch_tab', note: 'floor: a list', expect: () => '* t1', floor: () => ({ act: 'list_tabs' }), input: () => ({ tab_id: 't1' }),
  },
  {
    member: 'close_tab', expect: () => '* t1', prepare: () => ({ floor: [], ours: [['new_tab', {}]] }),
    floor: () => ({ act: 'close_tab' }), input: () => ({ tab_id: world.lastTab() }),
  },
];
