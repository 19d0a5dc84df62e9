// Drives another browser for agents on the lab's pages: one JSON object a line in, one answer a line out.
//   {"open": URL}   opens a tab and goes there
//   {"press": true} presses Enter, which the page's button has the focus for
//   {"close": true} closes every tab but an empty one
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [name, chromium] = process.argv.slice(2);
const EMPTY = "https://site.test/ok";
const HOSTS = ["site.test", "other.test"];
const home = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const run = promisify(execFile);
// What a server of its own asks the network for is no doing of a page.
process.env.CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS = "1";
const TIMEOUT = 60_000;

/** A server of MCP, and a function that calls a tool and returns its text. */
async function server(command, args) {
  const client = new Client({ name: "lab", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env: process.env }));
  return async (tool, input) => {
    const result = await client.callTool({ name: tool, arguments: input }, undefined, { timeout: TIMEOUT });
    const text = result.content.map((part) => part.text ?? "").join("\n");
    if (result.isError) throw new Error(`${tool}: ${text.slice(0, 300)}`);
    return text;
  };
}

const rivals = {
  "playwright-mcp": {
    package: "@playwright/mcp",
    async start() {
      const origins = HOSTS.flatMap((host) => [`https://${host}`, `https://*.${host}`]).join(";");
      const call = await server(process.execPath, [
        home("@playwright/mcp/cli.js"), "--headless", "--isolated", "--no-sandbox", "--executable-path", chromium,
        "--allowed-origins", origins,
      ]);
      return {
        async open(url) {
          await call("browser_tabs", { action: "new" });
          await call("browser_navigate", { url });
        },
        press: () => call("browser_press_key", { key: "Enter" }),
        async close() {
          const before = (await call("browser_tabs", { action: "list" })).match(/^- \d+:/gm) ?? [];
          await call("browser_tabs", { action: "new" });
          for (const _ of before) await call("browser_tabs", { action: "close", index: 0 });
        },
      };
    },
  },
  "chrome-devtools-mcp": {
    package: "chrome-devtools-mcp",
    async start() {
      const patterns = HOSTS.flatMap((host) => [`https://${host}/*`, `https://*.${host}/*`]);
      const call = await server(process.execPath, [
        home("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"), "--headless", "--isolated",
        "--usageStatistics=false", "--performanceCrux=false", "--executablePath", chromium, "--chromeArg=--no-sandbox",
        ...patterns.flatMap((pattern) => ["--allowedUrlPattern", pattern]),
      ]);
      let pageId;
      return {
        async open(url) {
          pageId = Number((await call("new_page", { url })).match(/^(\d+): .*\[selected\]/m)?.[1]);
        },
        press: () => call("press_key", { pageId, key: "Enter" }),
        async close() {
          const pages = (await call("list_pages", {})).matchAll(/^(\d+): /gm);
          await call("new_page", { url: EMPTY });
          for (const [, id] of pages) await call("close_page", { pageId: Number(id) });
        },
      };
    },
  },
  "agent-browser": {
    package: "agent-browser",
    async start() {
      const env = {
        ...process.env,
        AGENT_BROWSER_SESSION: "lab",
        AGENT_BROWSER_EXECUTABLE_PATH: chromium,
        AGENT_BROWSER_ALLOWED_DOMAINS: HOSTS.flatMap((host) => [host, `*.${host}`]).join(","),
      };
      const command = home(`agent-browser/bin/agent-browser-linux-${process.arch}`);
      const call = async (...args) => (await run(command, args, { env, timeout: TIMEOUT })).stdout;
      await call("open", EMPTY);
      return {
        open: (url) => call("tab", "new", url),
        press: () => call("press", "Enter"),
        async close() {
          const { data } = JSON.parse(await call("tab", "list", "--json"));
          await call("tab", "new", EMPTY);
          for (const tab of data.tabs) await call("tab", "close", String(tab.tabId ?? tab.id ?? tab.index));
        },
      };
    },
  },
};

const rival = rivals[name];
const { version } = JSON.parse(readFileSync(home(`${rival.package}/package.json`)));
const browser = await rival.start();
console.log(JSON.stringify({ product: `${rival.package} ${version}` }));
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  try {
    if (asked.open) await browser.open(asked.open);
    else if (asked.press) await browser.press();
    else await browser.close();
    console.log(JSON.stringify({ done: true }));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error).slice(0, 400) }));
  }
}
process.exit(0);
