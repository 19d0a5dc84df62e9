// The report as its reader has it: opened in the contained Chromium, and looked through by axe.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serverFor } from './ringfence.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DEMO = process.env.RINGFENCE_DEMO ?? fileURLToPath(new URL('../target/debug/examples/demo', import.meta.url));
/** Widths and schemes that readers have. The style asks for the dark scheme; here it is made to hold. */
const VIEWS = [
  { name: 'light', viewport: '1280x800', dress: (html) => html },
  { name: 'dark', viewport: '1280x800', dress: (html) => html.replace('(prefers-color-scheme: dark)', 'all') },
  { name: 'narrow', viewport: '360x740', dress: (html) => html },
  { name: 'narrow and dark', viewport: '360x740', dress: (html) => html.replace('(prefers-color-scheme: dark)', 'all') },
];
const LARGEST = 3_000_000;

describe('the demo and its report', { timeout: 300_000 }, () => {
  let directory, html;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringfence-report-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  test('the demo goes as scripted twice in a row', async () => {
    for (const name of ['one.html', 'two.html']) {
      const { code, stdout } = await run(DEMO, [join(directory, name)]);
      assert.equal(code, 0, stdout.slice(-2_000));
      assert.match(stdout, /Every step went as scripted/);
    }
    html = await readFile(join(directory, 'two.html'), 'utf8');
    assert.ok(html.length < LARGEST, `the report has ${html.length} characters`);
  });

  for (const { name, viewport, dress } of VIEWS) {
    test(`axe finds nothing serious: ${name}`, async () => {
      const dressed = dress(html);
      assert.equal(dressed === html, !name.includes('dark'), 'the style has its dark scheme where it is looked for');
      const served = await serve(dressed);
      try {
        const [opened, facts, found] = await calls(served.origin, viewport, [
          { name: 'navigate', input: { url: served.origin } },
          { name: 'javascript_exec', input: { text: FACTS } },
          { name: 'javascript_exec', input: { text: `${AXE}\n;axe.run().then(${SERIOUS})` } },
        ]);
        assert.match(opened, /Ringfence report/);
        const { wider, ...rest } = JSON.parse(facts);
        assert.deepEqual(rest, { scripts: 0, handlers: 0, pictures: 3, broken: 0 });
        assert.ok(wider <= 0, `the page is ${wider} pixels wider than the screen`);
        assert.deepEqual(JSON.parse(found), []);
        assert.deepEqual(served.requests, ['/'], 'the report asks for nothing');
      } finally {
        await served.stop();
      }
    });
  }

  test('axe would find something serious', async () => {
    const served = await serve(html.replace('<html lang="en">', '<html>').replace(/ alt="[^"]*"/, ''));
    try {
      const [, found] = await calls(served.origin, '1280x800', [
        { name: 'navigate', input: { url: served.origin } },
        { name: 'javascript_exec', input: { text: `${AXE}\n;axe.run().then(${SERIOUS})` } },
      ]);
      assert.deepEqual(JSON.parse(found).map(({ id }) => id).sort(), ['html-has-lang', 'image-alt']);
    } finally {
      await served.stop();
    }
  });
});

/** What a reader's browser makes of the report. */
const FACTS = `(() => {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  const every = [...document.querySelectorAll('*')];
  return JSON.stringify({
    scripts: document.scripts.length,
    handlers: every.filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length,
    pictures: document.images.length,
    broken: [...document.images].filter((image) => image.naturalWidth === 0).length,
    wider: document.documentElement.scrollWidth - innerWidth,
  });
})()`;

/** Of axe's findings those that keep somebody from reading. */
const SERIOUS = `({ violations }) => JSON.stringify(violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => ({ id, where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) })))`;

/** Makes calls in one session at a site; returns the text of each answer. */
async function calls(origin, viewport, list) {
  const { command } = serverFor(origin);
  const options = ['--viewport', viewport, '--enable', 'javascript_exec', '--yes', 'javascript_exec'];
  const input = list.map((call) => `${JSON.stringify(call)}\n`).join('');
  const { code, stdout } = await run(command, ['calls', '--allow-local', origin, ...options], input);
  assert.equal(code, 0, stdout.slice(-2_000));
  return stdout.trim().split('\n').map((line) => JSON.parse(line).content[0].text);
}

function run(command, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.on('data', (data) => { stdout += data; });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout }));
    child.stdin.end(input);
  });
}

async function serve(html) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => { server.close(resolve); });
    },
  };
}
