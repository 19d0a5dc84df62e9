// The configuration's schema against what Ringfence itself says of a file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Ajv from 'ajv';
import { parse } from 'smol-toml';
import { serverFor } from './ringfence.mjs';

const schema = JSON.parse(readFileSync(new URL('../crates/cli/schema/ringfence.schema.json', import.meta.url), 'utf8'));
const ENTRY = '[[policy.allow]]\n';
const FILES = [
  ['an empty file', '', true],
  ['a mode', '[policy]\nmode = "public"\n', true],
  ['a mode that nobody knows', '[policy]\nmode = "publik"\n', false],
  ['a key that nobody knows', '[policy]\nmod = "public"\n', false],
  ['a table that nobody knows', '[polcy]\n', false],
  ['a host on one list', `${ENTRY}host = "example.com"\nlists = ["load"]\n`, true],
  ['a host with examples', `${ENTRY}host = "example.com"\nmatch = ["https://example.com/"]\n`, true],
  ['a host of a wrong type', `${ENTRY}host = 1\n`, false],
  ['neither host nor origin', `${ENTRY}lists = ["load"]\n`, false],
  ['host and origin', `${ENTRY}host = "example.com"\norigin = "https://example.com"\n`, false],
  ['a private origin', `${ENTRY}origin = "http://127.0.0.1:8931"\nprivate = true\n`, true],
  ['a private host', `${ENTRY}host = "example.com"\nprivate = true\n`, false],
  ['no list', `${ENTRY}host = "example.com"\nlists = []\n`, false],
  ['a list that nobody knows', `${ENTRY}host = "example.com"\nlists = ["open"]\n`, false],
  ['a denied host', '[[policy.deny]]\nhost = "example.com"\n', true],
  ['a denied nothing', '[[policy.deny]]\nmatch = []\n', false],
  ['a member', '[members.screenshot]\nenabled = false\n', true],
  ['a member that nobody knows', '[members.screenshoot]\nenabled = false\n', false],
  ['a member neither on nor off', '[members.screenshot]\nenabled = "no"\n', false],
];
describe('configuration', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ringfence-config-'));
  const valid = new Ajv().compile(schema);
  after(() => rmSync(directory, { recursive: true }));

  for (const [name, text, right] of FILES) {
    test(`${name}: ${right ? 'right' : 'wrong'} by both`, () => {
      const file = join(directory, 'ringfence.toml');
      writeFileSync(file, text);
      const checked = spawnSync(serverFor('').command, ['config', 'check', file], { encoding: 'utf8' });
      assert.equal(checked.status, right ? 0 : 1, checked.stdout + checked.stderr);
      assert.equal(valid(parse(text)), right, JSON.stringify(valid.errors));
    });
  }
});
