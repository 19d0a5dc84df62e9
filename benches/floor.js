#!/usr/bin/env node
// The floor: each act over Chromium's debugging pipe in the least possible number of round trips.
//
// Reads acts as JSON lines on stdin, such as {"act": "click", "selector": "#pad"}, and answers each with a line: its
// time in milliseconds and what came of it, or {"error"}. What is done before an act (finding its point) and after it
// (checking its effect) is outside its time. Ends with its input, and its Chromium with it.
'use strict';

const readline = require('node:readline');
const { startChromium } = require('./floor/chromium');
const { ACTS } = require('./floor/acts');

async function main() {
  const browser = await startChromium();
  const tab = await browser.openTab();
  answer({ ready: true, product: (await browser.call('Browser.getVersion')).product });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    answer(await perform({ browser, tab }, line));
  }
  await browser.close();
}

async function perform(context, line) {
  try {
    const input = JSON.parse(line);
    const act = ACTS[input.act];
    if (!act) throw new Error(`there is no act ${JSON.stringify(input.act)}; known: ${Object.keys(ACTS).join(', ')}`);
    return await act(context, input);
  } catch (error) {
    return { error: error.message };
  }
}

function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

main().catch((error) => {
  process.stderr.write(`floor: ${error.message}\n`);
  process.exitCode = 1;
});
