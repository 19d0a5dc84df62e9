// The floor's process, as the runner sees it.
import { fileURLToPath } from 'node:url';
import { Lines } from './lines.mjs';

const SCRIPT = fileURLToPath(new URL('../floor.js', import.meta.url));

export class Floor {
  static async start() {
    const floor = new Floor();
    floor.lines = new Lines(process.execPath, [SCRIPT]);
    floor.product = (await floor.lines.receive()).product;
    return floor;
  }

  /** Performs an act: `{ms, …}`. An effect that did not come is an error. */
  async act(input) {
    const answer = await this.lines.ask(input);
    if (answer.error) throw new Error(`floor, ${input.act}: ${answer.error}`);
    return answer;
  }

  close() {
    return this.lines.close();
  }
}
