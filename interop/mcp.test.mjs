// What a user of an MCP client does first, by two independent clients.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectNewest } from './newest.mjs';
import { connectOlder } from './older.mjs';
import { NEWEST } from './protocol.mjs';
import { serverFor } from './ringfence.mjs';
import { startSite } from './site.mjs';

// All but file_upload, which is not served, and those that are off by default.
const MEMBERS = [
  'close_tab', 'double_click', 'find', 'form_input', 'get_page_text', 'hold_key', 'hover', 'key', 'left_click',
  'left_click_drag', 'left_mouse_down', 'left_mouse_up', 'list_tabs', 'middle_click', 'mouse_move', 'navigate', 'new_tab',
  'read_page', 'right_click', 'screenshot', 'scroll', 'scroll_to', 'switch_tab', 'triple_click', 'type', 'wait', 'zoom',
];
const CALL_LIMIT = { timeout: 60_000 };

for (const [name, connect] of [['newest protocol', connectNewest], ['older protocol', connectOlder]]) {
  describe(name, { timeout: 120_000 }, () => {
    let site, client;

    before(async () => {
      site = await startSite();
      client = await connect(serverFor(site.origin));
    });
    after(async () => {
      await client?.close();
      await site?.stop();
    });

    /** Calls a member in the default session; returns the whole result and its text. */
    async function call(member, input) {
      const result = await client.callTool({ name: member, arguments: input }, ...options(connect));
      const text = result.content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
      return { result, text };
    }

    test('the server tells who it is', () => {
      assert.equal(client.getServerVersion().name, 'ringfence');
      if (connect === connectNewest) assert.equal(client.getNegotiatedProtocolVersion(), NEWEST);
    });

    test('the tool list is whole and short', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((tool) => tool.name).sort(), MEMBERS);
      for (const tool of tools) {
        assert.equal(tool.inputSchema.type, 'object', tool.name);
        assert.equal(tool.inputSchema.properties.session.type, 'string', tool.name);
        assert.ok(tool.description.length > 0, tool.name);
      }
      const length = JSON.stringify(tools).length;
      assert.ok(length <= 12_000, `the list has ${length} characters`);
    });

    test('navigate, read, click, read', async () => {
      const opened = await call('navigate', { url: `${site.origin}/form.html` });
      assert.notEqual(opened.result.isError, true, opened.text);
      assert.match(opened.text, /Sign up form/);

      const outline = await call('read_page', {});
      assert.notEqual(outline.result.isError, true, outline.text);
      const link = outline.text.match(/link "Help" \[(ref_\d+)\]/);
      assert.ok(link, `no link "Help" in:\n${outline.text}`);
      assert.ok(outline.text.includes(site.origin), 'what a page says is marked with its origin');

      const clicked = await call('left_click', { target: { type: 'ref', ref: link[1] } });
      assert.notEqual(clicked.result.isError, true, clicked.text);

      const article = await call('get_page_text', {});
      assert.notEqual(article.result.isError, true, article.text);
      assert.match(article.text, /A long article/);
      assert.match(article.text, /Point money month work/);
      // What the site saw, too: the two pages, each once.
      const pages = site.requests.filter((path) => path.endsWith('.html'));
      assert.deepEqual(pages, ['/form.html', '/article.html']);
    });

    test('a host that is not listed is refused and the page stays', async () => {
      const before = await call('list_tabs', {});
      const { result, text } = await call('navigate', { url: 'https://example.com/' });
      assert.equal(result.isError, true, text);
      assert.equal(result.structuredContent.code, 'not-listed');
      assert.equal(result.structuredContent.subject, 'example.com');
      assert.match(text, /example\.com/);
      const { result: tabs } = await call('list_tabs', {});
      assert.deepEqual(tabs.structuredContent, before.result.structuredContent);
    });

    test('a ref that nobody handed out is an error, not a click', async () => {
      const { result, text } = await call('left_click', { target: { type: 'ref', ref: 'ref_99999' } });
      assert.equal(result.isError, true);
      assert.match(text, /ref_99999/);
    });
  });
}

/** The clients differ in where the options of a call stand. */
function options(connect) {
  return connect === connectNewest ? [CALL_LIMIT] : [undefined, CALL_LIMIT];
}
