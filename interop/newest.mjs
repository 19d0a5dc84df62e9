// A client of the newest protocol. It is pinned to that revision, so that falling back to an older one is a failure.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const NEWEST = '2026-07-28';

export async function connectNewest(server) {
  const client = new Client(
    { name: 'ringfence-interop', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: NEWEST } } },
  );
  await client.connect(new StdioClientTransport(server));
  return client;
}
