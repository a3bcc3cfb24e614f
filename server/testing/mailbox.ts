import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailboxFolder } from '../mail/mailbox.ts';

/** A letter from the mailbox folder. */
export interface ReadLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The secret in its link; null if there is none. */
  readonly token: string | null;
}

/** Every letter that a platform has written, oldest first. */
export function readMailbox(dataDir: string): readonly ReadLetter[] {
  const folder = mailboxFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const field = (wanted: string) => new RegExp(`^${wanted}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
      return { to: field('To'), subject: field('Subject'), text, token: /token=([\w-]+)/.exec(text)?.[1] ?? null };
    });
}
