// A client of the newest protocol. It is pinned to that revision, so that falling back to an older one is a failure.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NEWEST } from './protocol.mjs';

export async function connectNewest(server) {
  const client = new Client(
    { name: 'ringfence-interop', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: NEWEST } } },
  );
  await client.connect(new StdioClientTransport(server));
  return client;
}
