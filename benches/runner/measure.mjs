// Takes the times of one act on both sides, turn by turn, and checks that it was carried out.

const WARM_UP = 2;

/** Performs an act `rounds` times on each side: `{floor: [ms…], ours: [ms…]}`. */
export async function measure(act, world, rounds) {
  const times = { floor: [], ours: [], characters: { floor: 0, ours: 0 } };
  if (act.page) await world.open(act.page);
  for (let i = 0; i < WARM_UP + rounds; i += 1) {
    await both(act.prepare?.(i), world);
    // Turn by turn, and each goes first as often as the other: what the machine does meanwhile meets both.
    const sides = i % 2 === 0 ? [onFloor, onOurs] : [onOurs, onFloor];
    for (const side of sides) {
      const { name, ms, characters } = await side(act, world, i);
      if (i >= WARM_UP) times[name].push(ms);
      times.characters[name] = characters;
    }
    await both(act.undo?.(i), world);
  }
  return times;
}

/** Steps that are no part of the act. */
async function both(steps, world) {
  for (const input of steps?.floor ?? []) await world.floor.act(input);
  for (const [member, input] of steps?.ours ?? []) world.noteTabs((await world.ours.call(member, input)).text);
}

async function onFloor(act, { floor }, i) {
  const { ms, characters } = await floor.act(act.floor(i));
  return { name: 'floor', ms, characters };
}

async function onOurs(act, world, i) {
  const input = act.input(i);
  const before = act.effect && (await world.effect());
  const { ms, text, image, characters } = await world.ours.call(act.member, input);
  world.noteTabs(text);
  const wrong = (what) => new Error(`ours, ${act.member}: ${what}`);
  if (act.effect) {
    const after = await world.effect();
    if (after === before || !after.startsWith(act.effect(i))) throw wrong(`the page says ${JSON.stringify(after)}, not ${act.effect(i)}`);
  }
  if (act.expect && !text.includes(act.expect(i))) throw wrong(`${JSON.stringify(act.expect(i))} is not in ${JSON.stringify(text.slice(0, 500))}`);
  if (act.picture && !image?.startsWith('iVBORw0KGgo')) throw wrong('the picture is no PNG file');
  if (act.shows) {
    const { text: page } = await world.ours.call('read_page', { filter: 'all' });
    if (!plain(page).includes(act.shows(i))) throw wrong(`the page does not show ${act.shows(i)}: ${plain(page)}`);
  }
  return { name: 'ours', ms, characters };
}

/** Lines as `role "name" value "…"`: without refs and with what is between name and value left out. */
const plain = (text) => text.replace(/ \[ref_\d+\]/g, '').replace(/ value=/g, ' value ');
