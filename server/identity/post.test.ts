import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createBarePlatform } from '../../tests/builders/barePlatform.ts';
import { mailboxFolder } from '../mail/mailbox.ts';
import { createAfterwards, createPost } from './post.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('[A-14] what is done after an answer is done before the platform has ended: the letter that was promised goes out', async () => {
  const { platform, noted } = createBarePlatform();
  createAfterwards(platform).run('letter.send', async () => {
    for (let steps = 0; steps < 5; steps += 1) await turn();
    platform.log.info('letter sent');
  });
  expect(noted).toEqual([]);
  await platform.close();
  expect(noted).toEqual(['letter sent', 'database closed']);
});

it('what fails after an answer is in the log under its name, and keeps nothing from ending', async () => {
  const { platform, noted } = createBarePlatform();
  createAfterwards(platform).run('letter.send', async () => Promise.reject(new Error('no such mailbox')));
  await platform.close();
  expect(noted).toEqual(['letter.send', 'database closed']);
});

it('[D-22] letters are kept for a week and removed within the hour while the platform runs, and no longer; what cannot be removed is in the log', async () => {
  const bare = createBarePlatform();
  const dataDir = mkdtempSync(join(tmpdir(), 'ukweli-post-'));
  const platform = { ...bare.platform, config: { ...bare.platform.config, dataDir } };
  const folder = mailboxFolder(dataDir);
  const post = createPost(platform);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await platform.start();
    await post.send({ to: 'operator@ukweli.example', subject: 'Set a new password', text: 'A link' });
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
    rmSync(dataDir, { recursive: true, force: true });
  }
});
