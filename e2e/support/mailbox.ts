import { expect } from '@playwright/test';
import { type ReadLetter, readMailbox } from '../../server/testing/mailbox.ts';

/** The newest email to an address with that subject. Waits for it: emails are written after the answer. */
export async function letterTo(dataDir: string, to: string, subject: string): Promise<ReadLetter> {
  const find = () => readMailbox(dataDir).findLast((letter) => letter.to === to && letter.subject === subject);
  await expect.poll(() => find()?.subject, { timeout: 30_000 }).toBe(subject);
  const letter = find();
  if (letter === undefined) throw new Error('The letter was there a moment ago');
  return letter;
}
