import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks questions on the terminal; input for a secret is not echoed. A question rejects when standard input ends. */
export interface Asker {
  line(label: string): Promise<string>;
  secret(label: string): Promise<string>;
  close(): void;
}

/** Asks on standard output and reads standard input, whether that is a terminal or a pipe. */
export function createAsker(): Asker {
  let hidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const ended = new Promise<never>((_, reject) => lines.once('close', () => reject(new Error('Nothing was typed. Nothing was changed.'))));
  ended.catch(() => undefined); // no question may be open when it closes
  const ask = (label: string): Promise<string> => Promise.race([lines.question(label), ended]);
  return {
    line: async (label) => (await ask(`${label}: `)).trim(),
    async secret(label) {
      process.stdout.write(`${label}: `);
      hidden = true;
      const answer = await ask('');
      hidden = false;
      process.stdout.write('\n');
      return answer;
    },
    close: () => lines.close(),
  };
}
