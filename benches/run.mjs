#!/usr/bin/env node
// Measures every member of the product against the floor for the same act, turn by turn in one run.
//
// node benches/run.mjs [--rounds N] [--starts N] [--only TEXT] [--check]
//
// `--only` takes the acts that have TEXT in their name. Exits with 1 when something did not work; a bound that is missed
// fails the run only with `--check`. RINGFENCE_BIN names another binary than target/release/ringfence.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startSite } from '../interop/site.mjs';
import { acts, diagnostics } from './runner/acts.mjs';
import { Floor } from './runner/floor.mjs';
import { measure } from './runner/measure.mjs';
import { Ours } from './runner/ours.mjs';
import { startUps } from './runner/startup.mjs';
import { cells, markdown, result } from './runner/table.mjs';
import { World } from './runner/world.mjs';

const BUILT = fileURLToPath(new URL('../target/release/ringfence', import.meta.url));
const PAGES = fileURLToPath(new URL('./pages/', import.meta.url));
const HEAD = ['act', 'floor ms', 'ours ms', 'ratio', 'ours − floor', 'bound ms', ''];
const DIAGNOSTICS = ['read_console', 'read_network', 'javascript_exec'].flatMap((name) => ['--enable', name, '--yes', name]);

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '31' },
    starts: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
});

async function main() {
  const site = await startSite(PAGES);
  // The page with frames has one of another origin: the same site by its other name.
  const origins = [site.origin, site.origin.replace('127.0.0.1', 'localhost')];
  const opened = [];
  const keep = (one) => (opened.push(one), one);
  const start = (...more) => new Ours(process.env.RINGFENCE_BIN ?? BUILT, origins, more);
  const rows = [];
  const facts = [];
  try {
    const floor = keep(await Floor.start());
    const plain = keep(start());
    await measureAll(acts, new World(site, floor, plain), rows, facts);
    facts.push(...(await describe(plain, floor)));
    await measureAll(diagnostics, new World(site, floor, keep(start(...DIAGNOSTICS))), rows, facts);
  } finally {
    for (const one of opened) await one.close();
  }
  if (wanted('start-up')) {
    const times = await startUps(Number(options.starts), `${site.origin}/form.html`, start);
    rows.push(result({ member: 'start-up', note: 'to first page read' }, times));
  }
  await site.stop();
  print(rows, facts);
  if (options.check && rows.some((row) => row.over)) process.exitCode = 1;
}

const wanted = (name) => name.includes(options.only);

async function measureAll(list, world, rows, facts) {
  for (const act of list(world)) {
    const name = act.note ? `${act.member} (${act.note})` : act.member;
    if (!wanted(name)) continue;
    process.stderr.write(`${name}\n`);
    const row = result(act, await measure(act, world, Number(options.rounds)));
    rows.push(row);
    if (act.member === 'read_page' || act.member === 'get_page_text') {
      facts.push([name, 'characters read', String(row.characters.floor), String(row.characters.ours)]);
    }
  }
}

/** Sizes that are no times. */
async function describe(ours, floor) {
  const { now, most } = ours.memory();
  return [
    ['tool list', 'characters', '', String(await ours.toolListCharacters())],
    ['own memory at the end', 'MiB resident', '', now.toFixed(1)],
    ['own memory at most', 'MiB resident', '', most.toFixed(1)],
    ['browser', 'product', floor.product, ''],
  ];
}

function print(rows, facts) {
  process.stdout.write(`${markdown(HEAD, rows.map(cells))}\n\n`);
  process.stdout.write(`${markdown(['what', 'unit', 'floor', 'ours'], facts)}\n`);
}

main().catch((error) => {
  process.stderr.write(`bench: ${error.message}\n`);
  process.exit(1);
});
