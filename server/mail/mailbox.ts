import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter, Mailer } from './mailer.ts';

const keptMs = 7 * 86_400_000;

/** Where letters go while no mail server is named: a folder that only its owner can read, since links in them open accounts (D-22). */
export function mailboxFolder(dataDir: string): string {
  return join(dataDir, 'mailbox');
}

/** Writes every letter as a file of its own (RFC 5322, `.eml`), named by time, whole or not at all. */
export function createMailbox(parts: { readonly folder: string; readonly from: string }): Mailer {
  const { folder, from } = parts;
  /** Letters of one moment lie in the order in which they were written. */
  let written = 0;
  return {
    async send(letter, at) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      written += 1;
      const name = `${at.toISOString().replace(/[:.]/g, '-')}-${String(written).padStart(6, '0')}-${randomUUID().slice(0, 8)}.eml`;
      const scratch = join(folder, `.${name}.part`);
      await writeFile(scratch, toMessage(letter, from, at), { mode: 0o600 });
      await rename(scratch, join(folder, name));
    },
    async prune(now) {
      const names = await readdir(folder).catch(() => []); // no letter yet
      for (const name of names) {
        const file = join(folder, name);
        if (now.getTime() - (await stat(file)).mtimeMs > keptMs) await unlink(file);
      }
    },
    close: () => undefined,
  };
}

function toMessage({ to, subject, text }: Letter, from: string, at: Date): string {
  const fields = [
    `From: ${header(from)}`,
    `To: ${header(to)}`,
    `Subject: ${header(subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@ukweli>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${fields.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`;
}

/** One line: a line break would begin a header of the sender's own choosing. */
function header(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ');
}
