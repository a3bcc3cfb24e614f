import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditor, type LetterTest, prepareLetterTest, tokenIn } from '../testing/letterTest.ts';
import { listening } from '../testing/listening.ts';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { claimHoldsMs } from './claim.ts';
import { mailboxFolder } from '../mail/mailbox.ts';
import { readMailbox } from '../testing/mailbox.ts';

let shared: LetterTest;
let server: Server;
let url: string;
/** The server's response after the letter's end, before it closes the connection; null: accepts the letter normally. */
let half: string | null = null;
let taken: string[] = [];
const sockets = new Set<Socket>();
beforeAll(async () => {
  shared = await prepareLetterTest();
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let held = '';
    let reading = false;
    const say = (text: string): void => void socket.write(text);
    say('220 mail.test\r\n');
    socket.on('data', (bytes) => {
      held += bytes.toString('utf8');
      for (;;) {
        const ends = reading ? '\r\n.\r\n' : '\r\n';
        const at = held.indexOf(ends);
        if (at < 0) return;
        const part = held.slice(0, at);
        held = held.slice(at + ends.length);
        if (reading) {
          reading = false;
          taken.push(part);
          if (half !== null) return void socket.end(half);
          say('250 taken\r\n');
        } else if (/^EHLO/i.test(part)) say('250 mail.test\r\n');
        else if (/^DATA/i.test(part)) {
          reading = true;
          say('354 go on\r\n');
        } else say('250 ok\r\n');
      }
    });
  });
  url = `smtp://127.0.0.1:${await listening(server)}`;
});
beforeEach(async () => {
  await shared.reset();
  half = null;
  taken = [];
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await shared.reset();
  await shared.close();
});
const messageId = (letter = ''): string => /^Message-ID: (.*?)\r?$/m.exec(letter)?.[1] ?? '';

it.each(['', '2', '25', '250', '250-taken\r\n', '250 taken', '\r\n', 'taken\r\n'])(
  'a mail server that takes the letter, answers %j and closes is no word that it was sent: it comes again as the same letter with the same link',
  { tags: ['S-9'] },
  async (answer) => {
    const { clock, start, rowsOf, askFor, confirm } = shared;
    const test = await start({ mail: { smtpUrl: url, from: 'no-reply@console.example' } });
    half = answer;
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    expect(taken).toHaveLength(1);
    expect(await rowsOf(auditor.id)).toMatchObject([{ state: 'waiting', trouble: 'unreachable', tries: 1, claim: null }]);
    half = null;
    clock.advance(claimHoldsMs);
    await test.platform.letters.round();
    expect(taken).toHaveLength(2);
    expect(messageId(taken[0])).toMatch(/^<.+@console\.example>$/);
    expect(messageId(taken[1])).toBe(messageId(taken[0]));
    const [first, second] = taken.map((message) => tokenIn({ from: '', to: [], message }));
    expect(second).toMatch(/^.{43}$/);
    expect(second).toBe(first);
    expect(await rowsOf(auditor.id)).toMatchObject([{ state: 'sent', tries: 2 }]);
    expect((await confirm(test, first ?? '')).status).toBe(200);
  },
);

it('a mailbox folder that takes nothing, or half a letter, is no word that it was sent: it lies there once the folder takes it again, once', {
  tags: ['S-9'],
}, async () => {
  const { clock, start, rowsOf, askFor, confirm } = shared;
  const test = await start({ mail: { smtpUrl: null, from: 'no-reply@console.example' } });
  const { dataDir } = test.platform.config;
  const folder = mailboxFolder(dataDir);
  // A file in place of the folder: permissions would not stop root from writing.
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
  await askFor(test, auditor.email);
  await test.platform.letters.round();
  const [waits] = await rowsOf(auditor.id);
  expect(waits).toMatchObject({ state: 'waiting', trouble: 'unreachable', tries: 1, claim: null });
  // A folder where the path of the partial file is occupied, so writing fails before it is complete.
  rmSync(folder);
  mkdirSync(folder);
  const at = new Date(waits?.written_at ?? '').toISOString().replace(/[:.]/g, '-');
  const part = `${folder}/.${at}-${String(waits?.place).padStart(9, '0')}.eml.part`;
  mkdirSync(part);
  clock.advance(claimHoldsMs);
  await test.platform.letters.round();
  expect(readMailbox(dataDir)).toEqual([]);
  expect(await rowsOf(auditor.id)).toMatchObject([{ state: 'waiting', tries: 2 }]);
  // A partial file of an earlier, interrupted try is overwritten.
  rmSync(part, { recursive: true });
  writeFileSync(part, 'From: half a le');
  clock.advance(claimHoldsMs);
  clock.advance(claimHoldsMs);
  await test.platform.letters.round();
  expect(readdirSync(folder)).toHaveLength(1);
  const [letter] = readMailbox(dataDir);
  expect(letter?.text).toContain(`Message-ID: ${waits?.message_id}\r\n`);
  expect(await rowsOf(auditor.id)).toMatchObject([{ state: 'sent', tries: 3 }]);
  expect((await confirm(test, letter?.token ?? '')).status).toBe(200);
  expect(existsSync(part)).toBe(false);
});
