import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditor, type LetterTest, prepareLetterTest } from '../testing/letterTest.ts';

let shared: LetterTest;
beforeAll(async () => {
  shared = await prepareLetterTest();
});
afterAll(async () => {
  await shared.reset();
  await shared.close();
});

it('where the key for links cannot be read, letters that carry none go out, and those that do wait for it', { tags: ['S-9'] }, async () => {
  const { start, subjects, rowsOf, askFor, changePassword, mail } = shared;
  const before = await start();
  await mail.away();
  await askFor(before, auditor.email);
  await shared.end(before);
  await mail.back();

  const test = await start();
  const file = join(test.platform.config.dataDir, 'keys', 'letters.key');
  mkdirSync(join(file, '..'), { recursive: true });
  // A truncated key file, as after a full disk or an interrupted copy.
  writeFileSync(file, 'half');
  await changePassword(test, 'operator@ukweli.example');
  await test.platform.letters.round();
  expect(subjects()).toEqual(['Your password was changed']);
  expect(await rowsOf(auditor.id)).toMatchObject([{ purpose: 'reset', state: 'waiting' }]);
  expect(test.logged.filter((line) => line.includes('letters.round'))).toEqual([expect.stringContaining('is damaged')]);
  rmSync(file);
  await test.platform.letters.round();
  expect(test.logged.filter((line) => line.includes('letters.round'))).toHaveLength(1);
});
