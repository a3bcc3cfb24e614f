import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBarePlatform } from '../../tests/builders/barePlatform.ts';
import { createPlatform } from '../context.ts';
import { createMailbox, mailboxFolder } from './mailbox.ts';
import { NotTaken, type Outgoing } from './mailer.ts';

const from = 'Ukweli Console <no-reply@console.example>';
const letter: Outgoing = {
  to: 'operator@ukweli.example',
  subject: 'Set a new password',
  text: 'A link',
  messageId: '<6f1c@console.example>',
  writtenAt: new Date('2026-03-02T09:00:00Z'),
  place: 7,
};
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ukweli-mailbox-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('a letter that is sent again takes the place of its first sending, and letters of one moment lie in the order in which they were written', {
  tags: ['S-9'],
}, async () => {
  const folder = join(dataDir, 'twice');
  const mailer = createMailbox({ folder, from });
  await mailer.send({ ...letter, place: 12 });
  await mailer.send(letter);
  await mailer.send(letter);
  const files = readdirSync(folder).sort();
  expect(files).toEqual(['2026-03-02T09-00-00-000Z-000000007.eml', '2026-03-02T09-00-00-000Z-000000012.eml']);
  expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toMatch(/^Message-ID: <6f1c@console\.example>\r$/m);
});

it('a folder that cannot be written to is no fault of the letter’s, and the reason does not name it', { tags: ['S-9'] }, async () => {
  const folder = join(dataDir, 'file');
  await createMailbox({ folder: join(dataDir), from }).send(letter);
  const [file = ''] = readdirSync(dataDir).filter((name) => name.endsWith('.eml'));
  const failure = await createMailbox({ folder: join(dataDir, file, 'below'), from })
    .send(letter)
    .catch((failed: unknown) => failed);
  expect(failure).toBeInstanceOf(NotTaken);
  expect(failure).toMatchObject({
    forGood: false,
    message: expect.stringMatching(/^The mailbox folder did not accept the email: E[A-Z]+$/),
  });
  expect(readdirSync(dataDir)).not.toContain(folder);
});

it('letters are kept for a week and removed within the hour while the platform runs, and no longer; what cannot be removed is in the log', {
  tags: ['D-22'],
}, async () => {
  const bare = createBarePlatform();
  const { database, clock, log } = bare.platform;
  const platform = createPlatform({ database, clock, log, config: { ...bare.platform.config, dataDir } });
  const folder = mailboxFolder(dataDir);
  await createMailbox({ folder, from }).send(letter);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await platform.start();
    expect(readdirSync(folder)).toHaveLength(1);
    bare.later(8 * 86_400_000);
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(bare.noted).not.toContain('mail.prune');
    mkdirSync(join(folder, 'no-letter'));
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => bare.noted).toContain('mail.prune');
    await platform.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
