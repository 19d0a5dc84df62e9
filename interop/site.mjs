// A small site for the clients' tests: the fixture pages, and a list of what was asked for.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGES = fileURLToPath(new URL('../crates/testkit/pages/', import.meta.url));

/**
 * Starts a site on a free port of 127.0.0.1. `requests` holds the paths in the order in which they came; `more` are
 * further directories with pages, with a slash at the end.
 */
export async function startSite(...more) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://site').pathname;
    requests.push(path);
    const page = await firstFile([PAGES, ...more], basename(path));
    if (page) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The file of this name in the first directory that has one. */
async function firstFile(directories, name) {
  for (const directory of directories) {
    try {
      return await readFile(directory + name);
    } catch {
      // Perhaps the next one has it.
    }
  }
  return null;
}
