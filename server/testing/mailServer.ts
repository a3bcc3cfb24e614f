import { createServer, type Server, type Socket } from 'node:net';
import { listening } from './listening.ts';

/** A delivered message. */
export interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as received, with the protocol's dot-stuffing removed. */
  readonly message: string;
}

export interface MailServer {
  /** `smtp://127.0.0.1:port`. */
  readonly url: string;
  readonly delivered: readonly Delivered[];
  /** Every line that clients sent. */
  readonly said: readonly string[];
  /** Responses to the next RCPT commands, in order; '250 ok' once they are used up. */
  answerWith(...lines: string[]): void;
  /** Response to the next MAIL command. */
  refuseSender(line: string): void;
  /** Stops listening and breaks connections until `back`, like a restart or an outage. `delivered` is kept. */
  away(): Promise<void>;
  /** Listens again, on the same port. */
  back(): Promise<void>;
  /** Response to complete letters from now on; each is stored in any case. Null: no response, connection stays open; '': hangs up. */
  answerLetters(answer: string | null): void;
  /** If true, accepts connections but sends no greeting. */
  hang(hangs: boolean): void;
  close(): Promise<void>;
}

/**
 * A mail server on loopback that accepts every letter unless told otherwise: the part of SMTP (RFC 5321) that a sending client needs,
 * without TLS.
 */
export async function startMailServer(): Promise<MailServer> {
  const delivered: Delivered[] = [];
  const said: string[] = [];
  const answers: string[] = [];
  const senders: string[] = [];
  let hangs = false;
  let whole: string | null = '250 taken';
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => void sockets.delete(socket)).on('error', () => undefined);
    let held = '';
    let reading = false;
    let from = '';
    let to: string[] = [];
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const command = (line: string): void => {
      said.push(line);
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
      if (/^EHLO/i.test(line)) return say('250-mail.test\r\n250 8BITMIME');
      if (/^MAIL FROM/i.test(line)) {
        from = address;
        const refused = senders.shift();
        if (refused !== undefined) return say(refused);
      }
      if (/^RCPT TO/i.test(line)) {
        const answer = answers.shift() ?? '250 ok';
        if (answer.startsWith('250')) to.push(address);
        return say(answer);
      }
      if (/^DATA/i.test(line)) {
        reading = true;
        return say('354 go on');
      }
      if (/^STARTTLS/i.test(line)) return say('502 5.5.1 not implemented');
      if (/^QUIT/i.test(line)) {
        say('221 bye');
        return void socket.end();
      }
      say('250 ok');
    };
    socket.on('data', (bytes) => {
      held += bytes.toString('utf8');
      for (;;) {
        const ends = reading ? '\r\n.\r\n' : '\r\n';
        const at = held.indexOf(ends);
        if (at < 0) return;
        const part = held.slice(0, at);
        held = held.slice(at + ends.length);
        if (!reading) {
          command(part);
          continue;
        }
        reading = false;
        delivered.push({ from, to, message: part.replace(/^\.\./gm, '.') });
        to = [];
        if (whole === '') return void socket.destroy();
        if (whole !== null) say(whole);
      }
    });
    if (!hangs) say('220 mail.test');
  });
  const port = await listening(server);
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    said,
    answerWith: (...lines) => void answers.push(...lines),
    refuseSender: (line) => void senders.push(line),
    answerLetters: (answer) => void (whole = answer),
    hang: (now) => void (hangs = now),
    away: end,
    back: () =>
      new Promise((resolve, reject) => {
        if (server.listening) return resolve();
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close: end,
  };
}
