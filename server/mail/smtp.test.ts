import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '../testing/mailServer.ts';
import { createTestPlatform } from '../testing/platform.ts';
import { NotTaken, type Outgoing } from './mailer.ts';
import { createSmtpMailer, mayGoInTheClear } from './smtp.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const from = 'Ukweli Console <no-reply@console.example>';
const letter: Outgoing = {
  to: 'bank@ukweli.example',
  subject: 'Set a new password',
  text: 'Hello Otieno,\n\nhere:\n\nhttps://console.example/x?token=abc\n.\nUkweli',
  messageId: '<6f1c@console.example>',
  writtenAt: new Date('2026-03-02T09:00:00Z'),
  place: 1,
};
const mailer = () => createSmtpMailer({ url: server.url, from });

describe('a mail server', () => {
  it('is handed the letter whole, for one address, from ours', { tags: ['D-22'] }, async () => {
    await mailer().send(letter);
    const { from: sender, to, message } = server.delivered.at(-1) ?? { from: '', to: [], message: '' };
    expect([sender, to]).toEqual(['no-reply@console.example', ['bank@ukweli.example']]);
    const [head = '', ...text] = message.split('\r\n\r\n');
    expect(head).toMatch(/^To: <?bank@ukweli\.example>?$/m);
    expect(head).toMatch(/^Subject: Set a new password$/m);
    expect(head).toMatch(/^Date: Mon, 02 Mar 2026 09:00:00 \+0000$/m);
    expect(head).toMatch(/^Message-ID: <6f1c@console\.example>$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(text.join('\n\n').replaceAll('\r', '')).toBe(letter.text);
  });

  it('an address or a subject begins no header and names no second reader', { tags: ['A-12'] }, async () => {
    const subject = 'Hello\r\nBcc: all@ukweli.example';
    await mailer()
      .send({ ...letter, to: '"a, b@evil.example" <c@ukweli.example', subject })
      .catch(() => undefined);
    await mailer().send({ ...letter, subject });
    for (const { to, message } of server.delivered) {
      expect(to).toHaveLength(1);
      expect(message).not.toMatch(/^Bcc:/m);
    }
    // What looks like a second address is treated as part of the local name, within the one domain.
    for (const line of server.said.filter((said) => said.startsWith('RCPT'))) expect(line).toMatch(/@ukweli\.example>$/);
  });

  it('where it did not take a letter says whether that is for good: only what it refuses of the letter itself is', {
    tags: ['D-22', 'S-9'],
  }, async () => {
    const not = async (): Promise<NotTaken> => {
      const failure = await mailer()
        .send(letter)
        .catch((failed: unknown) => failed);
      if (!(failure instanceof NotTaken)) throw new Error('It was taken');
      return failure;
    };
    for (const [answer, forGood] of [
      ['450 4.2.0 come back later', false],
      ['421 4.3.2 closing', false],
      ['550 5.1.1 bank@ukweli.example: no such mailbox', true],
    ] as const) {
      server.answerWith(answer);
      const failure = await not();
      expect([answer, failure.forGood]).toEqual([answer, forGood]);
      // The message is logged, so it contains neither recipient nor text.
      expect(failure.message).toBe(`The mail server did not accept the email: EENVELOPE, ${answer.slice(0, 3)}`);
    }
    // A refused sender is a configuration error of the operator, so the letter waits.
    server.refuseSender('530 5.7.0 who are you');
    expect((await not()).forGood).toBe(false);
    await mailer().send(letter);
  });

  it.each([
    ['smtp://localhost:25', true],
    ['smtp://[::1]:25', true],
    ['smtp://127.0.0.1', true],
    ['smtp://mail.example', false],
    ['smtp://localhost.mail.example', false],
    ['smtp://10.0.0.1', false],
  ])('%s may be told without TLS: %s', { tags: ['D-22', 'A-15'] }, (url, may) => {
    expect(mayGoInTheClear(url)).toBe(may);
  });

  it('one elsewhere that offers no TLS, or from which somebody on the way has struck it, is told nothing', {
    tags: ['D-22', 'A-15'],
  }, async () => {
    const said = server.said.length;
    const elsewhere = createSmtpMailer({ url: server.url, from, inTheClear: false });
    expect(String(await elsewhere.send(letter).catch((failure: unknown) => failure))).toContain('did not accept the email');
    expect(server.said.slice(said)).toContainEqual(expect.stringMatching(/^EHLO/));
    expect(server.said.slice(said).filter((line) => /^(AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  });

  it('takes the place of the mailbox by SMTP_URL; one that cannot be reached is seen by the operator and by nobody else', {
    tags: ['D-22', 'A-14'],
  }, async () => {
    const test = await createTestPlatform({ config: { mail: { smtpUrl: server.url, from } } });
    const ask = () => test.anonymous().post('/api/auth/password-reset', { email: 'operator@ukweli.example' });
    expect((await ask()).status).toBe(200);
    await vi.waitFor(() => expect(server.delivered.at(-1)?.to).toEqual(['operator@ukweli.example']), { timeout: 15_000 });
    // Soft line breaks of quoted-printable are taken out: where they stand depends on the text before.
    expect(server.delivered.at(-1)?.message.replaceAll(/=\r?\n/g, '')).toMatch(/reset-password\/confirm\?token=/);

    server.answerWith('554 5.7.1 not from you');
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([200, 'null']);
    await vi.waitFor(() => expect(test.logged.join('\n')).toContain('mail.send'), { timeout: 15_000 });
    expect(test.logged.join('\n')).not.toMatch(/operator@ukweli|token=/);
    const counted = (await test.platform.metrics.text()).match(/^ukweli_letters_total\{.*$/gm);
    expect(counted?.sort()).toEqual([
      'ukweli_letters_total{outcome="done"} 1',
      'ukweli_letters_total{outcome="failed"} 1',
      'ukweli_letters_total{outcome="given_up"} 1',
    ]);
    await test.close();
  });
});
