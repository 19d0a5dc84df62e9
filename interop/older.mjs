// A client of the protocol before the newest: the one that opens with an `initialize` handshake.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export async function connectOlder(server) {
  const client = new Client({ name: 'ringfence-interop', version: '1.0.0' });
  await client.connect(new StdioClientTransport(server));
  return client;
}
