// What both sides have open, and what differs from run to run: addresses, refs, points, tabs.

/** Elements of the page `acts` that are pointed at by coordinates. */
const POINTED = ['pad', 'track', 'para'];

export class World {
  constructor(site, floor, ours) {
    Object.assign(this, { site, floor, ours });
    this.points = {};
  }

  url(page) {
    return `${this.site.origin}/${page}.html`;
  }

  /** Opens a page on both sides and learns its refs and points. */
  async open(page) {
    await this.floor.act({ act: 'navigate', url: this.url(page) });
    await this.ours.call('navigate', { url: this.url(page) });
    this.lines = (await this.ours.call('read_page', { filter: 'all' })).text.split('\n').map((line) => line.trim());
    if (page !== 'acts') return;
    for (const id of POINTED) {
      const { value } = await this.floor.act({ act: 'middle', selector: `#${id}` });
      this.points[id] = { x: Math.round(value.x), y: Math.round(value.y) };
    }
  }

  ref(start, nth = 0) {
    const line = this.lines.filter((one) => one.startsWith(start))[nth];
    const ref = line && /\[(ref_\d+)\]/.exec(line);
    if (!ref) throw new Error(`no line ${nth} of the page begins with ${start} and has a ref`);
    return ref[1];
  }

  point(id) {
    return this.points[id];
  }

  /** The tab that opened last, by the list that the product gives. */
  lastTab() {
    return this.tab;
  }

  /** Notes the newest tab of an answer that lists tabs. */
  noteTabs(text) {
    this.tab = [...text.matchAll(/^[*-] (t\d+) /gm)].at(-1)?.[1] ?? this.tab;
  }

  /** What the page says of itself on our side: the one text on it that ends with a number. */
  async effect() {
    const { text } = await this.ours.call('read_page', { filter: 'all' });
    return /^\s*text "([A-Za-z ]+ \d+)"$/m.exec(text)?.[1] ?? '';
  }
}
