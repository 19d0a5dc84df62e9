// The acts. Each returns {ms, …} or throws. What it waits for is the least that shows that the act was carried out.
'use strict';

const page = require('./page');

const NO_TEXT = new Set(['Tab', 'Escape', 'Shift', 'ArrowDown']);

/** The source of a call of one of the page's functions. */
const call = (name, ...args) => `(${page[name]})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

async function timed(work) {
  const start = process.hrtime.bigint();
  const value = await work();
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, value };
}

/** What the page says that happened to it, and how often. */
const effect = (tab) => tab.evaluate('document.getElementById("out")?.textContent ?? ""');

/** Times `work` and checks that the page then says `expect`, which it did not say before in the same words. */
async function effective({ tab }, expect, work) {
  const before = await effect(tab);
  const { ms } = await timed(work);
  const after = await effect(tab);
  if (after === before || !after.startsWith(expect)) throw new Error(`the page says ${JSON.stringify(after)}, not ${expect}`);
  return { ms };
}

/** Text must be in what was read, or the reading read nothing. */
function reading({ ms, value }, expect) {
  if (!value.includes(expect)) throw new Error(`${JSON.stringify(expect)} is not in what was read`);
  return { ms, characters: value.length };
}

const mouse = (tab, type, point, more = {}) => tab.call('Input.dispatchMouseEvent', { type, ...point, ...more });

/** A press at a point: moved, pressed, released, all queued before the first answer. */
function press(tab, point, button, count) {
  const calls = [mouse(tab, 'mouseMoved', point)];
  const buttons = { left: 1, right: 2, middle: 4 }[button];
  for (let clickCount = 1; clickCount <= count; clickCount += 1) {
    calls.push(mouse(tab, 'mousePressed', point, { button, buttons, clickCount }));
    calls.push(mouse(tab, 'mouseReleased', point, { button, buttons: 0, clickCount }));
  }
  return Promise.all(calls);
}

function key(tab, type, name) {
  const text = type === 'keyUp' || NO_TEXT.has(name) ? undefined : name;
  const code = name.length === 1 ? `Key${name.toUpperCase()}` : name;
  const windowsVirtualKeyCode = { Tab: 9, Escape: 27, Shift: 16, ArrowDown: 40 }[name] ?? name.toUpperCase().charCodeAt(0);
  return tab.call('Input.dispatchKeyEvent', { type: text === undefined && type === 'keyDown' ? 'rawKeyDown' : type, key: name, code, text, windowsVirtualKeyCode });
}
const stroke = (tab, name) => [key(tab, 'keyDown', name), key(tab, 'keyUp', name)];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Takes a picture; `clip` is a part of the viewport. */
async function picture({ tab }, clip) {
  const params = clip ? { format: 'png', clip: { ...clip, scale: 1568 / Math.max(clip.width, clip.height) } } : { format: 'png', optimizeForSpeed: true };
  const { ms, value } = await timed(() => tab.call('Page.captureScreenshot', params));
  if (!value.data.startsWith('iVBORw0KGgo')) throw new Error('the picture is no PNG file');
  return { ms, characters: value.data.length };
}

exports.ACTS = {
  /** To another document: its DOMContentLoaded and its load event. */
  async navigate({ tab }, { url }) {
    const milestone = (name) => tab.event('Page.lifecycleEvent', (event) => event.name === name && event.frameId === tab.targetId);
    const { ms, value } = await timed(async () => {
      const seen = Promise.all([milestone('DOMContentLoaded'), milestone('load')]);
      const [answer] = await Promise.all([tab.call('Page.navigate', { url }), seen]);
      return answer;
    });
    if (value.errorText) throw new Error(`${url}: ${value.errorText}`);
    const at = await tab.evaluate('location.href + " " + document.readyState');
    if (at !== `${url} complete`) throw new Error(`the tab is at ${at}`);
    return { ms };
  },

  read: async ({ tab }, { expect, viewport }) => reading(await timed(() => tab.evaluate(call('walk', viewport === true))), expect),
  text: async ({ tab }, { expect }) => reading(await timed(() => tab.evaluate('document.body.innerText')), expect),
  find: async ({ tab }, { query, expect }) => reading(await timed(() => tab.evaluate(call('search', query))), expect),
  script: async ({ tab }, { expression, expect }) => reading(await timed(() => tab.evaluate(expression)), expect),

  /** One round trip: every event that came before it has been read when its answer comes. */
  async events({ tab }) {
    const { ms } = await timed(() => tab.evaluate('0'));
    return { ms };
  },

  screenshot: (context) => picture(context),
  zoom: (context, { clip }) => picture(context, clip),

  async click(context, { selector, button = 'left', count = 1, expect }) {
    const point = await context.tab.evaluate(call('middle', selector));
    return effective(context, expect, () => press(context.tab, point, button, count));
  },

  async hover(context, { selector, expect }) {
    const point = await context.tab.evaluate(call('middle', selector));
    return effective(context, expect, () => mouse(context.tab, 'mouseMoved', point));
  },

  async drag(context, { from, to, steps, expect }) {
    const { tab } = context;
    return effective(context, expect, () => {
      const calls = [mouse(tab, 'mouseMoved', from), mouse(tab, 'mousePressed', from, { button: 'left', buttons: 1, clickCount: 1 })];
      for (let step = 1; step <= steps; step += 1) {
        const at = (axis) => from[axis] + ((to[axis] - from[axis]) * step) / steps;
        calls.push(mouse(tab, 'mouseMoved', { x: at('x'), y: at('y') }, { button: 'left', buttons: 1 }));
      }
      calls.push(mouse(tab, 'mouseReleased', to, { button: 'left', buttons: 0, clickCount: 1 }));
      return Promise.all(calls);
    });
  },

  mouse_down: (context, { point, expect }) => effective(context, expect, () =>
    Promise.all([mouse(context.tab, 'mouseMoved', point), mouse(context.tab, 'mousePressed', point, { button: 'left', buttons: 1, clickCount: 1 })])),
  mouse_up: (context, { point, expect }) => effective(context, expect, () =>
    Promise.all([mouse(context.tab, 'mouseMoved', point, { button: 'left', buttons: 1 }), mouse(context.tab, 'mouseReleased', point, { button: 'left', buttons: 0, clickCount: 1 })])),
  mouse_move: (context, { point, expect }) => effective(context, expect, () => mouse(context.tab, 'mouseMoved', point)),

  /** By the wheel, until the document has moved. */
  async scroll({ tab }, { point, by }) {
    const before = await tab.evaluate('scrollY');
    const { ms, value } = await timed(async () => {
      const moved = tab.evaluate(call('scrolled'));
      await mouse(tab, 'mouseWheel', point, { deltaX: 0, deltaY: by });
      return moved;
    });
    if (value === before) throw new Error(`the page stayed at ${before}`);
    return { ms };
  },

  async scroll_to({ tab }, { selector }) {
    const { ms, value } = await timed(() => tab.evaluate(call('bringIntoView', selector)));
    if (value !== true) throw new Error(`${selector} is not in view`);
    return { ms };
  },

  /** As keys, all queued before the first answer. */
  async type({ tab }, { selector, text }) {
    await tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
    await tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    const { ms } = await timed(() => Promise.all(Array.from(text).flatMap((character) => stroke(tab, character))));
    const value = await tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).value`);
    if (value !== text) throw new Error(`the field holds ${JSON.stringify(value)}`);
    return { ms };
  },
  key: (context, { name, expect }) => effective(context, expect, () => Promise.all(stroke(context.tab, name))),
  hold_key: (context, { name, hold, expect }) => effective(context, expect, async () => {
    await key(context.tab, 'keyDown', name);
    await pause(hold);
    await key(context.tab, 'keyUp', name);
  }),
  /** Where the middle of an element is. */
  middle: ({ tab }, { selector }) => timed(() => tab.evaluate(call('middle', selector))),
  async wait(_context, { hold }) {
    const { ms } = await timed(() => pause(hold));
    return { ms };
  },

  async set_value({ tab }, { selector, value: wanted }) {
    const { ms, value } = await timed(() => tab.evaluate(call('setValue', selector, wanted)));
    if (value !== wanted) throw new Error(`the field holds ${JSON.stringify(value)}`);
    return { ms };
  },

  /** Opens a tab; the tab is closed again outside the time. */
  async new_tab({ browser }) {
    const { ms, value } = await timed(() => browser.openTab());
    await closed(browser, value);
    return { ms };
  },
  /** Closes a tab that was opened outside the time. */
  async close_tab({ browser }) {
    const tab = await browser.openTab();
    const { ms } = await timed(() => closed(browser, tab));
    return { ms };
  },
  async list_tabs({ browser, tab }) {
    const { ms, value } = await timed(() => browser.call('Target.getTargets'));
    if (!value.targetInfos.some((info) => info.targetId === tab.targetId)) throw new Error('the tab is not listed');
    return { ms };
  },
};

function closed(browser, tab) {
  const gone = browser.event('Target.targetDestroyed', (event) => event.targetId === tab.targetId);
  return Promise.all([gone, browser.call('Target.closeTarget', { targetId: tab.targetId })]);
}
