// A child process that is spoken to in lines of JSON, one answer a line.
import { spawn } from 'node:child_process';

const PATIENCE_MS = 60_000;

export class Lines {
  /** Starts a command. Its stderr goes where ours does. */
  constructor(command, args) {
    this.name = command.split('/').pop();
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    this.received = [];
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.once('error', (error) => this.fail(error));
    this.ended.then(() => this.fail(new Error(`${this.name} has ended`)));
    this.child.stdin.on('error', () => {});
    let parts = [];
    this.child.stdout.on('data', (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        parts.push(chunk.subarray(start, end));
        this.take(JSON.parse(Buffer.concat(parts).toString()));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    });
  }

  take(message) {
    const waiter = this.waiting.shift();
    if (waiter) waiter.resolve(message);
    else this.received.push(message);
  }

  fail(error) {
    this.failure ??= error;
    for (const waiter of this.waiting.splice(0)) waiter.reject(this.failure);
  }

  /** The next message. */
  receive() {
    if (this.received.length > 0) return Promise.resolve(this.received.shift());
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.name} did not answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      const settle = (how) => (value) => {
        clearTimeout(timer);
        how(value);
      };
      this.waiting.push({ resolve: settle(resolve), reject: settle(reject) });
    });
  }

  /** Sends one message and returns the next one that comes. */
  ask(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
    return this.receive();
  }

  /** Ends the input and waits for the process to end by itself. */
  async close() {
    this.child.stdin.end();
    await this.ended;
  }
}
