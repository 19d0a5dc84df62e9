// From nothing to the first page read: starting the process, its browser, going to the form, reading it.
import { performance } from 'node:perf_hooks';
import { Floor } from './floor.mjs';

const WANTED = 'Estonia';

/** Starts both sides `rounds` times, turn by turn: `{floor: [ms…], ours: [ms…]}`. `start` makes the product's side. */
export async function startUps(rounds, url, start) {
  const times = { floor: [], ours: [], characters: {} };
  for (let i = 0; i < rounds; i += 1) {
    times.floor.push(await onFloor(url));
    times.ours.push(await onOurs(url, start));
  }
  return times;
}

async function onFloor(url) {
  const begun = performance.now();
  const floor = await Floor.start();
  await floor.act({ act: 'navigate', url });
  await floor.act({ act: 'read', expect: WANTED });
  const ms = performance.now() - begun;
  await floor.close();
  return ms;
}

async function onOurs(url, start) {
  const begun = performance.now();
  const ours = start();
  await ours.call('navigate', { url });
  const { text } = await ours.call('read_page', { filter: 'all' });
  const ms = performance.now() - begun;
  if (!text.includes(WANTED)) throw new Error(`ours: ${WANTED} is not in ${text}`);
  await ours.close();
  return ms;
}
