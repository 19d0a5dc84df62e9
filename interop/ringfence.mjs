// How the clients start Ringfence: as an MCP client's configuration would.
import { fileURLToPath } from 'node:url';

const BUILT = new URL('../target/debug/ringfence', import.meta.url);

/** Command and arguments of the MCP server that may open `origin` and nothing else. */
export function serverFor(origin) {
  return {
    command: process.env.RINGFENCE_BIN ?? fileURLToPath(BUILT),
    args: ['mcp', '--allow-local', origin],
    stderr: 'inherit',
  };
}
