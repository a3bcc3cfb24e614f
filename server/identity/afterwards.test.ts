import { expect, it } from 'vitest';
import { createBarePlatform } from '../../tests/builders/barePlatform.ts';
import { createAfterwards } from './afterwards.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('what is done after an answer is done before the platform has ended: the letter that was promised goes out', {
  tags: ['A-14'],
}, async () => {
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
