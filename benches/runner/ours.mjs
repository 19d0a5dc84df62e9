// `ringfence mcp` over stdio, as a client sees it: whole JSON-RPC messages of the newest protocol, no library between.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { NEWEST } from '../../interop/protocol.mjs';
import { Lines } from './lines.mjs';

const META = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientInfo': { name: 'ringfence-bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export class Ours {
  /** Starts the server, which may open these origins; its browser starts with the first call. */
  constructor(binary, origins, more = []) {
    this.lines = new Lines(binary, ['mcp', ...origins.flatMap((origin) => ['--allow-local', origin]), ...more]);
    this.id = 0;
  }

  async ask(method, params) {
    this.id += 1;
    const answer = await this.lines.ask({ jsonrpc: '2.0', id: this.id, method, params: { _meta: META, ...params } });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Calls a member: `{ms, text, characters}`, from writing the request to having read the answer. */
  async call(member, input = {}) {
    const start = performance.now();
    const result = await this.ask('tools/call', { name: member, arguments: input });
    const ms = performance.now() - start;
    const text = result.content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
    if (result.isError) throw new Error(`ours, ${member}: ${text}`);
    const image = result.content.find((block) => block.type === 'image')?.data;
    return { ms, text, image, characters: text.length + (image?.length ?? 0) };
  }

  /** How many characters the tool list has. */
  async toolListCharacters() {
    const { tools } = await this.ask('tools/list', {});
    return JSON.stringify(tools).length;
  }

  /** Resident memory of the process itself, now and at most, in MiB. */
  memory() {
    const status = readFileSync(`/proc/${this.lines.child.pid}/status`, 'utf8');
    const mebibytes = (field) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)[1]) / 1024;
    return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') };
  }

  close() {
    return this.lines.close();
  }
}
